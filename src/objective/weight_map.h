// WeightMap: which rows of weights a training has and where the weight of each feature lies.
//
// The model's layout has one row per attribute. Training rearranges them so that it visits as
// little memory as possible:
//
//   - Attributes with identical occurrences ("twins") become one row. The weights of c twins stay
//     equal under every method that starts at zero. With u = sqrt(c) w their score c w x becomes
//     u (sqrt(c) x) and their penalty c w^2 becomes u^2: one row with values sqrt(c) x is exactly
//     the same problem.
//   - Attributes with large values can be scaled: an attribute whose largest absolute value m is
//     above a limit gets the values x/m. Its weight here is v = m w, and the penalty is that of v.
//     This is another problem, better conditioned; the flat vector has w, in the data's own units.
//   - Attributes that do not occur have no row, nor have transitions when all sequences are single
//     tokens: the loss does not depend on their weights, which stay as they are.
//   - Frequent rows come first, the others in order of first appearance: neighbours in the text are
//     neighbours in memory.
//   - Rows with at least a quarter of their slots are dense, the others sparse (weight_space.h).
//
// The map is global. It follows from the layout and from counts and largest values of the
// attributes' occurrences, which can be combined over shards of a corpus: all shards of one corpus
// get the same map.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "model/layout.h"
#include "objective/plain_weights.h"
#include "objective/weight_space.h"

namespace sagitta {

/// How often each attribute of a block occurs, a signature of where, and its largest value.
class AttributeCounts {
 public:
  /// Two attributes with equal counts and signatures have the same occurrences: unequal ones agree
  /// with a probability below 2^-64 per pair.
  struct Signature {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;      // of a hash of each occurrence: its token (or edge) and value
    std::uint64_t squares = 0;  // of the squared hashes, practically independent of the sum

    bool operator==(const Signature&) const = default;
  };

  explicit AttributeCounts(std::uint32_t attributes) : signature_(attributes), size_(attributes) {}

  /// Adds the occurrences of a shard. Its row 0 has number `first` in the whole corpus.
  void Add(const SparseRows& rows, std::uint64_t first);
  /// Adds the counts of another shard.
  void Add(const AttributeCounts& other);

  std::uint32_t attributes() const { return static_cast<std::uint32_t>(signature_.size()); }
  const Signature& Of(std::uint32_t attribute) const { return signature_[attribute]; }
  /// The largest absolute value on a token or edge, where repeated occurrences add up; 0: none.
  double Largest(std::uint32_t attribute) const { return size_[attribute].Largest(); }

 private:
  /// The largest absolute value of an attribute on the rows before the last one it occurs on, and
  /// the sum on that one.
  struct Size {
    std::uint64_t row = 0;
    double sum = 0;
    double before = 0;

    double Largest() const { return std::max(before, std::abs(sum)); }
    void Add(std::uint64_t number, double value) {
      if (number != row) *this = {number, 0, Largest()};
      sum += value;
    }
  };

  std::vector<Signature> signature_;
  std::vector<Size> size_;
};

/// The counts that a WeightMap is built from.
struct WeightCounts {
  AttributeCounts node;
  AttributeCounts edge;
  std::vector<std::uint64_t> edges;  // [edge types]: with or without attributes

  /// Of one shard, whose first token has number `first_token` in the whole corpus. Cost: one sweep
  /// over the shard.
  static WeightCounts Of(const Dataset& shard, std::uint64_t first_token = 0);
  void Add(const WeightCounts& other);
};

/// For every attribute the first attribute (by id) that has the same occurrences and the same slots
/// in the layout's table, where attribute a has row a + first_row: itself when it has no earlier
/// twin. The data alone give twins the same slots; features of a model that is trained further need
/// not.
std::vector<std::uint32_t> FindTwins(const AttributeCounts& counts, const RowTable& layout,
                                     std::size_t first_row);

/// Where the weights of a layout row are: its row in the weight space (kNoRow: untrained). With c
/// twins and a scale m, which is 1 for most attributes, the row u has u = sqrt(c) m w.
struct RowOrigin {
  std::uint32_t row = kNoRow;
  double factor = 1;   // 1 / (sqrt(c) m): from u to w, and from values to those of the row
  double inverse = 1;  // m / sqrt(c): from each of the twins' w to its part of u
};

/// No value is too large.
inline constexpr double kNoValueLimit = std::numeric_limits<double>::infinity();

/// Immutable; shared by threads.
class WeightMap {
 public:
  /// The layout must outlive the map. Attributes with an absolute value above value_limit are
  /// divided by their largest one. REQUIRES: the counts have the layout's attributes.
  WeightMap(const WeightCounts& counts, const Layout& layout, bool merge_twins, double value_limit);

  const WeightSpace& space() const { return space_; }
  const Layout& layout() const { return layout_; }
  std::uint32_t labels() const { return layout_.labels; }
  /// The row of the edge block with the label pairs of an edge type.
  static std::uint32_t TypeRow(std::uint32_t type) { return type; }
  /// The origin of an attribute's weights.
  const RowOrigin& Node(std::uint32_t attribute) const { return origin_[kNodeBlock][attribute]; }
  const RowOrigin& Edge(std::uint32_t attribute) const {
    return origin_[kEdgeBlock][attribute + layout_.types];
  }

  /// The origins of all rows of the layout's table of a block.
  const std::vector<RowOrigin>& Origins(std::size_t block) const { return origin_[block]; }

  /// From weights of this space to the layout's flat vector, where those without a row stay.
  template <class Real>
  void ToFlat(const PlainWeights<Real>& from, std::span<double> flat) const;
  /// And back. Twins get the mean of their flat weights, slots without a weight get zero.
  template <class Real>
  void FromFlat(std::span<const double> flat, PlainWeights<Real>& to) const;

 private:
  const Layout& layout_;  // its edge table has a row for each type before those of attributes
  WeightSpace space_;
  std::vector<RowOrigin> origin_[2];  // by block: [layout rows]
};

}  // namespace sagitta
