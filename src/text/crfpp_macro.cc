// CRF++'s only macro: %x[row,column].
#include "text/template_macro.h"

namespace sagitta::internal {

Macro ParseCrfppMacro(TemplateCursor& cursor) {
  const std::size_t start = cursor.at();
  Macro macro;
  bool good = cursor.Take("%x[");
  const bool negative = good && cursor.Take("-");
  good = good && cursor.TakeNumber(macro.row) && cursor.Take(",") &&
         cursor.TakeNumber(macro.column) && cursor.Take("]");
  if (!good) {
    const std::string_view found = cursor.line().substr(start, cursor.at() - start + 1);
    cursor.Fail(start, "found '" + std::string(found) + "', wanted a macro %x[row,column]");
  }
  if (macro.row > kMaxRow) {
    cursor.Fail(start, "found row " + std::string(negative ? "-" : "") + std::to_string(macro.row) +
                           ", wanted -" + std::to_string(kMaxRow) + " to " +
                           std::to_string(kMaxRow));
  }
  if (negative) macro.row = -macro.row;
  return macro;
}

}  // namespace sagitta::internal
