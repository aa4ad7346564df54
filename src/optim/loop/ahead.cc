// The option --ahead, the size of batches, and the guard.
#include "optim/loop/ahead.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sagitta {
namespace {

constexpr double kSafety = 0.5;        // B as a share of sqrt(n / (alpha L_mean))
constexpr double kShareOfSeen = 0.05;  // B as a share of the examples seen
constexpr std::uint32_t kMostGrowths = 2;
constexpr double kSlowGrowth = 2;   // times the least gradient, after growth in several passes
constexpr double kLargeGrowth = 4;  // at any time

}  // namespace

AheadSetting AheadSetting::Of(const Options& options) {
  const std::optional<std::uint64_t> given = options.CountOr("auto", kAheadOption, 1, kMost);
  return {given.value_or(kMostChosen), !given};
}

std::size_t AheadSize::Next(double alpha, double mean_lipschitz, std::size_t seen) {
  double size = std::min(static_cast<double>(limit_), kShareOfSeen * static_cast<double>(seen));
  if (setting_.automatic) {
    const double stiffness = alpha * mean_lipschitz;  // at least alpha h
    const double safe = kSafety * std::sqrt(static_cast<double>(examples_) / stiffness);
    size = std::min(size, safe);
  }
  return size > 1 ? static_cast<std::size_t>(size) : 1;
}

void AheadSize::Judge(const StepReport& report) {
  if (!report.seen_all || !possible()) return;
  const std::size_t used = std::exchange(largest_, 1);
  const double before = std::exchange(last_gradient_, report.gradient_inf);
  growths_ = before > 0 && last_gradient_ > before ? growths_ + 1 : 0;
  if (least_gradient_ == 0) least_gradient_ = last_gradient_;
  least_gradient_ = std::min(least_gradient_, last_gradient_);
  const double most = growths_ < kMostGrowths ? kLargeGrowth : kSlowGrowth;
  if (!(last_gradient_ > most * least_gradient_)) return;
  limit_ = std::max<std::size_t>(std::min(limit_, used) / 2, 1);
  least_gradient_ = last_gradient_;
  growths_ = 0;
}

void AheadSize::Transfer(State& state) {
  state.Value("limit", limit_);
  state.Require(limit_ >= 1 && limit_ <= setting_.batch, "limit");
  state.Value("last_gradient", last_gradient_);
  state.Value("least_gradient", least_gradient_);
  state.Value("growths", growths_);
}

}  // namespace sagitta
