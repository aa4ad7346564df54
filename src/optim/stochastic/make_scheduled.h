// Methods that are a move with steps of a schedule: the loop of AverageGradient without a memory.
#pragma once

#include <memory>

#include "optim/stochastic/scheduled_rule.h"
#include "optim/stochastic/stochastic_core.h"
#include "optim/variance_reduced/average_gradient.h"
#include "optim/variance_reduced/sag.h"

namespace sagitta {

/// `sampling` refers to the core; `learns` is ScheduledRule's.
template <class Real>
std::unique_ptr<Optimizer<Real>> MakeScheduled(std::unique_ptr<StochasticCore<Real>> core,
                                               const StepSchedule& schedule,
                                               std::unique_ptr<SamplingRule<Real>> sampling,
                                               bool learns) {
  auto rule = std::make_unique<ScheduledRule<Real>>(*core, schedule, std::move(sampling), learns);
  return std::make_unique<AverageGradient<Real>>(std::move(core), std::move(rule));
}

/// Examples drawn uniformly: n p_i = 1.
template <class Real>
std::unique_ptr<Optimizer<Real>> MakeUniform(std::unique_ptr<StochasticCore<Real>> core,
                                             const StepSchedule& schedule) {
  auto uniform = std::make_unique<SagRule<Real>>(*core);
  return MakeScheduled<Real>(std::move(core), schedule, std::move(uniform), false);
}

}  // namespace sagitta
