// Options: what a method is told besides the data. Values come as text, by name, and are checked
// here.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sagitta {

class Options {
 public:
  /// The objective has lambda/2 ||w||^2 + lambda1 ||w||_1.
  Options(double lambda, std::map<std::string, std::string> values, double lambda1 = 0)
      : lambda_(lambda), lambda1_(lambda1), values_(std::move(values)) {}

  double lambda() const { return lambda_; }
  double lambda1() const { return lambda1_; }

  /// Bytes that remembered gradients may take; without a limit they may take any number.
  std::uint64_t memory_limit() const { return memory_limit_; }
  void LimitMemory(std::uint64_t bytes) { memory_limit_ = bytes; }

  bool Has(const std::string& name) const { return values_.contains(name); }
  /// The value as it was given. REQUIRES: Has(name).
  const std::string& Text(const std::string& name) const { return values_.at(name); }
  /// These options with another value of one of them.
  Options With(const std::string& name, const std::string& value) const {
    Options changed = *this;
    changed.values_[name] = value;
    return changed;
  }

  /// Each throws Error(kUsage), naming the option, what was found and what was expected.
  /// REQUIRES: the registry lists the option, so that it has a value.
  bool Flag(const std::string& name) const;  // on or off
  std::uint64_t Count(const std::string& name, std::uint64_t least, std::uint64_t most) const;
  /// None: the value is the word instead of a number.
  std::optional<std::uint64_t> CountOr(const std::string& word, const std::string& name,
                                       std::uint64_t least, std::uint64_t most) const;
  double Positive(const std::string& name) const;  // finite
  double Number(const std::string& name, double least, double most) const;
  /// The place of the value among `choices`.
  std::size_t Choice(const std::string& name, const std::vector<std::string>& choices) const;

 private:
  [[noreturn]] void Refuse(const std::string& name, const std::string& expected) const;

  double lambda_;
  double lambda1_;
  std::uint64_t memory_limit_ = std::numeric_limits<std::uint64_t>::max();
  std::map<std::string, std::string> values_;
};

}  // namespace sagitta
