// AdaGrad: gather, infer and step row by row.
#include "optim/stochastic/adagrad.h"

#include <limits>

#include "sagitta/error.h"

namespace sagitta {
namespace {

template <class Real>
std::unique_ptr<AdaptiveEvaluator<Real>> AllExamplesOf(const ExampleSum<Real>& sum) {
  auto adaptive = sum.evaluator().NewAdaptive(sum.all());
  if (adaptive == nullptr) {
    throw Error(ErrorKind::kUsage, "this objective does not support a step size for each weight");
  }
  return adaptive;
}

}  // namespace

template <class Real>
AdaGrad<Real>::AdaGrad(ExampleSum<Real>& sum, const kernels::AdaGradSettings& settings)
    : sum_(sum), rows_(AllExamplesOf(sum)), weights_(sum.space(), settings) {}

template <class Real>
double AdaGrad<Real>::Iterate(ExampleId i, ExampleId next) {
  const InferredExample<Real> here = sum_.Gather(*rows_, i, weights_, next).Infer();
  here.Step(*rows_, next, weights_);
  weights_.CountStep();
  return here.loss();
}

template <class Real>
StepReport AdaGrad<Real>::Advance(Rng& rng) {
  const auto resolve = [this](const Draw& draw) {
    return DrawUniform(draw.place, sum_.examples());
  };
  double losses = 0;
  try {
    sum_.ForOnePass([&] {
      const ExampleId i = ahead_.Take(rng, resolve);
      losses += Iterate(i, ahead_.next());
      return true;
    });
  } catch (const Cancelled&) {
    weights_.Settle();  // so that they can be written
    throw;
  }
  StepReport report;
  report.evaluations = sum_.evaluations();
  report.objective_estimate = losses / weights_.steps();
  report.objective_estimate += 0.5 * weights_.settings().lambda * weights_.Settle();
  report.gradient_inf = std::numeric_limits<double>::infinity();
  report.step = weights_.settings().eta;
  return report;
}

template <class Real>
void AdaGrad<Real>::Transfer(State& state) {
  sum_.Transfer(state);
  state.Part("weights", weights_);
  state.Part("ahead", ahead_, sum_.examples());
}

template class AdaGrad<float>;
template class AdaGrad<double>;

}  // namespace sagitta
