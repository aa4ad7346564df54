// TemplateCursor: a place in one line of a template; and Macro: what stands between the literals of
// such a line, with its parsers in both languages.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sagitta/error.h"
#include "text/ascii.h"
#include "text/wapiti_regex.h"
#include "text/word_function.h"

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

  /// Moves past `text`, if it comes next.
  bool Take(std::string_view text) {
    const bool found = Rest().starts_with(text);
    if (found) at_ += text.size();
    return found;
  }

  /// Moves past a number without a sign; false when there is none or it is too large.
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

/// What a macro does besides naming a field that is a few tokens away.
struct Command {
  enum class Kind {
    kField,  // gives the field
    kTest,   // "true" or "false": whether the expression matches the field
    kMatch,  // the part of the field that matches, or nothing
    kWord,   // a function of Sagitta's own
  };
  Kind kind = Kind::kField;
  bool absolute = false;    // the row counts from the first token, 1, or from the last, -1
  bool lower_case = false;  // the result is converted to lower case
  std::optional<WapitiRegex> regex;
  WordFunction word;  // of kWord
};

struct Macro {
  int row = 0;
  int column = 0;
  Command command;
};

/// The largest column: it limits the memory that a hostile template can claim.
inline constexpr int kMaxColumn = 9999;

/// The largest distance of a CRF++ macro.
inline constexpr int kMaxRow = 8;

/// Bytes of a mark such as `_B-1`, which stands for a field outside the sequence, and of `false`.
/// An answer is never longer than kLongestCase.
inline constexpr std::size_t kMarkBytes = 4;
inline constexpr std::size_t kAnswerBytes = 5;

/// Parses the macro that begins at the cursor with '%' and moves past it. Throws Error.
Macro ParseCrfppMacro(TemplateCursor& cursor);
Macro ParseWapitiMacro(TemplateCursor& cursor);
/// One of Wapiti's, or a function, see word_function.h.
Macro ParseSagittaMacro(TemplateCursor& cursor);

/// Whether a line has a macro that only Sagitta's language has.
bool HasWordFunction(std::string_view line);

}  // namespace sagitta::internal
