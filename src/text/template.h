// Template: a CRF++ template, compiled.
//
//   # comment                 comments and empty lines are skipped
//   U05:%x[-1,0]/%x[0,0]      an attribute of the token
//   B07:%x[0,1]               an attribute of the edge into the token, from the second token on
//   B                         the plain transition, which every model has: adds nothing
//
// %x[row,column] stands for a column of the token `row` places further on, -8 to 8; outside the
// sequence for `_B-1`, `_B-2`, ... before its start and `_B+1`, ... behind its end. A line without
// a macro is literal: with U an attribute of every token (a bias), with B the plain transition. The
// attribute's name is the whole expanded line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/quick_copy.h"

namespace sagitta::internal {

class Template {
 public:
  static constexpr int kMaxRow = 8;             // how far a macro may look
  static constexpr std::size_t kMarkBytes = 4;  // of `_B-1` and its like

  /// One line: literals and macros by turns, a literal at the end.
  struct Rule {
    struct Piece {
      std::string_view literal;  // before the macro
      int row;
      int column;
    };
    std::vector<Piece> pieces;
    std::string_view tail;  // behind the last macro
  };

  /// Throws Error(kData) at `name`:line:column when `text` is no template.
  Template(std::string_view text, const std::string& name);
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;

  const std::vector<Rule>& node_rules() const { return node_rules_; }
  const std::vector<Rule>& edge_rules() const { return edge_rules_; }

  /// How many columns the macros need, and the first line (from 1) that needs that many.
  std::size_t columns() const { return uses_.size(); }
  std::uint64_t widest_line() const { return widest_line_; }
  const std::string& name() const { return name_; }

  /// Bytes that all rules together can give for one token, not counting its fields, of which every
  /// byte of column c can appear Uses(c) times in the expansion of a sequence.
  std::size_t BytesPerToken() const { return bytes_per_token_; }
  std::size_t Uses(std::size_t column) const { return uses_[column]; }

 private:
  void AddLine(std::string_view line);
  Rule::Piece ParseMacro(std::string_view line, std::size_t& at) const;
  void CountUse(const Rule::Piece& piece);
  [[noreturn]] void Fail(std::size_t at, const std::string& message) const;

  std::string name_;
  std::string text_;  // what the literals point into, padded for QuickCopy
  std::vector<Rule> node_rules_;
  std::vector<Rule> edge_rules_;
  std::vector<std::size_t> uses_;  // [columns]
  std::size_t bytes_per_token_ = 0;
  std::uint64_t widest_line_ = 0;
  std::uint64_t line_ = 0;  // being compiled
};

/// Writes what `rule` gives for one token to `out` and returns the end. `token` points to the
/// token's fields in a table with `columns` fields a row, in which kMaxRow rows stand before and
/// behind it. REQUIRES: the conditions of QuickCopy for `out` and for all fields.
inline char* Expand(const Template::Rule& rule, const std::string_view* token,
                    std::ptrdiff_t columns, char* out) {
  for (const Template::Rule::Piece& piece : rule.pieces) {
    out = QuickCopy(out, piece.literal);
    out = QuickCopy(out, token[piece.row * columns + piece.column]);
  }
  return QuickCopy(out, rule.tail);
}

}  // namespace sagitta::internal
