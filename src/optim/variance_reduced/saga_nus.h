// SAGA-NUS: the move of SAGA (Schmidt et al. 2015, Proposition 1) with the sampling of SAG-NUS
// (Schmidt, Le Roux, Bach 2013, section 5.5).
//
//   i: with probability (n-m)/n uniform over the unseen, otherwise over the m seen in proportion to
//   L_i + L_mean + 2 lambda;   p_i as that makes it,   g = grad f_i(w)
//   L_i by the line search of Algorithm 2 from L_i/2, at first from 1
//   w <- (1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n),   d <- d - g_i + g,   g_i <- g
//
// Deviation: alpha is a third of the step of SAG-NUS (sag_nus.h), which is too long for SAGA's
// move; saga_update.h says why. The proposition wants fixed probabilities and a memory of the
// gradients at the first w: here they are learned, and it starts as zero.
#pragma once

#include "optim/variance_reduced/make_average_gradient.h"
#include "optim/variance_reduced/sag_nus.h"
#include "optim/variance_reduced/saga_update.h"
#include "optim/variance_reduced/scaled_rule.h"

namespace sagitta {

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSagaNus(const Oracle<Real>& oracle, const Options& options) {
  return MakeAverageGradient<SagaUpdate, ProximalSaga>(
      oracle, options, [](const AverageCore<Real>& core) {
        return std::make_unique<ScaledRule<Real>>(std::make_unique<SagNusRule<Real>>(core),
                                                  kSagaStep);
      });
}

}  // namespace sagitta
