// Layout: which weights there are and where each one lives in the weight vector.
//
// Every attribute has one row of weights, contiguous, in the order of its slots. A slot is a label
// for node attributes and from * K + to for edges. The flat weight vector is: all node rows, then
// all edge rows; edge row 0 is the plain transitions, edge row 1 + a belongs to edge attribute a.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "sagitta/constraints.h"
#include "sagitta/model.h"

namespace sagitta {

/// Rows of slots. Row r holds the weights [begin[r], begin[r+1]), counted from the table's first
/// one.
struct RowTable {
  std::uint32_t width = 0;              // number of possible slots: K or K * K
  std::vector<std::uint64_t> begin{0};  // [rows + 1]
  std::vector<std::uint32_t> slot;      // [begin.back()], ascending in each row

  std::size_t rows() const { return begin.size() - 1; }
  std::uint64_t weights() const { return begin.back(); }
  std::span<const std::uint32_t> Slots(std::size_t row) const {
    return {slot.data() + begin[row], slot.data() + begin[row + 1]};
  }
  bool Full(std::size_t row) const { return begin[row + 1] - begin[row] == width; }
};

struct LayoutSettings {
  FeatureSet features = FeatureSet::kObserved;
  FeatureSet transitions = FeatureSet::kAll;
  std::uint32_t min_count = 1;   // attributes on fewer tokens (edges) get an empty row
  Constraints constraints = {};  // pairs of labels that are forbidden get no weight
};

/// On how many tokens (edges) each attribute occurs: twice on one counts once. Adds up over shards
/// of a corpus. Empty where the settings ask for no counts.
struct AttributeFrequency {
  std::vector<std::uint32_t> node;  // [node attributes]
  std::vector<std::uint32_t> edge;  // [edge attributes]

  static AttributeFrequency Of(const Dataset& shard, const LayoutSettings& settings);
  void Add(const AttributeFrequency& other);
};

/// Which features occur in the data. Adds up over shards of a corpus.
struct ObservedFeatures {
  RowTable node;                          // row a: node attribute a; no rows unless asked for
  RowTable edge;                          // row a: edge attribute a
  std::vector<std::uint8_t> transitions;  // [types][K][K]: 1 where a pair of labels occurs

  /// `frequency` is that of the whole corpus: rare attributes are left out. Cost: one sweep.
  static ObservedFeatures Of(const Dataset& shard, const LayoutSettings& settings,
                             const AttributeFrequency& frequency);
  void Add(const ObservedFeatures& other);
};

struct Layout {
  std::uint32_t labels = 0;
  RowTable node;  // row a: node attribute a
  RowTable edge;  // row t: pairs of labels on edges of type t; row types + a: edge attribute a
  Constraints constraints;
  std::uint32_t types = 1;  // of edges

  std::uint64_t weights() const { return node.weights() + edge.weights(); }
  std::uint64_t edge_offset() const { return node.weights(); }  // where edge weights start

  /// Settings decide the rows; the data decide what was observed. `data` gives the numbers of
  /// labels and attributes only: all shards of one corpus get the same layout.
  static Layout Build(const Dataset& data, const LayoutSettings& settings,
                      const AttributeFrequency& frequency, ObservedFeatures observed);
  /// Of a corpus that is one shard. Cost: one sweep over the data.
  static Layout Build(const Dataset& data, const LayoutSettings& settings);

  /// The features of both, with the constraints of this one. REQUIRES: the same labels and rows.
  Layout With(const Layout& other) const;
};

}  // namespace sagitta
