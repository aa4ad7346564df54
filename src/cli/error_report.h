// ErrorReport: sentences with wrong labels in context, and which labels are confused.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sagitta/sequence.h"
#include "sagitta/token_word.h"

namespace sagitta::cli {

class ErrorReport {
 public:
  /// `sentences`: how many sentences with errors to show. `file` is for their places.
  ErrorReport(std::uint64_t sentences, std::string file, TokenWord word)
      : sentences_(sentences), file_(std::move(file)), word_(std::move(word)) {}

  void Add(const Sequence& sequence, std::span<const std::string_view> found);

  /// The sentences, with their wrong spans (or tokens) in brackets; empty if there are none.
  std::string Sentences() const;
  /// The pairs of true and found labels that differ, the most frequent first, and a matrix if there
  /// are few labels.
  std::string Confusion() const;
  /// The same as a member of a JSON object: "confusion":[{"true":...,"found":...,"tokens":N},...].
  std::string ConfusionJson() const;

 private:
  using Pair = std::pair<std::string, std::string>;

  struct Wrong {
    Sequence sequence;
    std::vector<std::string> found;
  };

  std::string Matrix() const;

  std::uint64_t sentences_;
  std::string file_;
  TokenWord word_;
  std::vector<Wrong> wrong_;             // the sentences to show
  std::map<Pair, std::uint64_t> pairs_;  // true label, found label: tokens
};

}  // namespace sagitta::cli
