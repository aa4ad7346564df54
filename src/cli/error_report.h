// ErrorReport: sentences with wrong labels in context, and which labels are confused.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sagitta/sequence.h"

namespace sagitta::cli {

class ErrorReport {
 public:
  /// `sentences`: how many sentences with errors to show. `file` is for their places; `words`: a
  /// line of the input begins with the word, otherwise the word is among its attributes.
  ErrorReport(std::uint64_t sentences, std::string file, bool words)
      : sentences_(sentences), file_(std::move(file)), words_(words) {}

  void Add(const Sequence& sequence, std::span<const std::string_view> found);

  /// The sentences, with their wrong spans (or tokens) in brackets; empty if there are none.
  const std::string& Sentences() const { return text_; }
  /// The pairs of true and found labels that differ, the most frequent first, and a matrix if there
  /// are few labels.
  std::string Confusion() const;
  /// The same as a member of a JSON object: "confusion":[{"true":...,"found":...,"tokens":N},...].
  std::string ConfusionJson() const;

 private:
  using Pair = std::pair<std::string, std::string>;

  void AddSentence(const Sequence& sequence, std::span<const std::string_view> found);
  std::string Matrix() const;

  std::uint64_t sentences_;
  std::string file_;
  bool words_;
  std::uint64_t shown_ = 0;
  std::string text_;
  std::map<Pair, std::uint64_t> pairs_;  // true label, found label: tokens
};

}  // namespace sagitta::cli
