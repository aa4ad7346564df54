// SVRG: snapshots and iterations in turn.
#include "optim/variance_reduced/svrg.h"

#include <algorithm>
#include <limits>

namespace sagitta {
namespace {

// With a lambda far above every Lipschitz constant only rounding is left of 1 - alpha lambda.
constexpr double kSmallestShrink = 1e-12;

}  // namespace

template <class Real>
Svrg<Real>::Svrg(ExampleSum<Real>& sum, double lambda, std::uint64_t inner)
    : weights_(sum.space()), sum_(sum), lambda_(lambda), inner_(inner), snapshot_(sum) {}

template <class Real>
StepReport Svrg<Real>::Advance(Rng& rng) {
  change_ = 0;
  changes_ = 0;
  sum_.ForOnePass([&] {
    if (left_ > 0) {
      Iterate(rng);
    } else {
      Enlarge();
    }
    return true;
  });
  objective_ = EstimateObjective();
  StepReport report;
  report.evaluations = sum_.evaluations();
  report.objective_estimate = objective_;
  report.gradient_inf =
      summarized_ ? summary_.gradient_inf : std::numeric_limits<double>::infinity();
  report.step = alpha_;
  report.seen_all = summarized_;
  return report;
}

// Losses are corrected by those at the snapshot, like gradients.
template <class Real>
double Svrg<Real>::EstimateObjective() const {
  if (summarized_ && changes_ == 0) return objective_;
  const double loss =
      summarized_ ? mean_loss_ + change_ / static_cast<double>(changes_) : snapshot_.mean_loss();
  return loss + 0.5 * lambda_ * weights_.Summarize(0, 1).squared_norm;
}

// A group of examples more for the snapshot at w.
template <class Real>
void Svrg<Real>::Enlarge() {
  if (!taking_) {
    weights_.Rest();
    snapshot_.Begin(weights_);
    taking_ = true;
  }
  snapshot_.AddGroup();
  if (!snapshot_.complete()) return;
  taking_ = false;
  weights_.Add(snapshot_.gradient_sum(), 0, 1);
  summary_ = snapshot_.Summarize(lambda_);
  mean_loss_ = snapshot_.mean_loss();
  objective_ = mean_loss_ + 0.5 * lambda_ * summary_.squared_norm;
  change_ = 0;
  changes_ = 0;
  summarized_ = true;
  alpha_ = 1 / (snapshot_.lipschitz() + lambda_);
  left_ = epoch_length();
  StartEpoch();
}

template <class Real>
void Svrg<Real>::Iterate(Rng& rng) {
  const std::size_t n = sum_.examples();
  const ExampleId i =
      ahead_.Take(rng, [n](const Draw& draw) { return DrawUniform(draw.place, n); });
  const auto compared = snapshot_.Compare(i, weights_, ahead_.next());
  change_ += compared.change;
  ++changes_;
  weights_.Step(Shrink(), alpha_ / sum_.n());
  compared.here.Scatter(-alpha_, 0, ahead_.next(), weights_);
  --left_;
  FinishIteration(compared.here, ahead_.next());
}

template <class Real>
double Svrg<Real>::Shrink() const {
  return std::max(1 - alpha_ * lambda_, kSmallestShrink);
}

template <class Real>
void Svrg<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  left_ = 0;
  summarized_ = false;
  changes_ = 0;
}

template <class Real>
void Svrg<Real>::Transfer(State& state) {
  state.Part("weights", weights_);
  state.Part("snapshot", snapshot_);
  state.Value("lambda", lambda_);
  state.Part("summary", summary_);
  state.Value("mean_loss", mean_loss_);
  state.Value("objective", objective_);
  state.Value("summarized", summarized_);
  state.Value("taking", taking_);
  state.Require(!taking_ || !snapshot_.complete(), "taking");
  state.Value("left", left_);
  state.Require(left_ <= epoch_length() && (left_ == 0 || summarized_), "left");
  state.Value("alpha", alpha_);
  state.Part("ahead", ahead_, sum_.examples());
}

template class Svrg<float>;
template class Svrg<double>;

}  // namespace sagitta
