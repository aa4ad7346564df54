// SAGA with uniform sampling (Defazio, Bach, Lacoste-Julien 2014, Algorithm 1; Schmidt et al. 2015,
// Algorithm 2 of Appendix A with p_i = 1/n).
//
//   i uniform, g = grad f_i(w)
//   L_g by the line search of Algorithm 2 from the last one, alpha = (1/3) / (L_g + lambda)
//   w <- (1 - alpha lambda) w - alpha (g - g_i + d/n),   d <- d - g_i + g,   g_i <- g
//   L_g <- L_g 2^(-1/n)
//
// Deviations from Defazio et al., who have alpha = 1/(3L) for a known L: L_g is searched for as in
// SAG (sag.h). The memory starts as zero, not as the gradients at the first w. With an L1 term a
// proximal step follows (proximal_core.h).
#pragma once

#include "optim/variance_reduced/make_average_gradient.h"
#include "optim/variance_reduced/sag.h"
#include "optim/variance_reduced/saga_update.h"
#include "optim/variance_reduced/scaled_rule.h"

namespace sagitta {

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSaga(const Oracle<Real>& oracle, const Options& options) {
  return MakeAverageGradient<SagaUpdate, ProximalSaga>(
      oracle, options, [](const AverageCore<Real>& core) {
        return std::make_unique<ScaledRule<Real>>(std::make_unique<SagRule<Real>>(core), kSagaStep);
      });
}

}  // namespace sagitta
