// SG-NUS: stochastic gradient with the sampling of SAG-NUS* (Schmidt et al. 2015, section 5).
//
//   i: half of the time uniform over all n, half in proportion to L_i over those seen, so
//   p_i = 1/(2n) + L_i / (2 sum_k L_k)
//   w <- (1 - alpha_t lambda) w - alpha_t/(n p_i) grad f_i(w)
//   L_i by the line search of Algorithm 2, left out as in section 5.2
//
// with alpha_t as in sg.h. Dividing by n p_i keeps the direction that of the full gradient in
// expectation. Each evaluation of a line search counts as one: a pass has fewer iterations than one
// of SG.
#pragma once

#include "optim/stochastic/make_scheduled.h"
#include "optim/stochastic/sg.h"
#include "optim/variance_reduced/sag_nus_star.h"

namespace sagitta {

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSgNus(const Oracle<Real>& oracle, double lambda,
                                           const StepSchedule& schedule) {
  auto core = std::make_unique<SgUpdate<Real>>(oracle, lambda);
  auto sampling = std::make_unique<SagNusStarRule<Real>>(*core, true);
  return MakeScheduled<Real>(std::move(core), schedule, std::move(sampling), true);
}

}  // namespace sagitta
