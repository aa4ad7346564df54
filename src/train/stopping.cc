// Stopping: the rules, and the texts of the reasons.
#include "train/stopping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace sagitta {
namespace {

// In the order of StopReason.
constexpr std::array<std::string_view, 9> kStopTexts = {
    "the gradient is below the tolerance",
    "no further progress is possible in this precision",
    "the gradient has stopped falling",
    "the weights swing and do not settle",
    "the dev score has not improved",
    "the number of passes is reached",
    "no passes were requested",
    "training was interrupted",
    "the objective is no longer a finite number",
};

}  // namespace

std::string_view StopText(StopReason reason) {
  return kStopTexts.at(static_cast<std::size_t>(reason));
}

std::optional<StopReason> FindStopReason(std::string_view text) {
  const auto found = std::find(kStopTexts.begin(), kStopTexts.end(), text);
  if (found == kStopTexts.end()) return std::nullopt;
  return static_cast<StopReason>(found - kStopTexts.begin());
}

void Stopping::Record(double pass, double seconds, const StepReport& report,
                      const std::optional<double>& dev_score) {
  points_.push_back({pass, seconds, report.gradient_inf, report.objective_estimate, report.seen_all,
                     report.stuck, report.knows_end, -1});
  if (until_check_ > 0) --until_check_;
  best_now_ = false;
  if (dev_score && points_.size() >= kPatienceFrom) {
    best_now_ = *dev_score > best_score_;
    passes_without_best_ = best_now_ ? 0 : passes_without_best_ + 1;
    if (best_now_) best_score_ = *dev_score;
  }
  Judge();
}

bool Stopping::BelowTolerance() const {
  return !points_.empty() && points_.back().seen_all &&
         points_.back().gradient_inf <= settings_.tolerance;
}

// A training that ends for another reason is checked in any case.
bool Stopping::ChecksNow() const {
  return BelowTolerance() && points_.back().exact_inf < 0 &&
         (points_.back().gradient_inf <= check_below_ || until_check_ == 0 || reason_);
}

void Stopping::RecordExact(double gradient_inf) {
  Point& last = points_.back();
  last.exact_inf = gradient_inf;
  Judge();
  if (converged_) return;
  check_below_ = 2 * settings_.tolerance * last.gradient_inf / gradient_inf;
  until_check_ = kMostBetweenChecks;
}

void Stopping::Judge() {
  reason_.reset();
  if (points_.empty()) {
    if (settings_.passes == 0) reason_ = StopReason::kNoPasses;
    return;
  }
  const Point& last = points_.back();
  converged_ = BelowTolerance() && last.exact_inf >= 0 && last.exact_inf <= settings_.tolerance;
  if (converged_) {
    reason_ = StopReason::kTolerance;
  } else if (last.stuck) {
    reason_ = StopReason::kPrecision;
  } else if (settings_.patience > 0 && passes_without_best_ >= settings_.patience) {
    reason_ = StopReason::kPatience;
  } else if (last.pass - first_pass_ >= settings_.passes) {
    reason_ = StopReason::kPasses;
  } else if (settings_.stop_at_floor && ChecksStagnate()) {
    reason_ = StopReason::kFloor;
  } else if (settings_.stop_at_floor && !last.knows_end && Stagnates()) {
    const double rise = ObjectiveRise();
    if (std::abs(rise) <= settings_.objective_noise) {
      reason_ = StopReason::kFloor;
    } else if (rise > kSwing * settings_.objective_noise) {
      reason_ = StopReason::kUnsettled;
    }
  }
}

// Compares the smallest norm of the last kStagnation passes with the smallest one before them.
bool Stopping::Stagnates() const {
  if (points_.size() < 2 * kStagnation || !points_[points_.size() - kStagnation].seen_all) {
    return false;
  }
  const auto smallest = [](auto begin, auto end) {
    return std::min_element(
               begin, end,
               [](const Point& a, const Point& b) { return a.gradient_inf < b.gradient_inf; })
        ->gradient_inf;
  };
  const auto recent = points_.end() - kStagnation;
  return smallest(recent, points_.end()) > 0.9 * smallest(points_.begin(), recent);
}

// Whether estimate and truth have parted, because rounding has changed SAG's sum of gradients:
// since the best check before the last three, the estimate has fallen to an eighth, but the truth
// has not fallen by a fifth.
bool Stopping::ChecksStagnate() const {
  std::vector<const Point*> checks;
  for (const Point& point : points_) {
    if (point.exact_inf >= 0) checks.push_back(&point);
  }
  if (checks.size() < 6) return false;
  const auto smaller = [](const Point* a, const Point* b) { return a->exact_inf < b->exact_inf; };
  const auto recent = checks.end() - 3;
  const Point& before = **std::min_element(checks.begin(), recent, smaller);
  return checks.back()->gradient_inf <= 0.125 * before.gradient_inf &&
         (*std::min_element(recent, checks.end(), smaller))->exact_inf > 0.8 * before.exact_inf;
}

double Stopping::ObjectiveRise() const {
  constexpr std::size_t kHalf = kStagnation / 2;
  const auto mean = [](auto begin, auto end) {
    return std::accumulate(begin, end, 0.0,
                           [](double sum, const Point& p) { return sum + p.objective; }) /
           static_cast<double>(end - begin);
  };
  const double before = mean(points_.end() - 2 * kHalf, points_.end() - kHalf);
  const double now = mean(points_.end() - kHalf, points_.end());
  return (now - before) / std::abs(now);
}

// The reason to stop is determined again, because a resumed run may have more passes.
void Stopping::Transfer(State& state, double last_pass) {
  state.Value("first_pass", first_pass_);
  state.Require(first_pass_ >= 0, "first_pass");
  state.Sequence("points", points_, Column{"pass", &Point::pass},
                 Column{"seconds", &Point::seconds}, Column{"gradient_inf", &Point::gradient_inf},
                 Column{"objective", &Point::objective}, Column{"seen_all", &Point::seen_all},
                 Column{"stuck", &Point::stuck}, Column{"knows_end", &Point::knows_end},
                 Column{"exact_inf", &Point::exact_inf});
  state.Value("best_score", best_score_);
  state.Value("best_now", best_now_);
  state.Value("passes_without_best", passes_without_best_);
  state.Value("check_below", check_below_);
  state.Value("until_check", until_check_);
  for (const Point& point : points_) {
    state.Require(point.pass >= first_pass_ && point.pass <= last_pass, "points");
  }
  if (state.loading()) Judge();
}

// log ||grad|| decreases about linearly: the slope over the last passes predicts when it reaches
// the tolerance.
double Stopping::SecondsLeft() const {
  constexpr std::size_t kWindow = 8;
  if (reason_) return 0;
  if (points_.size() < 2) return -1;
  const Point& last = points_.back();
  const Point& before = points_[points_.size() - std::min(points_.size(), kWindow)];
  const double pace = (last.seconds - before.seconds) / (last.pass - before.pass);
  double passes = settings_.passes - (last.pass - first_pass_);
  const double fall = std::log(before.gradient_inf / last.gradient_inf) / (last.pass - before.pass);
  if (settings_.tolerance > 0 && fall > 0 && points_.size() >= kWindow) {
    passes = std::min(passes, std::log(last.gradient_inf / settings_.tolerance) / fall);
  }
  return std::max(0.0, passes * pace);
}

}  // namespace sagitta
