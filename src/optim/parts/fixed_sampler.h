// FixedSampler: draws from a distribution that stays, in O(1) on average.
//
// The unit interval is cut into as many cells as there are indices, and of each cell it is written
// down where its search among the partial sums has to start (the method of guide tables).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/state.h"

namespace sagitta {

class FixedSampler {
 public:
  /// Index i has the weight weights[i] > 0.
  void Assign(std::vector<double> weights);

  std::size_t size() const { return weights_.size(); }
  double Get(std::size_t i) const { return weights_[i]; }
  double Sum() const { return ends_.back(); }

  /// The index i with probability Get(i) / Sum() when u is uniform in [0, 1). REQUIRES: size() > 0.
  std::size_t Sample(double u) const {
    const double place = u * Sum();
    std::size_t i = starts_[static_cast<std::size_t>(u * static_cast<double>(size()))];
    while (i + 1 < size() && ends_[i] <= place) ++i;
    return i;
  }

  /// REQUIRES: the same size on both sides.
  void Transfer(State& state);

 private:
  void Build();

  std::vector<double> weights_;
  std::vector<double> ends_;           // ends_[i] = the sum of weights_[0 .. i]
  std::vector<std::uint32_t> starts_;  // of each cell: an index not behind the first one in it
};

}  // namespace sagitta
