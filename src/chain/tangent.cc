// The tangent of forward-backward.
#include "chain/tangent.h"

#include <algorithm>
#include <cstddef>

namespace sagitta {
namespace {

// The average that `sum` stands for under a total weight; nothing where there is no weight.
double Average(double sum, double weight) { return weight > 0 ? sum / weight : 0.0; }

// Takes the mean under the weights out of values.
void Center(const std::vector<double>& weights, double* values) {
  double sum = 0, total = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    sum += weights[k] * values[k];
    total += weights[k];
  }
  const double mean = Average(sum, total);
  for (std::size_t k = 0; k < weights.size(); ++k) values[k] -= mean;
}

}  // namespace

template <class Real>
void MarginalTangents<Real>::RunForward(const ChainMarginalsOf<Real>& at,
                                        const ChainScoresOf<Real>& along) {
  const std::size_t width = labels_;
  double* row = forward_.data();
  std::copy_n(along.node, width, row);
  mass_.assign(at.node, at.node + width);
  Center(mass_, row);
  for (std::size_t t = 1; t < along.length; ++t) {
    const double* before = row;
    row += width;
    std::fill_n(row, width, 0.0);
    std::fill(mass_.begin(), mass_.end(), 0.0);
    const Real* pairs = at.edge[t];
    const Real* edge = along.Edge(t);
    for (std::size_t i = 0; i < width; ++i, pairs += width, edge += width) {
      for (std::size_t j = 0; j < width; ++j) {
        const double p = static_cast<double>(pairs[j]);
        row[j] += p * (before[i] + static_cast<double>(edge[j]));
        mass_[j] += p;
      }
    }
    const Real* node = along.node + t * along.stride;
    for (std::size_t j = 0; j < width; ++j) {
      row[j] = static_cast<double>(node[j]) + Average(row[j], mass_[j]);
    }
    Center(mass_, row);
  }
}

template <class Real>
void MarginalTangents<Real>::NodeTangents(const Real* p, const double* forward, Real* out) const {
  double sum = 0, total = 0;
  for (std::size_t j = 0; j < labels_; ++j) {
    sum += static_cast<double>(p[j]) * (forward[j] + backward_[j]);
    total += static_cast<double>(p[j]);
  }
  const double mean = Average(sum, total);
  for (std::size_t j = 0; j < labels_; ++j) {
    out[j] = static_cast<Real>(static_cast<double>(p[j]) * (forward[j] + backward_[j] - mean));
  }
}

template <class Real>
void MarginalTangents<Real>::StepBackward(std::size_t t, const Real* pairs,
                                          const ChainScoresOf<Real>& along) {
  const double* before = forward_.data() + (t - 1) * labels_;
  const Real* node = along.node + t * along.stride;
  const Real* edge = along.Edge(t);
  for (std::size_t j = 0; j < labels_; ++j) {
    behind_[j] = static_cast<double>(node[j]) + backward_[j];
  }
  double all = 0, total = 0;
  for (std::size_t i = 0; i < labels_; ++i, pairs += labels_, edge += labels_) {
    double sum = 0, mass = 0;
    for (std::size_t j = 0; j < labels_; ++j) {
      const double p = static_cast<double>(pairs[j]);
      sum += p * (static_cast<double>(edge[j]) + behind_[j]);
      mass += p;
    }
    backward_[i] = Average(sum, mass);
    mass_[i] = mass;
    all += sum + mass * before[i];
    total += mass;
  }
  edge_mean_ = Average(all, total);
  Center(mass_, backward_.data());
}

template <class Real>
void MarginalTangents<Real>::EdgeTangents(std::size_t t, const Real* pairs,
                                          const ChainScoresOf<Real>& along, Real* own) {
  const double* before = forward_.data() + (t - 1) * labels_;
  const Real* edge = along.Edge(t);
  double* sums = sums_.data();
  for (std::size_t i = 0; i < labels_; ++i, pairs += labels_, edge += labels_, sums += labels_) {
    const double shift = before[i] - edge_mean_;
    for (std::size_t j = 0; j < labels_; ++j) {
      const double change =
          static_cast<double>(pairs[j]) * (shift + static_cast<double>(edge[j]) + behind_[j]);
      sums[j] += change;
      if (own != nullptr) own[i * labels_ + j] = static_cast<Real>(change);
    }
  }
}

template <class Real>
void MarginalTangents<Real>::Reserve(std::size_t length, std::size_t labels) {
  forward_.resize(std::max(forward_.size(), length * labels));
  for (std::vector<double>* row : {&backward_, &behind_, &mass_}) row->reserve(labels);
  sums_.reserve(labels * labels);
}

template <class Real>
void MarginalTangents<Real>::Compute(const ChainMarginalsOf<Real>& at,
                                     const ChainScoresOf<Real>& along,
                                     const ChainMarginalsOf<Real>& out) {
  const std::size_t width = labels_ = along.labels;
  if (forward_.size() < along.length * width) forward_.resize(along.length * width);
  behind_.resize(width);
  backward_.assign(width, 0.0);
  sums_.assign(width * width, 0.0);
  RunForward(at, along);
  for (std::size_t t = along.length; t-- > 0;) {
    NodeTangents(at.node + t * width, forward_.data() + t * width, out.node + t * width);
    if (t == 0) break;
    StepBackward(t, at.edge[t], along);
    Real* own = out.edge != nullptr ? out.edge[t] : nullptr;
    if (own != nullptr || out.transition_sums != nullptr) {
      EdgeTangents(t, at.edge[t], along, own);
    }
  }
  if (out.transition_sums != nullptr) {
    std::transform(sums_.begin(), sums_.end(), out.transition_sums,
                   [](double change) { return static_cast<Real>(change); });
  }
}

template class MarginalTangents<float>;
template class MarginalTangents<double>;

}  // namespace sagitta
