// WordFunction: what Sagitta's templates can compute from a field besides Wapiti's macros.
//
//   %lower[0,0]            the field in lower case
//   %prefix[0,0,3]         its first three characters, or all of it if it is shorter
//   %suffix[0,0,3]         its last three; %PREFIX and %SUFFIX give lower case
//   %shape[0,0]            X for upper case, x for lower case, o for other letters, d for digits,
//                          other characters as they are; of more than four in a row four are left
//   %outline[0,0]          the same with one left: `Xx` for Ávila, `d-d` for 10-12
//   %case[0,0]             lower, capital (the first letter alone is upper case), upper (two or
//                          more letters, all upper case), mixed, or none (no letter with case)
//   %first[0,0,upper]      true or false: whether the first character is in the class, which is
//   %any[0,0,digit]        one of upper, lower, letter, digit, alnum and punct; the same for
//   %all[0,0,alnum]        any and all of its characters
//
// Characters are Unicode's. A mark, such as a combining accent, belongs to the character before it:
// it is not cut off, and has no shape and no class. Outside the sequence the result is the mark of
// the boundary, such as `_x-1`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sagitta::internal {

struct WordFunction {
  enum class Kind { kLower, kPrefix, kSuffix, kShape, kOutline, kCase, kFirst, kAny, kAll };
  Kind kind = Kind::kShape;
  bool lower_case = false;      // of an affix
  int size = 0;                 // of an affix, in characters
  std::uint8_t char_class = 0;  // of a test: bits 1 << CharClass

  bool IsAffix() const { return kind == Kind::kPrefix || kind == Kind::kSuffix; }
  bool IsTest() const { return kind >= Kind::kFirst; }
  bool Lowers() const { return lower_case || kind == Kind::kLower; }
};

/// The function with this name; none if there is no such function.
std::optional<WordFunction> FindWordFunction(std::string_view name);

/// The bits of a class; 0 if there is no such class.
std::uint8_t FindCharClass(std::string_view name);

/// The longest result that is not made of the field: of %case.
inline constexpr std::size_t kLongestCase = 7;

/// Writes the result for `field` and returns its end. REQUIRES: the conditions of QuickCopy, and
/// room for the field, kLowerGrowth times if it Lowers(), or kLongestCase bytes.
char* ApplyWordFunction(const WordFunction& function, std::string_view field, char* out);

}  // namespace sagitta::internal
