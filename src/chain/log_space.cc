// Inference in log space.
#include "chain/log_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sagitta {
namespace {

// exp(x), without the call where it is zero: wide scores, which bring chains here, mostly are.
double Exp(double x) {
  constexpr double kLargestWithoutExp = -746;  // exp of it is below half of the smallest double
  return x < kLargestWithoutExp ? 0.0 : std::exp(x);
}

// log(sum exp) of values that arrive one by one.
class LogSum {
 public:
  void Add(double x) {
    if (x <= max_) {
      sum_ += Exp(x - max_);
    } else {
      sum_ = sum_ * Exp(max_ - x) + 1.0;
      max_ = x;
    }
  }
  double Log() const { return max_ + std::log(sum_); }

 private:
  double max_ = -std::numeric_limits<double>::max();
  double sum_ = 0.0;
};

// log sum exp of `row`, which it subtracts: rows stay near zero however long the chain is, so that
// marginals keep their digits when log Z has outgrown them. A row without anything allowed stays.
double Normalize(double* row, std::size_t width) {
  LogSum sum;
  for (std::size_t j = 0; j < width; ++j) sum.Add(row[j]);
  const double total = sum.Log();
  if (total == -INFINITY) return total;
  for (std::size_t j = 0; j < width; ++j) row[j] -= total;
  return total;
}

// forward[t][j] = node[t][j] + log sum_i exp(forward[t-1][i] + edge_t[i][j]) - shift[t]
struct LogForward {
  std::vector<double> forward;  // [T][K]
  std::vector<double> shift;    // [T]; log Z is their sum
  double log_z = 0;
};

template <class Real>
LogForward RunForward(const ChainScoresOf<Real>& s) {
  const std::size_t width = s.labels;
  LogForward run{std::vector<double>(s.length * width), std::vector<double>(s.length), 0.0};
  for (std::size_t t = 0; t < s.length; ++t) {
    double* row = run.forward.data() + t * width;
    for (std::size_t j = 0; j < width; ++j) {
      row[j] = s.node[t * s.stride + j];
      if (t == 0) continue;
      LogSum sum;
      const double* before = row - width;
      for (std::size_t i = 0; i < width; ++i) sum.Add(before[i] + s.Edge(t)[i * width + j]);
      row[j] += sum.Log();
    }
    run.shift[t] = Normalize(row, width);
    run.log_z += run.shift[t];
    if (run.log_z == -INFINITY) break;
  }
  return run;
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
    for (std::size_t j = 0; j < width; ++j) sum.Add(next[j] + node[j] + edge[i * width + j]);
    out[i] = sum.Log();
  }
}

// Shifts a backward row so that forward + backward are the logarithms of a token's marginals.
void NormalizeAgainst(const double* forward, std::vector<double>& backward) {
  LogSum sum;
  for (std::size_t j = 0; j < backward.size(); ++j) sum.Add(forward[j] + backward[j]);
  const double total = sum.Log();
  for (double& b : backward) b -= total;
}

// No labelling is allowed, and none has a probability.
template <class Real>
void ClearMarginals(const ChainScoresOf<Real>& s, const ChainMarginalsOf<Real>& marginals) {
  const std::size_t pairs = s.labels * s.labels;
  std::fill_n(marginals.node, s.length * s.labels, Real{0});
  if (marginals.transition_sums != nullptr) std::fill_n(marginals.transition_sums, pairs, Real{0});
  for (std::size_t t = 1; marginals.edge != nullptr && t < s.length; ++t) {
    if (marginals.edge[t] != nullptr) std::fill_n(marginals.edge[t], pairs, Real{0});
  }
}

}  // namespace

template <class Real>
double LogSpacePartition(const ChainScoresOf<Real>& scores) {
  return RunForward(scores).log_z;
}

template <class Real>
double LogSpaceMarginals(const ChainScoresOf<Real>& s, const ChainMarginalsOf<Real>& marginals) {
  const std::size_t width = s.labels;
  const LogForward run = RunForward(s);
  if (run.log_z == -INFINITY) {
    ClearMarginals(s, marginals);
    return run.log_z;
  }
  std::vector<double> backward(width, 0.0), earlier(width), sums(width * width, 0.0);
  for (std::size_t t = s.length; t-- > 0;) {
    const double* a = run.forward.data() + t * width;
    NormalizeAgainst(a, backward);
    for (std::size_t j = 0; j < width; ++j) {
      marginals.node[t * width + j] = static_cast<Real>(Exp(a[j] + backward[j]));
    }
    if (t == 0) break;
    const double* before = a - width;
    const Real* edge = s.Edge(t);
    Real* own = marginals.edge != nullptr ? marginals.edge[t] : nullptr;
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        const double p = Exp(before[i] + edge[i * width + j] + s.node[t * s.stride + j] +
                             backward[j] - run.shift[t]);
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
  return run.log_z;
}

template double LogSpacePartition(const ChainScoresOf<float>&);
template double LogSpacePartition(const ChainScoresOf<double>&);
template double LogSpaceMarginals(const ChainScoresOf<float>&, const ChainMarginalsOf<float>&);
template double LogSpaceMarginals(const ChainScoresOf<double>&, const ChainMarginalsOf<double>&);

}  // namespace sagitta
