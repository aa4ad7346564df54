// Options: what a method is told besides the data. Values come as text, by name, and are checked
// here.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace sagitta {

class Options {
 public:
  Options(double lambda, std::map<std::string, std::string> values)
      : lambda_(lambda), values_(std::move(values)) {}

  double lambda() const { return lambda_; }

  /// Each throws Error(kUsage), naming the option, what was found and what was wanted.
  /// REQUIRES: the registry lists the option, so that it has a value.
  bool Flag(const std::string& name) const;  // on or off
  std::uint64_t Count(const std::string& name, std::uint64_t least, std::uint64_t most) const;

 private:
  const std::string& Text(const std::string& name) const { return values_.at(name); }

  double lambda_;
  std::map<std::string, std::string> values_;
};

}  // namespace sagitta
