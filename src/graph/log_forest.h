// Sum-product on a forest in log space: slow, plain, and right for any scores. The route that
// scores take when they are too wide for scaled probabilities; kernels/tree.h has the recursions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/forest.h"
#include "graph/link_matrices.h"

namespace sagitta {

/// Owns scratch; one per thread.
class LogForest {
 public:
  /// log Z; -infinity when no labelling is allowed. The arguments must outlive the calls below.
  double Upward(const Forest& forest, std::size_t labels, const double* node, std::size_t stride,
                LinkMatrices<double>& links);
  /// p(y_v = k), rows `stride` apart. REQUIRES: Upward gave a finite value.
  void Downward(std::size_t stride, double* marginal);
  /// p(y_v = i, y_parent = j), tight. REQUIRES: Downward.
  void Pair(std::uint32_t v, double* out);

 private:
  /// The scores of v's link, rows are labels of v.
  const double* LinkScores(std::uint32_t v);

  const Forest* forest_ = nullptr;
  LinkMatrices<double>* links_ = nullptr;
  std::size_t labels_ = 0;
  std::vector<double> inside_;    // log a / z [nodes][K]
  std::vector<double> message_;   // log m, then log Q [nodes][K]
  std::vector<double> marginal_;  // log p [nodes][K]
  std::vector<double> table_;     // [2][K][K]
};

}  // namespace sagitta
