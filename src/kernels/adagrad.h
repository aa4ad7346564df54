// Kernels of AdaGrad on rows of weights (optim/stochastic/adagrad.h): the shrinking that a row has
// missed since its last visit, and the step of a visit.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/rows.h"

namespace sagitta::kernels {

/// Plain rows of one part in two stores of the same shape, and when each row was last right.
template <class Real>
struct AdaGradRows {
  Rows<Real> w;
  Rows<Real> root;                   // the root of the sum of squared gradients
  std::uint32_t* step_of = nullptr;  // [dense_rows + words], by row number: w is that of this step
};

/// H = delta + root is the diagonal of the metric.
struct AdaGradSettings {
  double delta = 1;
  double eta = 1;
  double lambda = 0;
};

/// Brings w in the rows of `list` (each once, dense ones first) to the step `now`, where they had
/// no gradient:
///   w *= (H / (H + eta lambda))^(now - step_of[row]),   step_of[row] = now,
/// and copies it to `aside`, dense_part values a row, unless that is null. Relative error: a few
/// units in the last place, times 1 plus the logarithm of the factor.
template <class Real>
void AdaGradCatchUp(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                    std::uint32_t now, const AdaGradSettings& settings, Real* aside);

/// The step of the rows of `list`, where w is `aside` plus the gradient g:
///   root = sqrt(root^2 + g^2),   w = (H aside - eta g) / (H + eta lambda),   step_of[row] += 1.
/// Meanwhile the rows `ahead` are fetched from memory, for the next visit.
template <class Real>
void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                 const Real* aside, std::span<const std::uint32_t> ahead,
                 const AdaGradSettings& settings);

}  // namespace sagitta::kernels
