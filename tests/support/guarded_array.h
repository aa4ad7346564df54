// GuardedArray: an array that detects writes before its start and after its end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <span>

#include "base/aligned_buffer.h"

namespace sagitta {

/// Aligned to a cache line like an AlignedBuffer. Layout: [guard][size elements][slack][guard]. The
/// slack is what a kernel may read (and, if its header says so, write) past the end. It contains
/// NaN, which invalidates every result that uses it.
template <class Real>
class GuardedArray {
 public:
  static constexpr std::size_t kCacheLine = 64 / sizeof(Real);

  explicit GuardedArray(std::size_t size, Real fill = 0)
      : size_(size), buffer_(3 * kCacheLine + size) {
    std::fill_n(buffer_.data(), buffer_.size(), kGuard);
    std::fill_n(data(), size, fill);
    std::fill_n(data() + size, kCacheLine, std::numeric_limits<Real>::quiet_NaN());
  }

  Real* data() { return buffer_.data() + kCacheLine; }
  const Real* data() const { return buffer_.data() + kCacheLine; }
  std::size_t size() const { return size_; }
  Real& operator[](std::size_t k) { return data()[k]; }
  Real operator[](std::size_t k) const { return data()[k]; }
  std::span<Real> span() { return {data(), size_}; }
  std::span<const Real> span() const { return {data(), size_}; }

  /// Whether nothing was written outside the array and its slack.
  bool GuardsIntact() const {
    const auto intact = [](Real x) { return x == kGuard; };
    return std::all_of(buffer_.data(), data(), intact) &&
           std::all_of(data() + size_ + kCacheLine, buffer_.data() + buffer_.size(), intact);
  }
  /// Whether nothing was written into the slack.
  bool SlackIntact() const {
    const auto intact = [](Real x) { return x != x; };
    return std::all_of(data() + size_, data() + size_ + kCacheLine, intact);
  }

 private:
  static constexpr Real kGuard = static_cast<Real>(-7.25e11);

  std::size_t size_;
  AlignedBuffer<Real> buffer_;
};

template <class Real>
void FillUniform(std::span<Real> values, double low, double high, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> draw(low, high);
  for (Real& x : values) x = static_cast<Real>(draw(rng));
}

}  // namespace sagitta
