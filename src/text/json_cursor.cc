// JsonCursor: strings with their escapes, numbers, and values to be skipped.
#include "text/json_cursor.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"
#include "text/unicode.h"

namespace sagitta::internal {
namespace {

constexpr int kDeepest = 100;  // a limit of the recursion

}  // namespace

std::string JsonCursor::Found() const {
  if (at_ >= text_.size()) return "the end of the line";
  constexpr std::size_t kShown = 12;
  const std::string_view rest = text_.substr(at_);
  return "'" + std::string(rest.substr(0, kShown)) + (rest.size() > kShown ? "...'" : "'");
}

char JsonCursor::Peek() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) {
    ++at_;
  }
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool JsonCursor::Take(char sign) {
  const bool found = Peek() == sign && at_ < text_.size();
  if (found) ++at_;
  return found;
}

void JsonCursor::Expect(char sign) {
  if (!Take(sign)) Fail(at_, "found " + Found() + ", expected '" + sign + "'");
}

void JsonCursor::String(std::string& out) {
  const std::size_t start = at_;
  if (Peek() != '"') Fail(at_, "found " + Found() + ", expected a string");
  ++at_;
  for (;;) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<unsigned char>(text_[at_]) >= 0x20) {
      ++at_;
    }
    out.append(text_.substr(begin, at_ - begin));
    if (at_ == text_.size()) Fail(start, "found a string that does not end");
    const char stop = text_[at_];
    if (stop != '"' && stop != '\\') Fail(at_, "found a control character in a string");
    ++at_;
    if (stop == '"') return;
    Escape(out);
  }
}

// The cursor is behind a backslash.
void JsonCursor::Escape(std::string& out) {
  static constexpr std::string_view kLetters = "\"\\/bfnrt";
  static constexpr std::string_view kMeaning = "\"\\/\b\f\n\r\t";
  const char letter = at_ < text_.size() ? text_[at_] : '\0';
  const std::size_t known = kLetters.find(letter);
  if (letter != 'u' && (known == std::string_view::npos || letter == '\0')) {
    Fail(at_ - 1, "found an unknown escape in a string");
  }
  ++at_;
  if (letter != 'u') {
    out += kMeaning[known];
    return;
  }
  const std::size_t start = at_ - 2;
  char32_t code = Hex4();
  if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
    at_ += 2;
    const char32_t low = Hex4();
    if (low < 0xdc00 || low > 0xdfff) Fail(start, "found half of a surrogate pair");
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  if (code >= 0xd800 && code < 0xe000) Fail(start, "found half of a surrogate pair");
  char bytes[4];
  out.append(bytes, EncodeUtf8(code, bytes));
}

char32_t JsonCursor::Hex4() {
  const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
  std::uint32_t code = 0;
  const auto [end, status] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (digits.size() < 4 || status != std::errc() || end != digits.data() + 4) {
    Fail(at_, "expected four hexadecimal digits after \\u");
  }
  at_ += 4;
  return code;
}

void JsonCursor::Digits() {
  if (at_ >= text_.size() || !IsDigit(text_[at_])) {
    Fail(at_, "found " + Found() + ", expected a digit");
  }
  while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
}

std::string_view JsonCursor::Number() {
  Peek();
  const std::size_t begin = at_;
  const auto next = [&](char a, char b) {
    const bool found = at_ < text_.size() && (text_[at_] == a || text_[at_] == b);
    if (found) ++at_;
    return found;
  };
  next('-', '-');
  if (!next('0', '0')) Digits();
  if (next('.', '.')) Digits();
  if (next('e', 'E')) {
    next('-', '+');
    Digits();
  }
  return text_.substr(begin, at_ - begin);
}

bool JsonCursor::Word(std::string_view word) {
  Peek();
  const bool found = text_.substr(at_).starts_with(word);
  if (found) at_ += word.size();
  return found;
}

void JsonCursor::Skip(int depth) {
  if (depth > kDeepest) Fail(at_, "found values nested more than 100 levels deep");
  const char first = Peek();
  if (first == '[') return Array([&] { Skip(depth + 1); });
  if (first == '{') return Object([&](const std::string&) { Skip(depth + 1); });
  std::string unused;
  if (first == '"') return String(unused);
  if (Word("true") || Word("false") || Word("null")) return;
  if (first != '-' && !IsDigit(first)) Fail(at_, "found " + Found() + ", expected a value");
  Number();
}

}  // namespace sagitta::internal
