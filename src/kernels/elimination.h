// The kernel of variable elimination: one variable is summed out of a table.
#pragma once

#include <cstddef>

namespace sagitta::kernels {

/// x[k][s], tight [rows][columns], are logarithms. For every column s
///
///   log_sums[s] = log sum_k exp(x[k][s]),   x[k][s] = exp(x[k][s] - log_sums[s])
///
/// so that every column becomes a distribution. A column of -infinity alone becomes zeros, and its
/// sum -infinity. No range of values is too wide. Both arrays may be read up to one vector past
/// their ends. REQUIRES: no NaN, no +infinity.
void NormalizeColumns(std::size_t rows, std::size_t columns, double* x, double* log_sums);

}  // namespace sagitta::kernels
