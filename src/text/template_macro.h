// Macro: what stands between the literals of a template's line, and its parsers in both languages.
#pragma once

#include <optional>

#include "text/template_cursor.h"
#include "text/wapiti_regex.h"

namespace sagitta::internal {

/// What a macro does beyond naming a field that is a few tokens away.
struct Command {
  enum class Kind {
    kField,  // gives the field
    kTest,   // "true" or "false": whether the expression matches the field
    kMatch,  // the part of the field that matches, or nothing
  };
  Kind kind = Kind::kField;
  bool absolute = false;    // the row counts from the first token, 1, or from the last, -1
  bool lower_case = false;  // the result is given in lower case
  std::optional<WapitiRegex> regex;
};

struct Macro {
  int row = 0;
  int column = 0;
  Command command;
};

/// Columns beyond this one are not believed: it bounds what a hostile template can claim.
inline constexpr int kMaxColumn = 9999;

/// How far a CRF++ macro may look.
inline constexpr int kMaxRow = 8;

/// Bytes of a mark such as `_B-1`, which a macro gives outside the sequence, and of `false`.
inline constexpr std::size_t kMarkBytes = 4;
inline constexpr std::size_t kAnswerBytes = 5;

/// Parses the macro that begins at the cursor with '%' and moves behind it. Throws Error.
Macro ParseCrfppMacro(TemplateCursor& cursor);
Macro ParseWapitiMacro(TemplateCursor& cursor);

}  // namespace sagitta::internal
