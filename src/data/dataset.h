// Dataset: labelled sequences as ids only, columnar and immutable once built; in memory, or mapped.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/data_column.h"

namespace sagitta {

using ExampleId = std::uint32_t;
using LabelId = std::uint16_t;

/// Stands for no example.
inline constexpr ExampleId kNoExample = 0xffffffff;
/// A label that the dictionary does not know; occurs only in evaluation data.
inline constexpr LabelId kUnknownLabel = 0xffff;
inline constexpr std::uint32_t kMaxLabels = 2000;

/// Compressed rows of (attribute, value): row t is attribute[begin[t] .. begin[t+1]).
struct SparseRows {
  DataColumn<std::uint64_t> begin{0};
  DataColumn<std::uint32_t> attribute;
  DataColumn<float> value;  // empty: every value is 1

  std::size_t rows() const { return begin.size() - 1; }
  double Value(std::uint64_t k) const { return value.empty() ? 1.0 : value[k]; }
};

/// An edge joins two tokens of an example, counted from its first token. Edges of one type share
/// the weights of their pairs of labels.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t type = 0;
};

/// What only graphs have. Empty when all examples are chains.
struct GraphParts {
  std::uint32_t types = 1;                       // of edges
  DataColumn<std::uint8_t> symmetric;            // [types]; empty: no type is symmetric
  DataColumn<std::uint8_t> symmetric_attribute;  // [edge attributes], of such types; or empty
  DataColumn<std::uint64_t> edge_begin;          // [examples + 1]
  DataColumn<Edge> edge;                         // by example

  // Node t may have the labels set_label[set_begin[s] .. set_begin[s + 1]), ascending, where s is
  // label_set[t]; all labels if s is 0.
  DataColumn<std::uint32_t> label_set;        // [tokens]; empty: no node is restricted
  DataColumn<std::uint64_t> set_begin{0, 0};  // [sets + 1]
  DataColumn<LabelId> set_label;
  DataColumn<std::uint8_t> given;  // [tokens]: 1 where the label is given; empty: nowhere

  bool empty() const { return edge_begin.empty(); }
  bool Symmetric(std::uint32_t type) const { return !symmetric.empty() && symmetric[type] != 0; }
};

/// Example i consists of the tokens [token_begin[i], token_begin[i+1]) and of edges between them.
struct Dataset {
  std::uint32_t labels = 0;           // K: label ids are 0 .. K-1
  std::uint32_t node_attributes = 0;  // attribute ids on tokens are 0 .. node_attributes-1
  std::uint32_t edge_attributes = 0;  // attribute ids on edges, a numbering of their own

  DataColumn<std::uint64_t> token_begin{0};
  DataColumn<LabelId> label;  // [tokens]
  SparseRows node;            // one row per token
  SparseRows edge;  // one row per token: the edge into it; the first token's row is empty.
                    // No rows at all (begin == {0}) when there are no edge attributes.
                    // With graphs: one row per edge.
  DataColumn<double> weight;  // [examples], omega_i; empty: all 1
  GraphParts graphs;

  std::size_t examples() const { return token_begin.size() - 1; }
  std::uint64_t tokens() const { return token_begin.back(); }
  std::uint64_t length(ExampleId i) const { return token_begin[i + 1] - token_begin[i]; }
  double Weight(ExampleId i) const { return weight.empty() ? 1.0 : weight[i]; }
  bool HasEdgeAttributes() const { return edge.rows() > 0; }

  /// The edges of example i. Edge e of a chain joins tokens e and e + 1.
  std::size_t edges(ExampleId i) const {
    return static_cast<std::size_t>(HasGraphs() ? graphs.edge_begin[i + 1] - graphs.edge_begin[i]
                                                : length(i) - 1);
  }
  Edge EdgeAt(ExampleId i, std::size_t e) const {
    if (HasGraphs()) return graphs.edge[graphs.edge_begin[i] + e];
    return {static_cast<std::uint32_t>(e), static_cast<std::uint32_t>(e + 1), 0};
  }
  /// The row of `edge` that holds the attributes of edge e of example i.
  std::uint64_t EdgeRow(ExampleId i, std::size_t e) const {
    return HasGraphs() ? graphs.edge_begin[i] + e : token_begin[i] + e + 1;
  }
  std::uint64_t EdgeRows() const { return HasGraphs() ? graphs.edge.size() : tokens(); }
  std::uint32_t edge_types() const { return graphs.types; }
  /// Whether the label of a token is given, and is not to be predicted.
  bool IsGiven(std::uint64_t token) const {
    return !graphs.given.empty() && graphs.given[token] != 0;
  }
  bool HasGraphs() const { return !graphs.empty(); }
  /// The slot of a pair of labels on an edge of this type: of a symmetric type there is one for
  /// a, b and b, a.
  std::uint32_t PairSlot(std::uint32_t type, std::uint32_t from, std::uint32_t to) const {
    return graphs.Symmetric(type) && from > to ? to * labels + from : from * labels + to;
  }
};

}  // namespace sagitta
