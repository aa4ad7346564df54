// ColumnExpander: the columns of one sequence, expanded by a template into its attributes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "data/sequence_access.h"
#include "sagitta/error.h"
#include "text/field_table.h"
#include "text/line_splitter.h"
#include "text/template.h"

namespace sagitta::internal {

class ColumnExpander {
 public:
  /// REQUIRES: options with a template whose language is not kAuto.
  explicit ColumnExpander(const ReadOptions& options);

  const Template& rules() const { return template_; }

  /// Begins a new sequence.
  void Clear();
  /// A token: at least the columns of the template, its label and its line, as parts of the text of
  /// the sequence, the columns relative to `offset`.
  void Add(std::span<const TextRange> columns, std::size_t offset, TextRange label, TextRange line);
  std::size_t tokens() const { return labels_.size(); }

  /// Fills in the tokens; their names follow the text. `where` is for messages.
  void Expand(SequenceParts& sequence, const Location& where);

 private:
  std::size_t ExpandedBytes() const;
  void ExpandAll(SequenceParts& sequence, char* out);

  Template template_;
  std::vector<TextRange> fields_;  // [T][template's columns]
  std::vector<TextRange> labels_;  // [T]
  std::vector<TextRange> lines_;   // [T]
  FieldTable table_;               // fields_ as views
  std::size_t field_bytes_ = 0;    // of all macros in the expansion, except for fixed fields
  WapitiRegex::Scratch scratch_;
};

}  // namespace sagitta::internal
