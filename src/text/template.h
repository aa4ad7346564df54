// Template: the lines of a CRF++ template or a Wapiti pattern file, compiled.
//
// CRF++:
//   # comment                 comments and empty lines are skipped
//   U05:%x[-1,0]/%x[0,0]      an attribute of the token
//   B07:%x[0,1]               an attribute of the edge into the token, from the second token on
//   B                         the plain transition, which is no attribute: adds nothing
//
// %x[row,column] stands for a column of the token `row` places further on, -8 to 8; outside the
// sequence for `_B-1`, `_B-2`, ... before its start and `_B+1`, ... behind its end. A line without
// a macro is literal: with U an attribute of every token (a bias), with B the plain transition. The
// attribute's name is the whole expanded line.
//
// Wapiti: the same but for the following. Lines begin with u, b or * (both) in either case, and
// names in lower case. A '#' begins a comment anywhere, spaces at the end of a line do not count.
// The boundaries are `_x-1` to `_x-4`, then `_x-#`, and `_x+1` to `_x+4`, then `_x+#`. There are
// more macros, see ParseWapitiMacro, and they may look as far as they like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/sequence.h"
#include "text/quick_copy.h"
#include "text/template_macro.h"
#include "text/wapiti_regex.h"

namespace sagitta::internal {

class Template {
 public:
  /// One line: literals and macros by turns, a literal at the end.
  struct Rule {
    struct Piece {
      std::string_view literal;  // before the macro
      int row;
      int column;
    };
    std::vector<Piece> pieces;
    std::string_view tail;  // behind the last macro
    /// Beside pieces; empty when all of them simply give a field at most kMaxRow tokens away.
    std::vector<Command> commands;
  };
  /// A field whose place does not depend on the token.
  struct FixedField {
    int row;
    std::size_t column;
  };

  /// Throws Error(kData) at `name`:line:column when `text` is no template of that language, which
  /// must not be kAuto.
  Template(std::string_view text, const std::string& name, TemplateLanguage language);
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;

  const std::vector<Rule>& node_rules() const { return node_rules_; }
  const std::vector<Rule>& edge_rules() const { return edge_rules_; }
  bool has_plain_transition() const { return has_plain_transition_; }

  /// How many columns the macros need, and the first line (from 1) that needs that many.
  std::size_t columns() const { return uses_.size(); }
  std::uint64_t widest_line() const { return widest_line_; }
  const std::string& name() const { return name_; }
  TemplateLanguage language() const { return language_; }

  /// Bytes that all rules together can give for one token, not counting fields. Every byte of a
  /// field in column c can appear Uses(c) times in the expansion of a sequence, and moreover once a
  /// token for each time that it is among fixed_fields().
  std::size_t BytesPerToken() const { return bytes_per_token_; }
  std::size_t Uses(std::size_t column) const { return uses_[column]; }
  const std::vector<FixedField>& fixed_fields() const { return fixed_fields_; }

 private:
  void AddCrfppLine(std::string_view line);
  void AddWapitiLine(std::string_view line);
  static Rule ParseRule(TemplateCursor& cursor, Macro (*parse_macro)(TemplateCursor&));
  void AddRule(const Rule& rule, bool node, bool edge);
  void CountBytes(const Rule& rule);

  std::string name_;
  TemplateLanguage language_;
  std::string text_;  // what the literals point into, padded for QuickCopy
  std::vector<Rule> node_rules_;
  std::vector<Rule> edge_rules_;
  bool has_plain_transition_ = false;
  std::vector<std::size_t> uses_;  // [columns]
  std::vector<FixedField> fixed_fields_;
  std::size_t bytes_per_token_ = 0;
  std::uint64_t widest_line_ = 0;
  std::uint64_t line_ = 0;  // being compiled
};

}  // namespace sagitta::internal
