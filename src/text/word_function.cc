// WordFunction: evaluates functions, character by character.
#include "text/word_function.h"

#include <algorithm>
#include <iterator>

#include "text/fast_bytes.h"
#include "text/unicode.h"

namespace sagitta::internal {
namespace {

constexpr std::uint8_t Bit(CharClass c) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(c));
}
constexpr std::uint8_t kLetters =
    Bit(CharClass::kUpper) | Bit(CharClass::kLower) | Bit(CharClass::kLetter);

struct NamedClass {
  std::string_view name;
  std::uint8_t bits;
};
constexpr NamedClass kClasses[] = {
    {"upper", Bit(CharClass::kUpper)},
    {"lower", Bit(CharClass::kLower)},
    {"letter", kLetters},
    {"digit", Bit(CharClass::kDigit)},
    {"punct", Bit(CharClass::kPunct)},
    {"alnum", kLetters | Bit(CharClass::kDigit)},
};

struct NamedFunction {
  std::string_view name;
  WordFunction function;
};
using Kind = WordFunction::Kind;
constexpr NamedFunction kFunctions[] = {
    {"lower", {Kind::kLower}},
    {"prefix", {Kind::kPrefix}},
    {"suffix", {Kind::kSuffix}},
    {"PREFIX", {Kind::kPrefix, true}},
    {"SUFFIX", {Kind::kSuffix, true}},
    {"shape", {Kind::kShape}},
    {"outline", {Kind::kOutline}},
    {"case", {Kind::kCase}},
    {"first", {Kind::kFirst}},
    {"any", {Kind::kAny}},
    {"all", {Kind::kAll}},
};

/// Calls visit(class, bytes) for every character but marks until it returns false.
template <class Visit>
void EachCharacter(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t size = ClusterSize(text);
    const CharClass kind = ClassOf(DecodeUtf8(text).code);
    if (kind != CharClass::kMark && !visit(kind, text.substr(0, size))) return;
    text.remove_prefix(size);
  }
}

std::string_view Prefix(std::string_view text, int characters) {
  std::size_t size = 0;
  for (; characters > 0 && size < text.size(); --characters) size += ClusterSize(text.substr(size));
  return text.substr(0, size);
}

/// Where the character that ends at `end` begins.
std::size_t Before(std::string_view text, std::size_t end) {
  std::size_t begin = end - 1;
  for (int k = 0; k < 3 && begin > 0 && (text[begin] & 0xc0) == 0x80; ++k) --begin;
  const Character found = DecodeUtf8(text.substr(begin));
  return found.code != kInvalid && begin + found.size == end ? begin : end - 1;
}

std::string_view Suffix(std::string_view text, int characters) {
  std::size_t begin = text.size();
  while (characters > 0 && begin > 0) {
    begin = Before(text, begin);
    if (ClassOf(DecodeUtf8(text.substr(begin)).code) != CharClass::kMark) --characters;
  }
  return text.substr(begin);
}

/// The letter that stands for a class; 0 for characters that stand for themselves.
char ShapeOf(CharClass kind) {
  switch (kind) {
    case CharClass::kUpper:
      return 'X';
    case CharClass::kLower:
      return 'x';
    case CharClass::kLetter:
      return 'o';
    case CharClass::kDigit:
      return 'd';
    default:
      return 0;
  }
}

char* Shape(std::string_view text, int most, char* out) {
  std::string_view last;
  char last_shape = 0;
  int run = 0;
  EachCharacter(text, [&](CharClass kind, std::string_view bytes) {
    const char shape = ShapeOf(kind);
    const bool same = shape != 0 ? shape == last_shape : last_shape == 0 && bytes == last;
    run = same ? run + 1 : 1;
    last = bytes;
    last_shape = shape;
    if (run > most) return true;
    if (shape != 0) {
      *out++ = shape;
    } else {
      out = std::copy(bytes.begin(), bytes.end(), out);
    }
    return true;
  });
  return out;
}

std::string_view CaseOf(std::string_view text) {
  std::size_t upper = 0, lower = 0;
  bool starts_upper = false;
  EachCharacter(text, [&](CharClass kind, std::string_view) {
    if (kind == CharClass::kUpper && upper + lower == 0) starts_upper = true;
    upper += kind == CharClass::kUpper ? 1 : 0;
    lower += kind == CharClass::kLower ? 1 : 0;
    return true;
  });
  if (upper + lower == 0) return "none";
  if (upper == 0) return "lower";
  if (upper == 1 && starts_upper) return "capital";
  return lower == 0 ? "upper" : "mixed";
}

bool Test(const WordFunction& function, std::string_view text) {
  bool any = false, all = true, first = false, started = false;
  EachCharacter(text, [&](CharClass kind, std::string_view) {
    const bool in = (function.char_class & Bit(kind)) != 0;
    if (!started) first = in;
    started = true;
    any |= in;
    all &= in;
    return function.kind != Kind::kFirst;
  });
  if (function.kind == Kind::kFirst) return first;
  return function.kind == Kind::kAny ? any : all && started;
}

char* Copy(std::string_view text, char* out) { return std::copy(text.begin(), text.end(), out); }

}  // namespace

std::optional<WordFunction> FindWordFunction(std::string_view name) {
  for (const NamedFunction& entry : kFunctions) {
    if (entry.name == name) return entry.function;
  }
  return std::nullopt;
}

std::uint8_t FindCharClass(std::string_view name) {
  for (const NamedClass& entry : kClasses) {
    if (entry.name == name) return entry.bits;
  }
  return 0;
}

char* ApplyWordFunction(const WordFunction& function, std::string_view field, char* out) {
  switch (function.kind) {
    case Kind::kLower:
      return LowerUtf8(field, out);
    case Kind::kPrefix:
    case Kind::kSuffix: {
      const std::string_view affix = function.kind == Kind::kPrefix ? Prefix(field, function.size)
                                                                    : Suffix(field, function.size);
      return function.lower_case ? LowerUtf8(affix, out) : QuickCopy(out, affix);
    }
    case Kind::kShape:
      return Shape(field, 4, out);
    case Kind::kOutline:
      return Shape(field, 1, out);
    case Kind::kCase:
      return Copy(CaseOf(field), out);
    case Kind::kFirst:
    case Kind::kAny:
    case Kind::kAll:
      break;
  }
  return Copy(Test(function, field) ? "true" : "false", out);
}

}  // namespace sagitta::internal
