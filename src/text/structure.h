// ColumnStructure: which edges the tokens of a sequence have, found in their columns.
//
//   chain           edges of type chain between neighbours
//   tree:HEAD       type tree, from the head to the token; HEAD is the column with the number of
//   the
//                   head, from 1, 0 for a root
//   skip:COLUMN     type skip, from a capitalised word to the next that is the same in this column
//   grid:ROW,COL    types right and down, between cells whose columns differ by one in the same
//   row,
//                   and whose rows differ by one in the same column
//
// Parts are joined with '+', each kind once. A column is a number, from 0, or of CoNLL-U the name
// of a field. Edges can have attributes by template lines
//
//   E:TYPE NAME
//
// where NAME has macros %from[row,column] and %to[row,column]: a column of the token `row` places
// after the node that the edge comes from, or goes to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/error.h"
#include "sagitta/sequence.h"
#include "text/field_table.h"

namespace sagitta::internal {

/// The parts of a structure. Throws Error(kUsage) when the text is not one.
class ColumnStructure {
 public:
  /// `columns`: the names of CoNLL-U, the label last; else empty.
  ColumnStructure(const std::string& text, const std::vector<std::string>& columns);

  /// "" and "chain" are no structure of their own.
  static bool IsChain(const std::string& text) { return text.empty() || text == "chain"; }
  /// The fields of CoNLL-U that are named, but are not among `columns`.
  static std::vector<std::string> MissingColumns(const std::string& text,
                                                 const std::vector<std::string>& columns);

  /// The number of columns that are needed.
  std::size_t columns() const { return columns_; }
  bool HasChain() const { return chain_; }
  std::vector<std::string> types() const;

  /// The edges of a sequence. `fields` are those of its tokens, `where(token, column)` their place
  /// for messages. Throws Error(kData).
  template <class Where>
  void Connect(const FieldTable& fields, const Where& where, std::vector<GraphEdge>& edges) const {
    try {
      Connect(fields, edges);
    } catch (const BadField& bad) {
      throw Error(ErrorKind::kData, where(bad.token, bad.column), bad.message);
    }
  }

 private:
  struct BadField {
    std::size_t token;
    std::size_t column;
    std::string message;
  };

  void Connect(const FieldTable& fields, std::vector<GraphEdge>& edges) const;
  void ConnectTree(const FieldTable& fields, std::vector<GraphEdge>& edges) const;
  void ConnectSkip(const FieldTable& fields, std::vector<GraphEdge>& edges) const;
  void ConnectGrid(const FieldTable& fields, std::vector<GraphEdge>& edges) const;

  static constexpr std::size_t kNone = ~std::size_t{0};
  bool chain_ = false;
  std::size_t head_ = kNone, skip_ = kNone, row_ = kNone, col_ = kNone;
  std::size_t columns_ = 0;
};

/// The lines of a template about edges.
class EdgeTemplate {
 public:
  /// Looks at the lines that start with E:, for edges of these types. Throws Error(kData) at
  /// name:line:column.
  EdgeTemplate(std::string_view text, const std::string& name,
               const std::vector<std::string>& types);

  static bool IsEdgeLine(std::string_view line) { return line.starts_with("E:"); }
  std::size_t columns() const { return columns_; }

  /// Appends the names of the attributes of an edge to `text`, and where each ends to `ends`.
  void Expand(const FieldTable& fields, const GraphEdge& edge, std::string& text,
              std::vector<std::size_t>& ends) const;

 private:
  struct Piece {
    std::string literal;  // before the macro
    bool to;
    int row;
    std::size_t column;
  };
  struct Rule {
    std::string type;
    std::vector<Piece> pieces;
    std::string tail;
  };

  void AddLine(std::string_view line, const std::string& name, std::uint64_t number,
               const std::vector<std::string>& types);

  std::vector<Rule> rules_;
  std::size_t columns_ = 0;
};

}  // namespace sagitta::internal
