// ProximalHistory: follows a weight through many proximal steps.
#include "objective/proximal_history.h"

#include <cmath>

namespace sagitta {
namespace {

// Sums that 1/beta has blown up would lose what came before.
constexpr double kSmallestBeta = 1e-6;

}  // namespace

ProximalHistory::ProximalHistory(double lambda1, std::size_t most_steps)
    : lambda1_(lambda1), most_steps_(most_steps) {
  moments_.reserve(most_steps + 1);
  steps_.reserve(most_steps);
  Restart();
}

void ProximalHistory::Restart() {
  steps_.clear();
  moments_.assign(1, {.beta = 1, .clock = 0, .pull = 0});
}

bool ProximalHistory::CanStep(double c) const {
  if (steps_.empty()) return true;
  const double last_bound = moments_[steps_.size() - 1].bound;
  return steps_.size() < most_steps_ && moments_.back().beta >= kSmallestBeta &&
         lambda1_ / c >= last_bound;
}

void ProximalHistory::Step(double shrink, double alpha, double c) {
  kernels::ProximalMoment next = moments_.back();
  moments_.back().bound = lambda1_ / c;
  next.beta *= shrink;
  next.clock += alpha * c / next.beta;
  next.pull += alpha * lambda1_ / next.beta;
  moments_.push_back(next);
  steps_.push_back({shrink, alpha * c, alpha * lambda1_});
}

double ProximalHistory::Follow(double w, double d, std::uint32_t from) const {
  std::size_t k = from;
  while (k < steps_.size()) {
    if (w == 0 && std::abs(d) <= moments_[k].bound) return 0;
    const double side = w > 0 || (w == 0 && d < 0) ? 1 : -1;
    const kernels::ProximalMoment& start = moments_[k];
    const auto at = [&](std::size_t t) {
      const kernels::ProximalMoment& moment = moments_[t];
      return moment.beta * (w / start.beta - (moment.clock - start.clock) * d -
                            side * (moment.pull - start.pull));
    };
    if (const double end = at(steps_.size()); end * side > 0) return end;
    // The last moment on this side, and the step that leads away from it.
    std::size_t last = k;
    for (std::size_t beyond = steps_.size(); beyond - last > 1;) {
      const std::size_t middle = last + (beyond - last) / 2;
      (at(middle) * side > 0 ? last : beyond) = middle;
    }
    w = kernels::StepOne(last == k ? w : at(last), d, steps_[last]);
    k = last + 1;
  }
  return w;
}

void ProximalHistory::Transfer(State& state) {
  using Moment = kernels::ProximalMoment;
  using Step = kernels::ProximalStep<double>;
  state.Sequence("moments", moments_, Column{"beta", &Moment::beta},
                 Column{"clock", &Moment::clock}, Column{"pull", &Moment::pull},
                 Column{"bound", &Moment::bound});
  state.Sequence("steps", steps_, Column{"shrink", &Step::shrink}, Column{"on_d", &Step::on_d},
                 Column{"threshold", &Step::threshold});
  state.Require(steps_.size() <= most_steps_, "steps");
  state.Require(moments_.size() == steps_.size() + 1, "moments");
  for (const Moment& moment : moments_) {
    state.Require(moment.beta > 0 && moment.bound >= 0, "moments");
  }
}

}  // namespace sagitta
