// SDCA: one inference and one line search on the dual per visit.
#include "optim/dual/sdca.h"

#include <algorithm>
#include <functional>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr double kGapShare = 0.8;
constexpr double kFirstStep = 0.5;
constexpr double kLongestStart = 0.999;
// Of gamma. What it costs of the rise of the dual is its square.
constexpr double kSearchTolerance = 0.01;
// The line search makes the dual rise; a fall by more than the rounding of a few losses says that
// its direction was all rounding.
constexpr double kRiseNoises = 4;

}  // namespace

template <class Real>
Sdca<Real>::Sdca(ExampleSum<Real>& sum, double lambda, bool gap_sampling)
    : weights_(sum, lambda),
      gap_sampling_(gap_sampling),
      memory_(sum.evaluator()),
      entropies_(sum.examples(), 0.0),
      steps_(sum.examples(), kFirstStep),
      gaps_(sum.examples()),
      scores_(sum.LargestTable()),
      fresh_(sum.LargestTable()) {
  for (const ExampleId i : sum.all()) gaps_.Set(i, weights_.dual().LossAtZero(i));
}

template <class Real>
ExampleId Sdca<Real>::Resolve(const Draw& draw) const {
  if (gap_sampling_ && draw.branch < kGapShare && gaps_.Sum() > 0) {
    return static_cast<ExampleId>(gaps_.Sample(draw.place));
  }
  return DrawUniform(draw.place, entropies_.size());
}

template <class Real>
StepReport Sdca<Real>::Advance(Rng& rng) {
  const auto resolve = [this](const Draw& draw) { return Resolve(draw); };
  weights_.sum().ForOnePass([&] {
    const ExampleId i = ahead_.Take(rng, resolve);
    Visit(i, ahead_.next());
    return true;
  });
  return Report();
}

template <class Real>
void Sdca<Real>::Visit(ExampleId i, ExampleId next) {
  memory_.Prefetch(next);
  const std::span<Real> tau = memory_.Of(i);
  const std::size_t size = tau.size();
  const InferredExample<Real> here = weights_.Gather(i, next, scores_.span().first(size)).Infer();
  const double gap = here.loss() - kernels::Dot(size, scores_.data(), tau.data()) - entropies_[i];
  gaps_.Set(i, std::max(gap, 0.0));
  Real* const table = here.table().data();
  std::copy_n(table, size, fresh_.data());
  kernels::SubtractScaled(size, table, Real{1}, tau.data(), table);
  const Step best = LineSearch(here);
  last_step_ = best.gamma;
  if (!(best.gamma > 0) || !(best.rise >= -kRiseNoises * here.LossNoise())) return;
  steps_[i] = std::min(best.gamma, kLongestStart);
  entropies_[i] = best.entropy;
  const Real gamma = static_cast<Real>(best.gamma);
  for (std::size_t k = 0; k < size; ++k) table[k] = (1 - gamma) * tau[k] + gamma * fresh_[k];
  memory_.Exchange(i, here.table());
  weights_.Change(here, next);
}

template <class Real>
typename Sdca<Real>::Step Sdca<Real>::LineSearch(const InferredExample<Real>& here) {
  const ExampleId i = here.example();
  const std::span<Real> delta = here.table();
  const std::span<const Real> tau = memory_.Of(i), fresh = fresh_.span().first(delta.size());
  const double linear = kernels::Dot(delta.size(), scores_.data(), delta.data());
  const double squares = here.AlongGradient().squared_norm() * weights_.on_table();
  const auto entropy = [&](double gamma) {
    return weights_.dual().EntropyBetween(i, tau, fresh, gamma);
  };
  const auto quadratic = [&](double gamma) { return gamma * (linear - 0.5 * gamma * squares); };
  const auto phi = [&](double gamma) {
    const CurvePoint h = entropy(gamma);
    return CurvePoint{h.value + quadratic(gamma), h.slope + linear - gamma * squares,
                      h.curvature - squares};
  };
  double gamma = 1, value = 0;
  if (squares > 0) {
    const UnitMaximum best = SearchUnitInterval(std::cref(phi), steps_[i], kSearchTolerance);
    gamma = best.at;
    value = best.point.value;
  } else {
    value = entropy(1).value + linear;
  }
  return {gamma, value - quadratic(gamma), value - entropies_[i]};
}

template <class Real>
StepReport Sdca<Real>::Report() {
  const PrimalMeasure primal = weights_.Measure();
  StepReport report;
  report.evaluations = weights_.sum().evaluations();
  report.objective_estimate = primal.objective;
  report.gradient_inf = primal.gradient_inf;
  report.step = last_step_;
  report.seen_all = true;
  report.duality_gap = weights_.Gap(primal.objective, weights_.Objective(entropies_));
  return report;
}

template <class Real>
void Sdca<Real>::Transfer(State& state) {
  state.Part("weights", weights_);
  weights_.sum().Transfer(state);
  state.Part("memory", memory_);
  state.Array("entropies", entropies_);
  state.Array("steps", steps_);
  state.Part("gaps", gaps_);
  state.Part("ahead", ahead_, entropies_.size());
  state.Value("last_step", last_step_);
}

template class Sdca<float>;
template class Sdca<double>;

}  // namespace sagitta
