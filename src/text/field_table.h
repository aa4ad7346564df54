// FieldTable: the fields of a sequence, with marks for places outside it; and the expansion of
// rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/fast_bytes.h"
#include "text/template.h"

namespace sagitta::internal {

/// The token that a macro with an absolute row refers to: 1 is the first, -1 the last. It may lie
/// outside the sequence.
inline std::ptrdiff_t FixedRow(int row, std::ptrdiff_t tokens) {
  return row < 0 ? row + tokens : row - 1;
}

/// Row t holds the template's columns of token t. kMaxRow rows before the first token and after
/// the last one hold marks such as `_B-1`.
class FieldTable {
 public:
  FieldTable(std::size_t columns, TemplateLanguage language);

  /// Filled row by row: Begin, Add for every field, End.
  void Begin() { fields_.resize(kMaxRow * static_cast<std::size_t>(columns_)); }
  void Add(std::string_view field) { fields_.push_back(field); }
  void End();

  std::ptrdiff_t columns() const { return columns_; }
  std::ptrdiff_t tokens() const { return tokens_; }
  TemplateLanguage language() const { return language_; }
  /// The first field of token t.
  const std::string_view* Token(std::ptrdiff_t t) const {
    return fields_.data() + (t + kMaxRow) * columns_;
  }
  /// The row that a macro refers to at token t, limited to the rows with marks.
  std::ptrdiff_t RowOf(int row, bool absolute, std::ptrdiff_t t) const {
    const std::ptrdiff_t target = absolute ? FixedRow(row, tokens_) : row + t;
    return std::clamp<std::ptrdiff_t>(target, -kMaxRow, tokens_ - 1 + kMaxRow);
  }

 private:
  std::ptrdiff_t columns_;
  TemplateLanguage language_;
  std::ptrdiff_t tokens_ = 0;
  std::vector<std::string_view> fields_;
};

/// Writes the expansion of `rule`, which has no commands, for one token to `out` and returns its
/// end. `token` points to the token's fields in a table with `columns` columns. REQUIRES: the
/// conditions of QuickCopy for `out` and for all fields.
inline char* Expand(const Template::Rule& rule, const std::string_view* token,
                    std::ptrdiff_t columns, char* out) {
  for (const Template::Rule::Piece& piece : rule.pieces) {
    out = QuickCopy(out, piece.literal);
    out = QuickCopy(out, token[piece.row * columns + piece.column]);
  }
  return QuickCopy(out, rule.tail);
}

/// The same for a rule with commands and token t. REQUIRES: the conditions of QuickCopy also for
/// parts of fields. Where a command lowers its result, there must be room for kLowerGrowth times
/// the field.
char* ExpandCommands(const Template::Rule& rule, const FieldTable& table, std::ptrdiff_t t,
                     char* out, WapitiRegex::Scratch& scratch);

}  // namespace sagitta::internal
