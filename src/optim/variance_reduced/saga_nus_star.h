// SAGA-NUS*: the move of SAGA with the sampling of SAG-NUS* (Schmidt et al. 2015, Proposition 1 and
// section 5).
//
//   i: half of the time uniform over all n, half in proportion to L_i over those seen, so
//   p_i = 1/(2n) + L_i / (2 sum_k L_k),   g = grad f_i(w)
//   L_i by the line search of Algorithm 2, left out as in section 5.2 (sag_nus_star.h)
//   w <- (1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n),   d <- d - g_i + g,   g_i <- g
//
// Deviation: alpha is a third of the step of SAG-NUS*, 1/6 (1/(L_max + lambda) + 1/(L_mean +
// lambda)), which is too long for SAGA's move; saga_update.h says why. The proposition wants fixed
// probabilities and a memory of the gradients at the first w: here they are learned, and it starts
// as zero.
#pragma once

#include "optim/variance_reduced/make_average_gradient.h"
#include "optim/variance_reduced/sag_nus_star.h"
#include "optim/variance_reduced/saga_update.h"
#include "optim/variance_reduced/scaled_rule.h"

namespace sagitta {

/// skip_searches: as for SagNusStarRule.
template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSagaNusStar(const Oracle<Real>& oracle, const Options& options,
                                                 bool skip_searches) {
  return MakeAverageGradient<SagaUpdate, ProximalSaga>(
      oracle, options, [=](const AverageCore<Real>& core) {
        return std::make_unique<ScaledRule<Real>>(
            std::make_unique<SagNusStarRule<Real>>(core, skip_searches), kSagaStep);
      });
}

}  // namespace sagitta
