// L-BFGS for splits of scores.
#include "graph/split_minimizer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/grow.h"
#include "kernels/vectors.h"

namespace sagitta {

void SplitMinimizer::Reserve(std::size_t trees, std::size_t size) {
  const std::size_t total = trees * size;
  for (auto* vector : {&point_, &trial_, &gradient_, &trial_gradient_, &direction_, &beliefs_}) {
    Grow(*vector, total);
  }
  Grow(mean_, size);
  if (trees > 1) Grow(history_, 2 * kMemory * total);
  rho_.resize(kMemory);
  alpha_.resize(kMemory);
}

double SplitMinimizer::FindGradient(double* gradient) {
  const double share = 1 / static_cast<double>(trees_);
  std::fill_n(mean_.data(), size_, 0.0);
  for (std::size_t t = 0; t < trees_; ++t) {
    kernels::SubtractScaled(size_, mean_.data(), -share, beliefs_.data() + t * size_, mean_.data());
  }
  double sum = 0;
  for (std::size_t t = 0; t < trees_; ++t) {
    const double* b = beliefs_.data() + t * size_;
    for (std::size_t k = 0; k < size_; ++k) {
      const double off = b[k] - mean_[k];
      gradient[t * size_ + k] = share * off;
      if (mean_[k] > 0) sum += share * off * off / mean_[k];
    }
  }
  return std::sqrt(sum);
}

void SplitMinimizer::ApplyScaling(double* vector) const {
  constexpr double kFloor = 1e-30;  // rarer labels do not matter, and have no digits
  const double trees = static_cast<double>(trees_);
  for (std::size_t t = 0; t < trees_; ++t) {
    for (std::size_t k = 0; k < size_; ++k) vector[t * size_ + k] *= trees / (mean_[k] + kFloor);
  }
}

// The two-loop recursion (Nocedal and Wright 2006, algorithm 7.4).
double SplitMinimizer::FindDirection() {
  double* d = direction_.data();
  std::copy_n(gradient_.data(), total(), d);
  const std::size_t count = std::min(remembered_, kMemory);
  const auto slot = [this](std::size_t back) { return (remembered_ - 1 - back) % kMemory; };
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t k = slot(n);
    alpha_[k] = rho_[k] * kernels::Dot(total(), Step(k), d);
    kernels::SubtractScaled(total(), d, alpha_[k], Change(k), d);
  }
  ApplyScaling(d);
  if (count > 0) {
    // y.H0 y of the last change, with trial_ as room.
    const std::size_t k = slot(0);
    std::copy_n(Change(k), total(), trial_.data());
    ApplyScaling(trial_.data());
    const double scale = 1 / (rho_[k] * kernels::Dot(total(), Change(k), trial_.data()));
    for (std::size_t j = 0; j < total(); ++j) d[j] *= scale;
  }
  for (std::size_t n = count; n-- > 0;) {
    const std::size_t k = slot(n);
    const double beta = rho_[k] * kernels::Dot(total(), Change(k), d);
    kernels::SubtractScaled(total(), d, beta - alpha_[k], Step(k), d);
  }
  for (std::size_t k = 0; k < size_; ++k) {
    double mean = 0;
    for (std::size_t t = 0; t < trees_; ++t) mean += d[t * size_ + k];
    mean /= static_cast<double>(trees_);
    // What rounding has added to all trees would leave the split.
    for (std::size_t t = 0; t < trees_; ++t) d[t * size_ + k] = mean - d[t * size_ + k];
  }
  const double slope = kernels::Dot(total(), gradient_.data(), d);
  if (slope < 0 || count == 0) return slope;
  remembered_ = 0;  // rounding has spoilt the memory
  return FindDirection();
}

void SplitMinimizer::Remember() {
  const std::size_t k = remembered_ % kMemory;
  kernels::SubtractScaled(total(), trial_.data(), 1.0, point_.data(), Step(k));
  kernels::SubtractScaled(total(), trial_gradient_.data(), 1.0, gradient_.data(), Change(k));
  const double along = kernels::Dot(total(), Step(k), Change(k));
  const double length = kernels::Dot(total(), Change(k), Change(k));
  if (along > 1e-300 && along > 1e-14 * length) {
    rho_[k] = 1 / along;
    ++remembered_;
  }
  std::swap(point_, trial_);
  std::swap(gradient_, trial_gradient_);
}

}  // namespace sagitta
