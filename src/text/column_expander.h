// ColumnExpander: the columns of one sequence, expanded by a template into its attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/sequence_access.h"
#include "sagitta/error.h"
#include "text/field_table.h"
#include "text/line_splitter.h"
#include "text/structure.h"
#include "text/template.h"

namespace sagitta::internal {

class ColumnExpander {
 public:
  /// REQUIRES: options with a template whose language is not kAuto.
  explicit ColumnExpander(const ReadOptions& options);

  const Template& rules() const { return template_; }
  /// The columns of a token that are used, by the template or the structure.
  std::size_t columns() const { return columns_; }

  /// Begins a new sequence.
  void Clear();
  /// A token: at least the columns that are used, its label and its line, as parts of the text of
  /// the sequence, the columns relative to `offset`; and the number of the line, for messages.
  void Add(std::span<const TextRange> columns, std::size_t offset, TextRange label, TextRange line,
           std::uint64_t number = 0);
  std::size_t tokens() const { return labels_.size(); }

  /// Fills in the tokens; their names follow the text. `where` is for messages.
  void Expand(SequenceParts& sequence, const Location& where);

 private:
  std::size_t ExpandedBytes() const;
  void ExpandAll(SequenceParts& sequence, char* out);
  void FillTable(const SequenceParts& sequence);
  // Graphs; see column_graph.cc.
  void MakeGraphRules(const ReadOptions& options);
  void Connect(const SequenceParts& sequence, const std::string& file);
  char* AddGraph(SequenceParts& sequence, char* out);
  char* AddChainItems(std::size_t token, SequenceParts& sequence, char* out);

  Template template_;
  std::vector<TextRange> fields_;  // [T][columns_]
  std::vector<TextRange> labels_;  // [T]
  std::vector<TextRange> lines_;   // [T]
  FieldTable table_;               // fields_ as views
  std::size_t field_bytes_ = 0;    // of all macros in the expansion, except for fixed fields
  WapitiRegex::Scratch scratch_;

  // Only with a structure that is not a chain.
  struct Graph {
    ColumnStructure structure;
    EdgeTemplate rules;
    std::vector<std::uint64_t> lines;  // of the tokens
    std::vector<GraphEdge> edges;      // their types are those of the structure
    std::string names;                 // types, then the names of the rules for each edge
    std::vector<std::size_t> ends;     // of the names
    std::vector<std::size_t> end_of;   // [edges]: how many names end up to here
  };
  std::optional<Graph> graph_;
  std::size_t columns_ = 0;
};

}  // namespace sagitta::internal
