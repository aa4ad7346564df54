// Penalties of 0 and -infinity, added to scores.
#include "chain/label_constraints.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

// 0 where something is allowed, -infinity where not.
template <class Real>
AlignedBuffer<Real> Penalties(const std::vector<std::uint8_t>& allowed) {
  AlignedBuffer<Real> penalties(allowed.size());
  std::transform(allowed.begin(), allowed.end(), penalties.data(), [](std::uint8_t is_allowed) {
    return is_allowed != 0 ? Real{0} : -std::numeric_limits<Real>::infinity();
  });
  return penalties;
}

// scores += penalties.
template <class Real>
void Add(const AlignedBuffer<Real>& penalties, Real* scores) {
  kernels::SubtractScaled(penalties.size(), scores, Real{-1}, penalties.data(), scores);
}

// values[k] = 0 where penalties[k] is not.
template <class Real>
void ClearWhere(const AlignedBuffer<Real>& penalties, Real* values) {
  for (std::size_t k = 0; k < penalties.size(); ++k) {
    values[k] = penalties[k] == 0 ? values[k] : Real{0};
  }
}

}  // namespace

template <class Real>
LabelConstraints<Real>::LabelConstraints(const Constraints& allowed, std::size_t labels) {
  if (allowed.empty()) return;
  labels_ = labels;
  pair_ = Penalties<Real>(allowed.pair);
  first_ = Penalties<Real>(allowed.first);
  last_ = Penalties<Real>(allowed.last);
}

template <class Real>
void LabelConstraints<Real>::ForbidEnds(std::size_t length, std::size_t stride, Real* node) const {
  Add(first_, node);
  Add(last_, node + (length - 1) * stride);
}

template <class Real>
void LabelConstraints<Real>::ForbidPairs(Real* pairs) const {
  Add(pair_, pairs);
}

template <class Real>
void LabelConstraints<Real>::ClearEnds(std::size_t length, Real* node) const {
  ClearWhere(first_, node);
  ClearWhere(last_, node + (length - 1) * labels_);
}

template <class Real>
void LabelConstraints<Real>::ClearPairs(Real* pairs) const {
  ClearWhere(pair_, pairs);
}

// Counts are divided by their sum at every step, and the logarithms of the sums added up.
template <class Real>
std::vector<double> LabelConstraints<Real>::LogLabellings(std::size_t longest) const {
  std::vector<double> log_labellings(longest + 1, -std::numeric_limits<double>::infinity());
  std::vector<double> count(labels_), next(labels_);
  for (std::size_t k = 0; k < labels_; ++k) count[k] = first_[k] == 0 ? 1 : 0;
  double log_factor = 0;
  for (std::size_t length = 1; length <= longest; ++length) {
    double all = 0, ending = 0;
    for (std::size_t k = 0; k < labels_; ++k) {
      all += count[k];
      ending += last_[k] == 0 ? count[k] : 0;
    }
    log_labellings[length] = log_factor + std::log(ending);
    if (!(all > 0)) break;
    log_factor += std::log(all);
    std::fill(next.begin(), next.end(), 0.0);
    for (std::size_t i = 0; i < labels_; ++i) {
      for (std::size_t k = 0; k < labels_; ++k) {
        if (AllowsPair(i * labels_ + k)) next[k] += count[i] / all;
      }
    }
    count.swap(next);
  }
  return log_labellings;
}

template class LabelConstraints<float>;
template class LabelConstraints<double>;

}  // namespace sagitta
