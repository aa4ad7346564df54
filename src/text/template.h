// Template: the lines of a CRF++ template, a Wapiti pattern file or a template in Sagitta's own
// language, compiled.
//
// CRF++:
//   # comment                 comments and empty lines are skipped
//   U05:%x[-1,0]/%x[0,0]      an attribute of the token
//   B07:%x[0,1]               an attribute of the edge into the token, from the second token on
//   B                         the plain transition, which is not an attribute
//
// %x[row,column] is a column of the token `row` places further on, -8 to 8; outside the sequence it
// is `_B-1`, `_B-2`, ... before its start and `_B+1`, ... after its end. A line without a macro is
// literal: with U an attribute of every token (a bias), with B the plain transition. The name of
// the attribute is the whole expanded line.
//
// Wapiti differs as follows. Lines begin with u, b or * (both) in either case, names always in
// lower case. A '#' begins a comment anywhere, and spaces at the end of a line are ignored. The
// boundaries are `_x-1` to `_x-4`, then `_x-#`, and `_x+1` to `_x+4`, then `_x+#`. There are more
// macros, see template_macro.cc, and their offsets are not limited.
//
// Sagitta's language is Wapiti's with functions, see word_function.h; in it, %X and %M convert all
// letters of Unicode to lower case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/sequence.h"
#include "text/fast_bytes.h"
#include "text/template_macro.h"
#include "text/wapiti_regex.h"

namespace sagitta::internal {

class Template {
 public:
  /// One line: literals and macros alternate, with a literal at the end.
  struct Rule {
    struct Piece {
      std::string_view literal;  // before the macro
      int row;
      int column;
    };
    std::vector<Piece> pieces;
    std::string_view tail;  // after the last macro
    /// Parallel to pieces; empty when all of them are just fields at most kMaxRow tokens away.
    std::vector<Command> commands;
  };
  /// A field whose position does not depend on the token.
  struct FixedField {
    int row;
    std::size_t column;
  };

  /// Throws Error(kData) at `name`:line:column when `text` is not a template of that language,
  /// which must not be kAuto.
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

  /// The most bytes that all rules together can produce for one token, not counting fields. Every
  /// byte of a field in column c can appear Uses(c) times in the expansion of a sequence, plus once
  /// per token for each time that the field is in fixed_fields().
  std::size_t BytesPerToken() const { return bytes_per_token_; }
  std::size_t Uses(std::size_t column) const { return uses_[column]; }
  const std::vector<FixedField>& fixed_fields() const { return fixed_fields_; }

 private:
  void AddCrfppLine(std::string_view line);
  void AddWapitiLine(std::string_view line, Macro (*parse_macro)(TemplateCursor&));
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
  std::uint64_t line_ = 0;  // number of the line that is being compiled
};

}  // namespace sagitta::internal
