// Inference on one chain in log space: slow, plain, and right for any scores.
//
// The reference that the fast kernels are tested against, and the route that scores take when their
// range is too wide for scaled probabilities.
#pragma once

#include "chain/chain_scores.h"

namespace sagitta {

/// log sum_y exp(score(y)); -infinity when no labelling is allowed. Cost T K^2 exponentials.
template <class Real>
double LogSpacePartition(const ChainScoresOf<Real>& scores);

/// All marginals that are asked for, zeroes when no labelling is allowed; returns log Z.
template <class Real>
double LogSpaceMarginals(const ChainScoresOf<Real>& scores,
                         const ChainMarginalsOf<Real>& marginals);

}  // namespace sagitta
