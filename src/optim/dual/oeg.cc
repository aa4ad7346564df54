// OEG: exponentiated gradient steps with halving, one example at a time.
#include "optim/dual/oeg.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr int kHalvingsFirstPass = 2;
constexpr int kHalvingsLater = 5;
constexpr double kGrowth = 1.05;
constexpr std::uint64_t kCallsPerMeasure = 10;
// Entropies are differences of a few numbers that are as exact as a loss.
constexpr double kEntropyNoises = 4;

}  // namespace

template <class Real>
Oeg<Real>::Oeg(ExampleSum<Real>& sum, double lambda, double start, bool permutation)
    : weights_(sum, lambda),
      start_(start),
      permutation_(permutation),
      theta_(sum.evaluator()),
      tau_(sum.evaluator()),
      examples_(sum.examples()),
      seen_(sum.examples()),
      scores_(sum.LargestTable()),
      trial_(sum.LargestTable()),
      fresh_(sum.LargestTable()) {}

template <class Real>
ExampleId Oeg<Real>::Resolve(const Draw& draw) const {
  if (permutation_ && seen_.unseen() > 0) return seen_.Unseen(draw.place);
  return DrawUniform(draw.place, examples_.size());
}

template <class Real>
StepReport Oeg<Real>::Advance(Rng& rng) {
  bool begun = calls_++ > 0;
  const auto resolve = [this](const Draw& draw) { return Resolve(draw); };
  weights_.sum().ForOnePass([&] {
    if (begun) {
      const ExampleId i = ahead_.Take(rng, resolve);
      Visit(i, ahead_.next());
    } else {
      Begin();
      begun = true;
    }
    return true;
  });
  return Report();
}

template <class Real>
typename Oeg<Real>::Marginals Oeg<Real>::Infer(ExampleId i, std::span<const Real> scores,
                                               double raise) {
  const auto given = weights_.sum().InferGiven(i, scores, raise);
  const std::span<const Real> tau = given.inferred.table();
  // H = log Z - <theta, mu>; taking observed from both keeps the numbers small.
  return {given.inferred, given.inferred.loss() -
                              kernels::Dot(tau.size(), scores.data(), tau.data()) -
                              raise * given.observed_dot};
}

template <class Real>
void Oeg<Real>::Begin() {
  weights_.sum().ForEach(weights_.sum().all(), [this](ExampleId i, ExampleId) {
    const Marginals first = Infer(i, theta_.Of(i), start_);
    examples_[i].entropy = first.entropy;
    tau_.Exchange(i, first.here.table());
    weights_.Change(first.here, kNoExample);
  });
}

template <class Real>
void Oeg<Real>::Visit(ExampleId i, ExampleId next) {
  theta_.Prefetch(next);
  tau_.Prefetch(next);
  weights_.Gather(i, next, scores_.span().first(tau_.Of(i).size()));
  const bool first_pass = visits_++ < examples_.size();
  double& eta = examples_[i].eta;
  Outcome outcome = Try(i, next);
  for (int left = first_pass ? kHalvingsFirstPass : kHalvingsLater;
       outcome == Outcome::kFell && left > 0; --left) {
    eta *= 0.5;
    outcome = Try(i, next);
  }
  last_eta_ = eta;
  if (outcome != Outcome::kUnresolved) eta *= kGrowth;
  if (examples_[i].visits++ == 0) seen_.MarkSeen(i);
}

template <class Real>
typename Oeg<Real>::Outcome Oeg<Real>::Try(ExampleId i, ExampleId next) {
  Example& example = examples_[i];
  const std::span<Real> theta = theta_.Of(i), tau = tau_.Of(i);
  const std::size_t size = tau.size();
  const Real keep = static_cast<Real>(1 - example.eta), take = static_cast<Real>(example.eta);
  for (std::size_t k = 0; k < size; ++k) trial_[k] = keep * theta[k] + take * scores_[k];
  double rho = (1 - example.eta) * example.rho;
  const double lost = 0.01 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  if (std::abs(start_ * rho) < lost) rho = 0;
  const auto [here, entropy] = Infer(i, trial_.span().first(size), start_ * rho);
  const double noise = kEntropyNoises * here.LossNoise();

  Real* const change = here.table().data();
  std::copy_n(change, size, fresh_.data());
  kernels::SubtractScaled(size, change, Real{1}, tau.data(), change);
  const double squares = here.AlongGradient().squared_norm() * weights_.on_table();
  const double rise =
      entropy - example.entropy + kernels::Dot(size, scores_.data(), change) - 0.5 * squares;
  if (!(rise >= -noise)) return Outcome::kFell;

  std::copy_n(trial_.data(), size, theta.data());
  std::copy_n(fresh_.data(), size, tau.data());
  example.rho = rho;
  example.entropy = entropy;
  weights_.Change(here, next);
  return rise > noise ? Outcome::kRose : Outcome::kUnresolved;
}

template <class Real>
StepReport Oeg<Real>::Report() {
  double entropies = 0;
  for (const Example& example : examples_) entropies += example.entropy;
  StepReport report;
  report.evaluations = weights_.sum().evaluations();
  report.objective_estimate = entropies / static_cast<double>(examples_.size()) -
                              0.5 * weights_.lambda() * weights_.SquaredNorm();
  if (calls_ % kCallsPerMeasure == 0) {
    const PrimalMeasure primal = weights_.Measure();
    gradient_inf_ = primal.gradient_inf;
    report.duality_gap = weights_.Gap(primal.objective, report.objective_estimate);
  }
  report.gradient_inf = gradient_inf_;
  report.step = last_eta_;
  report.seen_all = std::isfinite(gradient_inf_);
  return report;
}

template <class Real>
void Oeg<Real>::ChangeLambda(double lambda) {
  weights_.ChangeLambda(lambda);
  gradient_inf_ = std::numeric_limits<double>::infinity();
}

template <class Real>
std::uint64_t Oeg<Real>::MemoryBytes() const {
  return theta_.bytes() + tau_.bytes() + examples_.size() * sizeof(Example);
}

template <class Real>
void Oeg<Real>::Transfer(State& state) {
  state.Part("weights", weights_);
  weights_.sum().Transfer(state);
  state.Part("theta", theta_);
  state.Part("tau", tau_);
  state.Array("examples", examples_, Column{"rho", &Example::rho}, Column{"eta", &Example::eta},
              Column{"entropy", &Example::entropy}, Column{"visits", &Example::visits});
  state.Part("seen", seen_);
  for (std::size_t k = 0; state.loading() && k < examples_.size(); ++k) {
    const auto i = static_cast<ExampleId>(k);
    state.Require(seen_.IsSeen(i) == (examples_[k].visits > 0), "seen");
  }
  state.Part("ahead", ahead_, examples_.size());
  state.Value("visits", visits_);
  state.Value("calls", calls_);
  state.Value("last_eta", last_eta_);
  state.Value("gradient_inf", gradient_inf_);
}

template class Oeg<float>;
template class Oeg<double>;

}  // namespace sagitta
