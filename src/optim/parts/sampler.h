// Samplers: from uniform numbers to examples.
//
// A draw is split in two: the uniform numbers are drawn an iteration ahead, and resolved into an example
// twice, once early to fetch its weights and once for good. Both give the same example unless the
// distribution changed in between; the method is the same as if there were no early look.
#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.h"
#include "data/dataset.h"
#include "optim/parts/sum_tree.h"

namespace sagitta {

/// Uniform over n examples.
inline ExampleId DrawUniform(double u, std::size_t n) {
  return static_cast<ExampleId>(u * static_cast<double>(n));
}

/// The uniform numbers of one non-uniform draw.
struct Draw {
  double branch = 0;
  double place = 0;
  static Draw From(Rng& rng) {
    const double branch = rng.Uniform();
    return {branch, rng.Uniform()};
  }
};

/// A permutation of the examples with the visited ones in front, for uniform draws from either side.
class SeenPartition {
 public:
  explicit SeenPartition(std::size_t n);

  std::size_t seen() const { return seen_; }
  std::size_t unseen() const { return order_.size() - seen_; }
  ExampleId Seen(double u) const { return order_[static_cast<std::size_t>(u * static_cast<double>(seen_))]; }
  ExampleId Unseen(double u) const {
    return order_[seen_ + static_cast<std::size_t>(u * static_cast<double>(unseen()))];
  }
  /// Moves an unseen example to the seen ones.
  void MarkSeen(ExampleId i);

 private:
  std::vector<ExampleId> order_;
  std::vector<std::uint32_t> position_;
  std::size_t seen_ = 0;
};

}  // namespace sagitta
