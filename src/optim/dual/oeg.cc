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
Oeg<Real>::Oeg(const Oracle<Real>& oracle, double lambda, double start, bool permutation)
    : weights_(oracle, lambda),
      start_(start),
      permutation_(permutation),
      scratch_(oracle.NewScratch()),
      theta_(oracle),
      tau_(oracle),
      examples_(oracle.examples()),
      seen_(oracle.examples()) {
  std::size_t largest = 0;
  for (ExampleId i = 0; i < oracle.examples(); ++i) {
    largest = std::max(largest, oracle.TableSize(i));
  }
  for (AlignedBuffer<Real>* table : {&scores_, &trial_, &fresh_}) {
    *table = AlignedBuffer<Real>(largest);
  }
}

template <class Real>
ExampleId Oeg<Real>::Resolve(const Draw& draw) const {
  if (permutation_ && seen_.unseen() > 0) return seen_.Unseen(draw.place);
  return DrawUniform(draw.place, examples_.size());
}

template <class Real>
StepReport Oeg<Real>::Advance(Rng& rng) {
  const std::uint64_t end = scratch_->evaluations + weights_.oracle().pass_evaluations();
  if (calls_++ == 0) Begin();
  const auto resolve = [this](const Draw& draw) { return Resolve(draw); };
  while (scratch_->evaluations < end) {
    const ExampleId i = ahead_.Take(rng, resolve);
    Visit(i, ahead_.next());
  }
  return Report();
}

template <class Real>
double Oeg<Real>::Infer(ExampleId i, std::span<const Real> scores, double raise) {
  const GivenScores given = weights_.dual().InferGiven(i, scores, raise, *scratch_);
  const std::span<const Real> tau = scratch_->table;
  // H = log Z - <theta, mu>; taking observed from both keeps the numbers small.
  return given.loss - kernels::Dot(tau.size(), scores.data(), tau.data()) -
         raise * given.observed_dot;
}

template <class Real>
void Oeg<Real>::Begin() {
  for (ExampleId i = 0; i < examples_.size(); ++i) {
    examples_[i].entropy = Infer(i, theta_.Of(i), start_);
    tau_.Exchange(i, scratch_->table);
    weights_.Change(i, kNoExample, *scratch_);
  }
}

template <class Real>
void Oeg<Real>::Visit(ExampleId i, ExampleId next) {
  theta_.Prefetch(next);
  tau_.Prefetch(next);
  weights_.Scores(i, next, *scratch_, scores_.span().first(tau_.Of(i).size()));
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
  const double entropy = Infer(i, trial_.span().first(size), start_ * rho);
  const double noise = kEntropyNoises * weights_.oracle().LossNoise(*scratch_);

  Real* const change = scratch_->table.data();
  std::copy_n(change, size, fresh_.data());
  kernels::SubtractScaled(size, change, Real{1}, tau.data(), change);
  const double squares = weights_.oracle().TableScores(i, *scratch_) * weights_.on_table();
  const double rise =
      entropy - example.entropy + kernels::Dot(size, scores_.data(), change) - 0.5 * squares;
  if (!(rise >= -noise)) return Outcome::kFell;

  std::copy_n(trial_.data(), size, theta.data());
  std::copy_n(fresh_.data(), size, tau.data());
  example.rho = rho;
  example.entropy = entropy;
  weights_.Change(i, next, *scratch_);
  return rise > noise ? Outcome::kRose : Outcome::kUnresolved;
}

template <class Real>
StepReport Oeg<Real>::Report() {
  double entropies = 0;
  for (const Example& example : examples_) entropies += example.entropy;
  StepReport report;
  report.evaluations = scratch_->evaluations;
  report.objective_estimate = entropies / static_cast<double>(examples_.size()) -
                              0.5 * weights_.lambda() * weights_.SquaredNorm();
  if (calls_ % kCallsPerMeasure == 0) {
    const PrimalMeasure primal = weights_.Measure(*scratch_);
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
  state.Value("evaluations", scratch_->evaluations);
  state.Part("theta", theta_);
  state.Part("tau", tau_);
  state.Array("examples", examples_, Column{"rho", &Example::rho}, Column{"eta", &Example::eta},
              Column{"entropy", &Example::entropy}, Column{"visits", &Example::visits});
  state.Part("seen", seen_);
  state.Part("ahead", ahead_);
  state.Value("visits", visits_);
  state.Value("calls", calls_);
  state.Value("last_eta", last_eta_);
  state.Value("gradient_inf", gradient_inf_);
}

template class Oeg<float>;
template class Oeg<double>;

}  // namespace sagitta
