// FeatureFrequency: how often each feature of a layout occurs, to leave out those that are too
// rare.
#pragma once

#include <vector>

#include "data/dataset.h"
#include "model/layout.h"

namespace sagitta {

/// The frequency of an attribute with a label (or pair of labels) is the sum of its values there,
/// each times the weight of its example; that of a transition is the sum of the weights of the
/// examples at its occurrences. So a sum may be negative, and a feature that was not observed has
/// 0.
class FeatureFrequency {
 public:
  /// All 0. The layout must outlive the frequencies.
  explicit FeatureFrequency(const Layout& layout);

  /// Adds the features of a shard. Cost: a sweep with a binary search for each occurrence.
  void Add(const Dataset& shard);
  /// Adds the frequencies of other shards, with the same layout.
  void Add(const FeatureFrequency& other);

  /// The layout without features whose frequency is below `least`.
  Layout Kept(double least) const;

 private:
  /// Sums beside the slots of a table.
  class Sums {
   public:
    explicit Sums(const RowTable& table) : table_(table), sum_(table.weights(), 0.0) {}
    void Add(std::size_t row, std::uint32_t slot, double amount);
    void Add(const Sums& other);
    RowTable Kept(double least) const;

   private:
    const RowTable& table_;
    std::vector<double> sum_;
  };

  void AddExample(const Dataset& shard, ExampleId i);
  static void AddItems(const SparseRows& items, std::uint64_t at, std::uint32_t slot,
                       std::size_t first_row, double weight, Sums& sums);

  const Layout& layout_;
  Sums node_, edge_;
};

}  // namespace sagitta
