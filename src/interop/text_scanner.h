// TextScanner: a text model read piece by piece, with errors that name line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sagitta::internal {

/// Every function except AtEnd and Looks throws Error(kData) at the current place when it does not
/// find what it expects. Path and text must outlive the scanner.
class TextScanner {
 public:
  TextScanner(const std::string& path, std::string_view text) : path_(path), text_(text) {}

  bool AtEnd() const { return at_ == text_.size(); }
  std::size_t left() const { return text_.size() - at_; }
  /// Whether `literal` comes next.
  bool Looks(std::string_view literal) const { return text_.substr(at_).starts_with(literal); }

  void Expect(std::string_view literal);
  /// Skips spaces, tabs and line ends, if there are any.
  void SkipSpace();
  /// Decimal digits.
  std::uint64_t Number();
  /// A finite number, decimal or hexadecimal (0x1.8p-3).
  double Real();
  std::string_view Take(std::size_t size);
  /// The rest of the line without its end (LF, CRLF or the end of the text), which is skipped.
  std::string_view Line();
  /// The end of a line, which must be there: without it the file may have been truncated.
  void EndLine();

  [[noreturn]] void Fail(const std::string& message) const { FailAt(at_, message); }
  /// The same at an earlier place, such as one that place() gave.
  [[noreturn]] void FailAt(std::size_t at, const std::string& message) const;
  std::size_t place() const { return at_; }

 private:
  std::string Next() const;

  const std::string& path_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace sagitta::internal
