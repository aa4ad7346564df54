// Pegasos: stochastic gradient with the steps of a strongly convex objective (Shalev-Shwartz,
// Singer, Srebro 2007, figure 1).
//
//   for t = 1, 2, ...:
//     i uniform
//     alpha_t = eta/(lambda t)
//     w <- (1 - alpha_t lambda) w - alpha_t grad f_i(w)
//   result: the last w, or with --average on (1/T) sum_t w_t
//
// Deviations: the loss is that of the CRF instead of the hinge, one example per iteration, and
// without the optional projection onto the ball of radius 1/sqrt(lambda). The published eta is 1;
// then the first step forgets the weights it started from, as 1 - alpha_1 lambda = 0. This happens
// with every lambda of a path, at which t (and the average) starts again: w_t is minus the mean of
// t gradients, divided by lambda, and gradients met with another lambda would have the wrong
// factor.
#pragma once

#include "optim/stochastic/asg.h"
#include "optim/stochastic/scheduled_rule.h"
#include "optim/stochastic/sg.h"

namespace sagitta {

/// REQUIRES: lambda > 0.
inline StepSchedule PegasosSteps(double eta) {
  return [eta](std::uint64_t t, double lambda) { return eta / (lambda * static_cast<double>(t)); };
}

template <class Real>
std::unique_ptr<Optimizer<Real>> MakePegasos(ExampleSum<Real>& sum, double lambda, double eta,
                                             bool average) {
  std::unique_ptr<StochasticUpdate<Real>> update;
  if (average) {
    update = std::make_unique<AveragedSgUpdate<Real>>(sum, lambda, 0);
  } else {
    update = std::make_unique<SgUpdate<Real>>(sum, lambda);
  }
  return MakeUniform<Real>(std::move(update), PegasosSteps(eta));
}

}  // namespace sagitta
