// FixedScores: a part b_i of the scores of each example that does not depend on the weights,
//
//   f_i(u) = omega_i * l_i(b_i + A_i^T u)
//
// With b_i = A_i^T c these are the losses at the weights c + u. A method that is given them trains
// the change u from c, and whatever it penalises is the change: lambda/2 ||u||^2 is
// lambda/2 ||w - c||^2. Gradients, line searches, bounds and stopping need no change.
#pragma once

#include <cstddef>

#include "base/aligned_buffer.h"
#include "objective/factor_rows.h"
#include "objective/factor_scores.h"
#include "objective/plain_weights.h"
#include "objective/structure.h"

namespace sagitta {

/// As large as a table of each example. Immutable; shared by threads.
template <class Real>
class FixedScores {
 public:
  /// b_i = A_i^T c for all examples of `rows`, which must outlive this.
  FixedScores(const FactorRows<Real>& rows, const PlainWeights<Real>& c);

  /// scores += b_i.
  void AddTo(ExampleId i, FactorScores<Real>& scores) const;
  /// <b_i, table>.
  double Dot(ExampleId i, const FactorTables<Real>& table) const;

 private:
  const Real* Nodes(ExampleId i) const {
    return node_.data() + structure_.token_begin[i] * structure_.labels;
  }
  /// The lists of the attributed edges of example i (see EdgeSlots).
  const Real* Lists(ExampleId i) const {
    return edge_.data() + structure_.slots.Count(0, structure_.attributed_begin[i]);
  }

  const Structure& structure_;
  AlignedBuffer<Real> node_;  // [tokens][K]
  AlignedBuffer<Real> type_;  // [edge types][K][K], the same for all examples
  AlignedBuffer<Real>
      edge_;  // lists of what attributed edges have besides the scores of their type
};

}  // namespace sagitta
