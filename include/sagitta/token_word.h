// TokenWord: the text that stands for a token where people read it, usually its word.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/sequence.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// With columns, the word is the first one (FORM in CoNLL-U). Otherwise it is the value of an
/// attribute NAME=WORD or NAME:WORD that every token has once: the one that was asked for, or one
/// with a usual name such as `w[0]` or `word`, or the one with the most different values. Constant
/// attributes and combinations such as `a|b=...` are not words.
class TokenWord {
 public:
  /// `options` are those that the sequences are read with. `attribute` is the NAME that was asked
  /// for; empty: find it.
  explicit TokenWord(const ReadOptions& options, std::string attribute = {});

  /// Looks for the attribute in some sequences of the data.
  void Learn(std::span<const Sequence> sample);

  /// Empty if the token has no word.
  std::string Of(const Sequence& sequence, std::size_t t) const;

  /// The NAME that is used; empty with columns, or if there is none.
  const std::string& attribute() const { return attribute_; }

 private:
  bool columns_;
  bool json_;
  std::size_t column_;
  std::string attribute_;
};

}  // namespace sagitta

#pragma GCC visibility pop
