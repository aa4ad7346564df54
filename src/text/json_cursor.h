// JsonCursor: a place in a line of JSON, from which values are read one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sagitta/error.h"

namespace sagitta::internal {

/// Strict JSON (RFC 8259), except that strings may hold any bytes besides control characters. Every
/// function throws Error(kData) at the place of the mistake.
class JsonCursor {
 public:
  /// `text` and `file` must outlive it. `line` is for messages.
  JsonCursor(std::string_view text, const std::string& file, std::uint64_t line)
      : text_(text), file_(file), line_(line) {}

  /// The byte that the next value or sign begins with; 0 at the end of the text.
  char Peek();
  /// Moves past `sign` if it comes next.
  bool Take(char sign);
  void Expect(char sign);

  /// Appends the characters of a string to `out`.
  void String(std::string& out);
  /// The text of a number.
  std::string_view Number();
  /// Moves past `word`, which is true, false or null, if it comes next.
  bool Word(std::string_view word);
  /// Moves past a value of any kind.
  void Skip(int depth = 0);

  /// Calls element() in front of each element of an array; moves past the array.
  template <class Element>
  void Array(const Element& element) {
    Expect('[');
    if (Take(']')) return;
    do {
      element();
    } while (Take(','));
    Expect(']');
  }
  /// Calls member(key) in front of the value of each member of an object; moves past the object.
  template <class Member>
  void Object(const Member& member) {
    Expect('{');
    if (Take('}')) return;
    do {
      Peek();
      std::string key;
      String(key);
      Expect(':');
      member(key);
    } while (Take(','));
    Expect('}');
  }

  /// Counted from 0.
  std::size_t at() const { return at_; }
  [[noreturn]] void Fail(std::size_t at, const std::string& message) const {
    throw Error(ErrorKind::kData, {file_, line_, at + 1}, message);
  }
  /// What stands at the cursor, for messages.
  std::string Found() const;

 private:
  void Escape(std::string& out);
  char32_t Hex4();
  void Digits();

  std::string_view text_;
  const std::string& file_;
  std::uint64_t line_;
  std::size_t at_ = 0;
};

}  // namespace sagitta::internal
