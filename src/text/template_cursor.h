// TemplateCursor: a place in one line of a template, and the errors that are found there.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sagitta/error.h"
#include "text/ascii.h"

namespace sagitta::internal {

class TemplateCursor {
 public:
  /// `line` and `file` must outlive it.
  TemplateCursor(std::string_view line, const std::string& file, std::uint64_t number)
      : line_(line), file_(file), number_(number) {}

  std::string_view line() const { return line_; }
  std::string_view Rest() const { return line_.substr(at_); }
  std::size_t at() const { return at_; }
  void Skip(std::size_t bytes) { at_ += bytes; }

  /// Moves behind what is wanted, if it is here.
  bool Take(std::string_view wanted) {
    const bool found = Rest().starts_with(wanted);
    if (found) at_ += wanted.size();
    return found;
  }

  /// Moves behind a number without a sign; false when there is none or it is too large.
  bool TakeNumber(int& number, int base = 10) {
    const char* const begin = line_.data() + at_;
    if (Rest().starts_with('-')) return false;
    const auto [end, status] = std::from_chars(begin, line_.data() + line_.size(), number, base);
    at_ += static_cast<std::size_t>(end - begin);
    return status == std::errc();
  }

  /// `at`: counted from 0.
  [[noreturn]] void Fail(std::size_t at, const std::string& message) const {
    throw Error(ErrorKind::kData, {file_, number_, at + 1}, message);
  }

 private:
  std::string_view line_;
  const std::string& file_;
  std::uint64_t number_;
  std::size_t at_ = 0;
};

}  // namespace sagitta::internal
