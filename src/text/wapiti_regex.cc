// WapitiRegex: matches from right to left, without backtracking.
//
// Let E(a, s) be where the preferred match of the atoms from a on ends if it begins at s, or none:
//
//   E(n, s) = s, with $ only if s is the end of the text
//   once:       x matches s ? E(a+1, s+1) : none
//   optional:   x matches s and E(a+1, s+1) is one ? E(a+1, s+1) : E(a+1, s)
//   any number: E(a+1, s) if it is one, else x matches s ? E(a, s+1) : none
//
// A column of E depends only on the one to its right, and the smallest s with E(0, s) is the match.
#include "text/wapiti_regex.h"

#include <algorithm>
#include <limits>

#include "text/ascii.h"

namespace sagitta::internal {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

using Class = bool (*)(char);

/// The class that a lower-case letter after a backslash stands for; null: none.
Class FindClass(char letter) {
  switch (letter) {
    case 'a':
      return IsAlpha;
    case 'd':
      return IsDigit;
    case 'l':
      return IsLower;
    case 'p':
      return IsPunct;
    case 's':
      return IsSpace;
    case 'u':
      return IsUpper;
    case 'w':
      return IsAlnum;
    default:
      return nullptr;
  }
}

std::bitset<256> Escaped(char letter) {
  std::bitset<256> bytes;
  if (const Class is_member = FindClass(ToLower(letter))) {
    for (std::size_t c = 0; c < 256; ++c) {
      bytes[c] = is_member(static_cast<char>(c)) != IsUpper(letter);
    }
  } else {
    bytes.set(static_cast<unsigned char>(letter));
  }
  return bytes;
}

}  // namespace

WapitiRegex::WapitiRegex(std::string_view pattern) {
  std::size_t at = 0;
  at_start_ = pattern.starts_with('^');
  if (at_start_) ++at;
  while (at < pattern.size()) {
    const char byte = pattern[at];
    if (byte == '$' && at + 1 == pattern.size()) {
      at_end_ = true;
      break;
    }
    if (byte == '*' || byte == '?') {
      throw Flaw{at, std::string("found '") + byte + "' with nothing to repeat, expected '\\" +
                         byte + "' for the character itself"};
    }
    Atom atom;
    ++at;
    if (byte == '\\') {
      if (at == pattern.size()) throw Flaw{at - 1, "found '\\' at the end, expected '\\\\'"};
      atom.bytes = Escaped(pattern[at++]);
    } else if (byte == '.') {
      atom.bytes.set();
    } else {
      atom.bytes.set(static_cast<unsigned char>(byte));
    }
    if (at < pattern.size() && (pattern[at] == '*' || pattern[at] == '?')) {
      atom.repeat = pattern[at++] == '*' ? Repeat::kAnyNumber : Repeat::kOptional;
      bounded_ = bounded_ && atom.repeat == Repeat::kOptional;
    }
    atoms_.push_back(atom);
  }
}

std::optional<std::string_view> WapitiRegex::Search(std::string_view text, Scratch& scratch) const {
  // Without a star a match is no longer than the expression, so an anchor leaves little to search.
  const std::size_t reach = bounded_ ? std::min(atoms_.size(), text.size()) : text.size();
  const std::size_t last = at_start_ ? reach : text.size();
  const std::size_t first = at_end_ && !at_start_ ? text.size() - reach : 0;
  scratch.assign(atoms_.size() + 1, kNone);
  std::size_t begin = kNone, end = kNone;
  for (std::size_t at = last + 1; at-- > first;) {
    StepLeft(text, at, at < last, scratch);
    if (scratch.front() != kNone) {
      begin = at;
      end = scratch.front();
    }
  }
  if (begin == kNone || (at_start_ && begin != 0)) return std::nullopt;
  return text.substr(begin, end - begin);
}

// Turns `end` from E(., at + 1) into E(., at). `in_text`: there is a byte at `at`.
inline void WapitiRegex::StepLeft(std::string_view text, std::size_t at, bool in_text,
                                  Scratch& end) const {
  const std::size_t count = atoms_.size();
  std::size_t next_right = end[count];  // E(a+1, at+1)
  end[count] = at_end_ && at != text.size() ? kNone : at;
  for (std::size_t a = count; a-- > 0;) {
    const std::size_t right = end[a];  // E(a, at+1)
    const bool matches = in_text && atoms_[a].bytes[static_cast<unsigned char>(text[at])];
    switch (atoms_[a].repeat) {
      case Repeat::kOnce:
        end[a] = matches ? next_right : kNone;
        break;
      case Repeat::kOptional:
        end[a] = matches && next_right != kNone ? next_right : end[a + 1];
        break;
      case Repeat::kAnyNumber:
        end[a] = end[a + 1] != kNone ? end[a + 1] : matches ? right : kNone;
        break;
    }
    next_right = right;
  }
}

}  // namespace sagitta::internal
