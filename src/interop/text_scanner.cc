// TextScanner: lines and columns are counted only to report an error.
#include "interop/text_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sagitta/error.h"
#include "text/ascii.h"

namespace sagitta::internal {
void TextScanner::Expect(std::string_view literal) {
  if (!Looks(literal)) Fail("found " + Next() + ", expected '" + std::string(literal) + "'");
  at_ += literal.size();
}

void TextScanner::SkipSpace() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n\v\f", at_), text_.size());
}

std::uint64_t TextScanner::Number() {
  std::uint64_t number = 0;
  const char* begin = text_.data() + at_;
  const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), number);
  if (status != std::errc()) Fail("found " + Next() + ", expected a whole number");
  at_ += static_cast<std::size_t>(end - begin);
  return number;
}

double TextScanner::Real() {
  std::string_view rest = text_.substr(at_);
  const bool negative = rest.starts_with('-');
  if (negative) rest.remove_prefix(1);
  const bool hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
  if (hexadecimal) rest.remove_prefix(2);
  double value = 0;
  const auto [end, status] =
      std::from_chars(rest.data(), rest.data() + rest.size(), value,
                      hexadecimal ? std::chars_format::hex : std::chars_format::general);
  // from_chars would accept a second minus sign.
  const std::string_view read(rest.data(), static_cast<std::size_t>(end - rest.data()));
  const bool tiny = status == std::errc::result_out_of_range && IsTiny(read, hexadecimal);
  if (tiny) value = 0;
  const bool good =
      (status == std::errc() || tiny) && std::isfinite(value) && !rest.starts_with('-');
  if (!good) Fail("found " + Next() + ", expected a finite number");
  at_ = static_cast<std::size_t>(end - text_.data());
  return negative ? -value : value;
}

std::string_view TextScanner::Take(std::size_t size) {
  if (size > left()) {
    Fail("the text ends early: expected " + std::to_string(size) + " more bytes, found " +
         std::to_string(left()));
  }
  at_ += size;
  return text_.substr(at_ - size, size);
}

std::string_view TextScanner::Line() {
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  std::string_view line = text_.substr(at_, end - at_);
  at_ = std::min(end + 1, text_.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void TextScanner::EndLine() {
  const std::size_t start = at_;
  if (!Line().empty() || start == text_.size() || text_[at_ - 1] != '\n') {
    at_ = start;
    Fail("found " + Next() + ", expected the end of the line");
  }
}

void TextScanner::FailAt(std::size_t at, const std::string& message) const {
  const std::string_view before = text_.substr(0, at);
  const auto line = 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t column = at - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  throw Error(ErrorKind::kData, {path_, line, column}, message);
}

/// What comes next, for messages: at most kShown bytes of the line.
std::string TextScanner::Next() const {
  constexpr std::size_t kShown = 20;
  if (AtEnd()) return "the end of the file";
  const std::string_view rest = text_.substr(at_, kShown);
  if (rest.front() == '\n') return "the end of a line";
  return "'" + std::string(rest.substr(0, rest.find_first_of("\r\n"))) + "'";
}

}  // namespace sagitta::internal
