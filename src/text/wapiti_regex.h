// WapitiRegex: the regular expressions of Wapiti's %t and %m.
//
//   .  any byte        \d \a \w \l \u \p \s   digit, letter, either, lower or upper case,
//   punctuation,
//                                             space (ASCII); in upper case their complements
//   \c                 any other byte c itself
//   x*  x?             any number of x, as few as will do; x or nothing, x if that will do
//   ^  $               at the start and at the end of the expression: of the text; elsewhere
//   themselves
//
// Of all matches the leftmost counts and, from there, the one that comes first when stars try to
// take less before they take more and question marks to take before they leave. (Wapiti finds the
// same one, but says a wrong length where what follows a `?` fails with the optional byte and
// succeeds without.)
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
  /// Room for Search, to be used again and again.
  using Scratch = std::vector<std::size_t>;

  /// Throws Flaw.
  explicit WapitiRegex(std::string_view pattern);

  /// The part of `text` that matches. Takes at most time in proportion to the length of the text
  /// times that of the expression, whatever the expression, and room for the latter.
  std::optional<std::string_view> Search(std::string_view text, Scratch& scratch) const;

 private:
  enum class Repeat { kOnce, kOptional, kAnyNumber };
  struct Atom {
    std::bitset<256> bytes;  // that it matches
    Repeat repeat = Repeat::kOnce;
  };

  void StepLeft(std::string_view text, std::size_t at, bool in_text, Scratch& end) const;

  std::vector<Atom> atoms_;
  bool at_start_ = false;
  bool at_end_ = false;
  bool bounded_ = true;  // no star: a match has at most atoms_.size() bytes
};

}  // namespace sagitta::internal
