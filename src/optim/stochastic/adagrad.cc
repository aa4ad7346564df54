#include "optim/stochastic/adagrad.h"

#include <limits>
#include <numeric>
#include <vector>

#include "sagitta/error.h"

namespace sagitta {
namespace {

template <class Real>
std::unique_ptr<AdaptiveOracle<Real>> AllExamplesOf(const Oracle<Real>& oracle) {
  std::vector<ExampleId> all(oracle.examples());
  std::iota(all.begin(), all.end(), ExampleId{0});
  auto adaptive = oracle.NewAdaptive(all);
  if (adaptive == nullptr) {
    throw Error(ErrorKind::kUsage, "this objective has no step sizes for each weight");
  }
  return adaptive;
}

}  // namespace

template <class Real>
AdaGrad<Real>::AdaGrad(const Oracle<Real>& oracle, const kernels::AdaGradSettings& settings)
    : oracle_(oracle),
      rows_(AllExamplesOf(oracle)),
      scratch_(oracle.NewScratch()),
      weights_(oracle.space(), settings) {}

template <class Real>
double AdaGrad<Real>::Iterate(ExampleId i, ExampleId next) {
  rows_->Gather(i, next, *scratch_, weights_);
  const double loss = oracle_.Infer(i, *scratch_);
  rows_->Step(i, next, *scratch_, weights_);
  weights_.CountStep();
  return loss;
}

template <class Real>
StepReport AdaGrad<Real>::Advance(Rng& rng) {
  const std::uint64_t end = scratch_->evaluations + oracle_.pass_evaluations();
  const auto resolve = [this](const Draw& draw) {
    return DrawUniform(draw.place, oracle_.examples());
  };
  double losses = 0;
  while (scratch_->evaluations < end) {
    const ExampleId i = ahead_.Take(rng, resolve);
    losses += Iterate(i, ahead_.next());
  }
  StepReport report;
  report.evaluations = scratch_->evaluations;
  report.objective_estimate = losses / weights_.steps();
  report.objective_estimate += 0.5 * weights_.settings().lambda * weights_.Settle();
  report.gradient_inf = std::numeric_limits<double>::infinity();
  report.step = weights_.settings().eta;
  return report;
}

template <class Real>
void AdaGrad<Real>::Transfer(State& state) {
  state.Value("evaluations", scratch_->evaluations);
  state.Part("weights", weights_);
  state.Part("ahead", ahead_);
}

template class AdaGrad<float>;
template class AdaGrad<double>;

}  // namespace sagitta
