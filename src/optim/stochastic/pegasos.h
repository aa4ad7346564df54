// Pegasos: stochastic gradient with the steps of a strongly convex objective (Shalev-Shwartz,
// Singer, Srebro 2007, figure 1).
//
//   for t = 1, 2, ...:
//     i uniform
//     alpha_t = eta/(lambda t)
//     w <- (1 - alpha_t lambda) w - alpha_t grad f_i(w)
//   result: the last w, or with --average on (1/T) sum_t w_t
//
// Deviations: the loss is that of the chain instead of the hinge, one example an iteration, and
// without the optional projection onto the ball of radius 1/sqrt(lambda). The published eta is 1;
// then the first step forgets the weights that it was started from, as 1 - alpha_1 lambda = 0. So
// it does with every lambda of a path, at which t (and the average) begins anew: w_t is minus the
// mean of t gradients, divided by lambda, and those met with another lambda would be in it with the
// wrong factor.
#pragma once

#include "optim/stochastic/asg.h"
#include "optim/stochastic/make_scheduled.h"
#include "optim/stochastic/sg.h"

namespace sagitta {

/// REQUIRES: lambda > 0.
inline StepSchedule PegasosSteps(double eta) {
  return [eta](std::uint64_t t, double lambda) { return eta / (lambda * static_cast<double>(t)); };
}

template <class Real>
std::unique_ptr<Optimizer<Real>> MakePegasos(const Oracle<Real>& oracle, double lambda, double eta,
                                             bool average) {
  std::unique_ptr<StochasticCore<Real>> core;
  if (average) {
    core = std::make_unique<AveragedSgUpdate<Real>>(oracle, lambda, 0);
  } else {
    core = std::make_unique<SgUpdate<Real>>(oracle, lambda);
  }
  return MakeUniform<Real>(std::move(core), PegasosSteps(eta));
}

}  // namespace sagitta
