// Gram matrices of the examples of a problem.
#pragma once

#include "objective/problem.h"

namespace sagitta {

/// G[t][t'] = sum over rows of x_t x_t', for t' <= t, example by example. An example whose matrix
/// has more entries than twice its occurrences gets none: walking its rows is then cheaper.
/// REQUIRES: all rows of the node part are full (otherwise G would differ from slot to slot).
template <class Real>
GramMatrices<Real> BuildGram(const Problem<Real>& problem);

}  // namespace sagitta
