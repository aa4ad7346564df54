// Kernels of AdaGrad on rows of weights (optim/stochastic/adagrad.h): a gather that first brings
// each row up to date, and a scatter that applies the step to each row immediately.
//
// Both process an example row by row instead of token by token. The weights of a row and its
// gradient, summed over the example, are then in registers when the formulas need them, and each
// kernel reads and writes each row once.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/rows.h"

namespace sagitta::kernels {

/// Lazy rows whose clock is 0, so that `a` holds the weights themselves. `d` holds the root of the
/// sum of squared gradients.
template <class Real>
struct AdaGradRows {
  Rows<Real> rows;
  std::uint32_t* step_of = nullptr;  // [dense_rows + words], by row number: steps applied
};

/// H = delta + root is the diagonal of the metric.
struct AdaGradSettings {
  double delta = 1;
  double eta = 1;
  double lambda = 0;
};

/// The row, times `value`, contributes to the scores of the token (or edge).
template <class Real>
struct RowOccurrence {
  std::uint32_t row;
  std::uint32_t token;
  Real value;
};

/// Shrinks the rows that occur to the step `now`,
///   w *= (H / (H + eta lambda))^(now - step_of[row]),   step_of[row] = now,
/// and sums their scores: out[t][:] = sum_k value_k * w[row_k][:], rows `stride` >= width apart and
/// zero from width to stride; out has room for one more vector. The occurrences of a row are
/// adjacent, dense rows first.
/// Relative error of w: a few units in the last place, times 1 plus the logarithm of the factor.
/// Prefetches the rows `ahead`, for the next example.
template <class Real>
void AdaGradGather(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,
                   std::uint32_t now, const AdaGradSettings& settings,
                   std::span<const std::uint32_t> ahead, std::size_t tokens, std::size_t stride,
                   Real* out);

/// Applies the step to the rows that occur, with the gradients g[row] = sum_k value_k *
/// table[t_k][:]:
///   root = sqrt(root^2 + g^2),   w -= eta g / H.
/// The shrinking that belongs to the step is deferred to the next visit (step_of is not advanced):
///   (H w - eta g) / (H + eta lambda) = (w - eta g / H) H / (H + eta lambda).
/// The table may be read up to one vector past its end.
template <class Real>
void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,
                 const AdaGradSettings& settings, std::span<const std::uint32_t> ahead,
                 std::size_t stride, const Real* table);

/// Brings all rows to the step `now` and resets step_of to 0. Returns ||w||^2.
template <class Real>
double AdaGradSettle(const AdaGradRows<Real>& rows, std::uint32_t now,
                     const AdaGradSettings& settings);

}  // namespace sagitta::kernels
