#include "chain/log_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sagitta {
namespace {

// log(sum exp) of values that arrive one by one.
class LogSum {
 public:
  void Add(double x) {
    if (x <= max_) {
      sum_ += std::exp(x - max_);
    } else {
      sum_ = sum_ * std::exp(max_ - x) + 1.0;
      max_ = x;
    }
  }
  double Log() const { return max_ + std::log(sum_); }

 private:
  double max_ = -std::numeric_limits<double>::max();
  double sum_ = 0.0;
};

// forward[t][j] = node[t][j] + log sum_i exp(forward[t-1][i] + edge_t[i][j])
template <class Real>
std::vector<double> LogForward(const ChainScoresOf<Real>& s) {
  const std::size_t width = s.labels;
  std::vector<double> forward(s.length * width);
  for (std::size_t j = 0; j < width; ++j) forward[j] = s.node[j];
  for (std::size_t t = 1; t < s.length; ++t) {
    const double* previous = forward.data() + (t - 1) * width;
    const Real* edge = s.Edge(t);
    for (std::size_t j = 0; j < width; ++j) {
      LogSum sum;
      for (std::size_t i = 0; i < width; ++i) sum.Add(previous[i] + edge[i * width + j]);
      forward[t * width + j] = s.node[t * s.stride + j] + sum.Log();
    }
  }
  return forward;
}

// backward[t][i] = log sum_j exp(edge_{t+1}[i][j] + node[t+1][j] + backward[t+1][j]), from `next`.
template <class Real>
void StepBackward(const ChainScoresOf<Real>& s, std::size_t t, const std::vector<double>& next,
                  std::vector<double>& out) {
  const std::size_t width = s.labels;
  const Real* edge = s.Edge(t + 1);
  const Real* node = s.node + (t + 1) * s.stride;
  for (std::size_t i = 0; i < width; ++i) {
    LogSum sum;
    for (std::size_t j = 0; j < width; ++j) sum.Add(edge[i * width + j] + node[j] + next[j]);
    out[i] = sum.Log();
  }
}

double LogTotal(const double* last, std::size_t width) {
  LogSum sum;
  for (std::size_t j = 0; j < width; ++j) sum.Add(last[j]);
  return sum.Log();
}

}  // namespace

template <class Real>
double LogSpacePartition(const ChainScoresOf<Real>& scores) {
  const std::vector<double> forward = LogForward(scores);
  return LogTotal(forward.data() + (scores.length - 1) * scores.labels, scores.labels);
}

template <class Real>
double LogSpaceMarginals(const ChainScoresOf<Real>& s, const ChainMarginalsOf<Real>& marginals) {
  const std::size_t width = s.labels;
  const std::vector<double> forward = LogForward(s);
  const double log_z = LogTotal(forward.data() + (s.length - 1) * width, width);
  std::vector<double> backward(width, 0.0), earlier(width), sums(width * width, 0.0);
  for (std::size_t t = s.length; t-- > 0;) {
    const double* a = forward.data() + t * width;
    for (std::size_t j = 0; j < width; ++j) {
      marginals.node[t * width + j] = static_cast<Real>(std::exp(a[j] + backward[j] - log_z));
    }
    if (t == 0) break;
    const double* before = a - width;
    const Real* edge = s.Edge(t);
    Real* own = marginals.edge != nullptr ? marginals.edge[t] : nullptr;
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        const double p = std::exp(before[i] + edge[i * width + j] + s.node[t * s.stride + j] +
                                  backward[j] - log_z);
        sums[i * width + j] += p;
        if (own != nullptr) own[i * width + j] = static_cast<Real>(p);
      }
    }
    StepBackward(s, t - 1, backward, earlier);
    backward.swap(earlier);
  }
  if (marginals.transition_sums != nullptr) {
    std::transform(sums.begin(), sums.end(), marginals.transition_sums,
                   [](double p) { return static_cast<Real>(p); });
  }
  return log_z;
}

template double LogSpacePartition(const ChainScoresOf<float>&);
template double LogSpacePartition(const ChainScoresOf<double>&);
template double LogSpaceMarginals(const ChainScoresOf<float>&, const ChainMarginalsOf<float>&);
template double LogSpaceMarginals(const ChainScoresOf<double>&, const ChainMarginalsOf<double>&);

}  // namespace sagitta
