// SplitMinimizer: L-BFGS for the split of scores over trees that makes the TRW bound least; see
// trw_engine.h for the function.
//
// Variables are what each tree's scores have more than the mean, x_T with sum_T x_T = 0. The
// gradient is (b_T - mean b) / m. The scaling of the first steps is m / mean b.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/aligned_buffer.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
class SplitMinimizer {
 public:
  void Reserve(std::size_t trees, std::size_t size);

  /// Minimises value(x, b), which computes D at x and fills b with the beliefs of the trees, both
  /// [trees][size]. Start begins at x = 0 and gives false when D is -infinity there.
  template <class Value>
  bool Start(std::size_t trees, std::size_t size, const Value& value);
  /// Continues until the beliefs agree, or as far as rounding lets it, or until there were
  /// `iterations` since Start; then gives false if to go on is useless. They agree when
  /// sqrt((1/m) sum (b_T - mean b)^2 / mean b) is at most `mismatch`. The last call of `value` was
  /// at the point that counts.
  template <class Value>
  bool Continue(double mismatch, std::size_t iterations, const Value& value);
  /// The least D.
  double least() const { return least_; }

  /// The mean of the beliefs [size].
  const double* mean() const { return mean_.data(); }

 private:
  static constexpr std::size_t kMemory = 12;

  std::size_t total() const { return trees_ * size_; }
  double* Step(std::size_t k) { return history_.data() + 2 * k * total(); }
  double* Change(std::size_t k) { return Step(k) + total(); }
  /// Gradient and mean from the beliefs; returns the mismatch.
  double FindGradient(double* gradient);
  /// direction_ = -H gradient_; returns its slope.
  double FindDirection();
  /// Backtracks along direction_ to a point with a lower value: trial_.
  template <class Value>
  bool Search(double slope, const Value& value);
  void ApplyScaling(double* vector) const;
  /// Remembers the step from point_ and gradient_ to trial_ and trial_gradient_.
  void Remember();

  std::size_t trees_ = 0;
  std::size_t size_ = 0;
  std::size_t remembered_ = 0;  // steps in all
  std::size_t iterations_ = 0;
  double least_ = 0;
  double mismatch_ = 0;
  AlignedBuffer<double> point_, trial_, gradient_, trial_gradient_, direction_, beliefs_, mean_;
  AlignedBuffer<double> history_;  // [kMemory][2][total]
  std::vector<double> rho_, alpha_;
};

template <class Value>
bool SplitMinimizer::Start(std::size_t trees, std::size_t size, const Value& value) {
  Reserve(trees, size);
  trees_ = trees;
  size_ = size;
  remembered_ = 0;
  iterations_ = 0;
  for (std::size_t k = 0; k < total(); ++k) point_[k] = 0;
  least_ = value(point_.data(), beliefs_.data());
  if (least_ == -std::numeric_limits<double>::infinity()) return false;
  mismatch_ = FindGradient(gradient_.data());
  return true;
}

template <class Value>
bool SplitMinimizer::Continue(double mismatch, std::size_t iterations, const Value& value) {
  while (mismatch_ > mismatch) {
    if (++iterations_ > iterations) return false;
    const double slope = FindDirection();
    if (Search(slope, value)) {
      mismatch_ = FindGradient(trial_gradient_.data());
      Remember();
    } else if (remembered_ > 0) {
      remembered_ = 0;  // again, along the scaled gradient
    } else {
      value(point_.data(), beliefs_.data());
      FindGradient(gradient_.data());
      return false;
    }
  }
  return true;
}

template <class Value>
bool SplitMinimizer::Search(double slope, const Value& value) {
  double step = 1;
  for (int tries = 0; tries < 30; ++tries) {
    for (std::size_t k = 0; k < total(); ++k) trial_[k] = point_[k] + step * direction_[k];
    const double next = value(trial_.data(), beliefs_.data());
    const double noise = 1e-15 * (1 + std::abs(least_));
    if (next <= least_ + 1e-4 * step * slope + noise) {
      least_ = next;
      return true;
    }
    // The minimum of the parabola through what is known.
    const double curvature = next - least_ - step * slope;
    const double best = curvature > 0 ? -slope * step * step / (2 * curvature) : 0.5 * step;
    step = std::clamp(best, 0.1 * step, 0.5 * step);
  }
  return false;
}

}  // namespace sagitta
