// WapitiRegex: the regular expressions of Wapiti's %t and %m.
//
//   .                      any byte
//   \d \a \w \l \u \p \s   digit, letter, digit or letter, lower case, upper case, punctuation,
//                          space (ASCII); the upper-case letters are the complements
//   \c                     any other byte c itself
//   x*                     any number of x, as few as possible
//   x?                     x or nothing, x if possible
//   ^  $                   at the start or the end of the expression: start or end of the text;
//                          elsewhere literal
//
// The result is the leftmost match. Among those that begin there it is the first one found when a
// star tries fewer repetitions first and a question mark tries its byte first. (Wapiti finds the
// same match, but reports a wrong length where the rest after a `?` fails with the optional byte
// and succeeds without it.)
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta::internal {

class WapitiRegex {
 public:
  /// What is wrong with an expression, and at which byte of it.
  struct Flaw {
    std::size_t at;
    std::string message;
  };
  /// Working memory of Search, to be reused.
  using Scratch = std::vector<std::size_t>;

  /// Throws Flaw.
  explicit WapitiRegex(std::string_view pattern);

  /// The part of `text` that matches. The time is at most proportional to the length of the text
  /// times that of the expression, whatever the expression.
  std::optional<std::string_view> Search(std::string_view text, Scratch& scratch) const;

 private:
  enum class Repeat { kOnce, kOptional, kAnyNumber };
  struct Atom {
    std::bitset<256> bytes;  // the bytes that it matches
    Repeat repeat = Repeat::kOnce;
  };

  void StepLeft(std::string_view text, std::size_t at, bool in_text, Scratch& end) const;

  std::vector<Atom> atoms_;
  bool at_start_ = false;
  bool at_end_ = false;
  bool bounded_ = true;  // no star: a match has at most atoms_.size() bytes
};

}  // namespace sagitta::internal
