// ForestPass: sum-product on a forest, by the fast kernels where they are safe, in log space where
// they are not.
//
// In the terms of kernels/tree.h, let theta be as in chain/accuracy.h: far above the smallest
// number over the rounding error. As e, M and m are at most 1, underflow does no harm where
//
//   prod_c m_c[i] >= theta wherever e_v[i] > 0,   m_v[j] >= theta,   z_v >= theta
//
// An m_c[i] that is 0 because no label of c that is allowed leads to i is excepted. All m are at
// least exp(-range), so this holds if (number of neighbours) range <= -log theta for every node,
// however wide the scores of nodes are. Otherwise the outcome of the upward pass is looked at. When
// that fails too, doubles go to log space; floats must be redone in double by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/forest.h"
#include "graph/link_matrices.h"
#include "graph/log_forest.h"
#include "kernels/tree.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
template <class Real>
class ForestPass {
 public:
  void Reserve(std::size_t nodes, std::size_t labels);

  /// Computes log Z of the forest with scores [nodes][stride] of nodes and links as prepared, which
  /// must outlive the calls below. False, of floats only: use double. -infinity: no labelling is
  /// allowed.
  bool Upward(const Forest& forest, const Real* node, std::size_t stride, LinkMatrices<Real>& links,
              double& log_z);
  /// REQUIRES: Upward gave a finite value; before all that follows.
  void Downward();

  /// p(y_v = k) [K].
  const Real* Marginal(std::uint32_t v) const { return tree_.marginal + v * tree_.stride; }
  /// The sum of p(y_v = i, y_parent = j) over nodes v whose links share a matrix, tight [K][K];
  /// rows are labels of v if `rows_own`, else of the parent.
  void PairSums(std::span<const std::uint32_t> nodes, bool rows_own, Real* sums);

 private:
  bool OutcomeIsAccurate();
  bool MessageIsAccurate(std::uint32_t v) const;
  bool IsUnreachable(std::uint32_t v, std::size_t j) const;
  void Arrange(const Forest& forest, std::size_t labels);

  const Forest* forest_ = nullptr;
  LinkMatrices<Real>* links_ = nullptr;
  bool in_log_space_ = false;
  kernels::TreeArrays<Real> tree_;
  AlignedBuffer<Real> nodes_;  // [4][nodes][stride]: e, a, m, p
  AlignedBuffer<Real> norms_;
  std::vector<const Real*> to_parent_, from_parent_;
  std::vector<char> has_zero_;  // [nodes][K]: whether a message to v is 0
  LogForest log_;
  std::vector<double> pair_;  // of log space
};

}  // namespace sagitta
