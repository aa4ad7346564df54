// Forward-backward: chooses between scaled probabilities in Real, in double, and log space.
#include "chain/forward_backward.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "chain/accuracy.h"
#include "chain/log_space.h"

namespace sagitta {
namespace {

// A float sum over more edges than this would lose digits; longer chains go through double.
constexpr std::size_t kLongestFloatChain = 4096;

template <class T>
void Grow(AlignedBuffer<T>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer = AlignedBuffer<T>(std::max(size, buffer.size() * 3 / 2));
}

// How many edges have an array of their own.
template <class Pointer>
std::size_t CountOwn(const Pointer* edge, std::size_t length) {
  return static_cast<std::size_t>(
      std::count_if(edge + 1, edge + length, [](Pointer at) { return at != nullptr; }));
}

}  // namespace

// A chain of floats redone in double.
template <class Real>
class ForwardBackward<Real>::Widened {
 public:
  explicit Widened(const Largest& largest) : largest_(largest) {
    const auto [length, labels, own_edges] = largest;
    inner_.Reserve(length, labels, own_edges);
    Grow(node_, length * kernels::PaddedLength<double>(labels));
    Grow(transition_, labels * labels);
    node_marginals_.reserve(length * labels);
    sums_.reserve(labels * labels);
    if (own_edges == 0) return;
    Grow(edge_, own_edges * labels * labels);
    edge_at_.reserve(length);
  }

  double LogPartition(const ChainScoresOf<Real>& scores) {
    return inner_.LogPartition(Widen(scores));
  }

  double Marginals(const ChainScoresOf<Real>& scores, const ChainMarginalsOf<Real>& marginals) {
    const std::size_t pairs = scores.labels * scores.labels;
    const std::size_t nodes = scores.length * scores.labels;
    const ChainScoresOf<double> wide = Widen(scores);
    node_marginals_.resize(nodes);
    sums_.resize(pairs);
    ChainMarginalsOf<double> out{node_marginals_.data(), sums_.data(), nullptr};
    if (marginals.edge != nullptr) {
      const std::size_t own = CountOwn(marginals.edge, scores.length);
      // Either edges with scores of their own are asked for or, in some tables, all of them.
      const std::size_t most = own > largest_.own_edges ? largest_.length : largest_.own_edges;
      Grow(edge_marginals_, std::max(own, most) * pairs);
      edge_marginals_at_.reserve(largest_.length);
      edge_marginals_at_.assign(scores.length, nullptr);
      double* next = edge_marginals_.data();
      for (std::size_t t = 1; t < scores.length; ++t) {
        if (marginals.edge[t] == nullptr) continue;
        edge_marginals_at_[t] = next;
        next += pairs;
      }
      out.edge = edge_marginals_at_.data();
    }
    const double log_z = inner_.Marginals(wide, out);
    Narrow(node_marginals_.data(), nodes, marginals.node);
    if (marginals.transition_sums != nullptr) {
      Narrow(sums_.data(), pairs, marginals.transition_sums);
    }
    for (std::size_t t = 1; out.edge != nullptr && t < scores.length; ++t) {
      if (out.edge[t] != nullptr) Narrow(out.edge[t], pairs, marginals.edge[t]);
    }
    return log_z;
  }

 private:
  static void Narrow(const double* from, std::size_t count, Real* to) {
    std::transform(from, from + count, to, [](double x) { return static_cast<Real>(x); });
  }

  ChainScoresOf<double> Widen(const ChainScoresOf<Real>& s) {
    const std::size_t pairs = s.labels * s.labels;
    const std::size_t stride = kernels::PaddedLength<double>(s.labels);
    Grow(node_, s.length * stride);
    for (std::size_t t = 0; t < s.length; ++t) {
      std::copy_n(s.node + t * s.stride, s.labels, node_.data() + t * stride);
    }
    ChainScoresOf<double> wide{s.length, s.labels, stride, node_.data(), nullptr, nullptr};
    if (s.length == 1) return wide;
    Grow(transition_, pairs);
    std::copy_n(s.transition, pairs, transition_.data());
    wide.transition = transition_.data();
    if (s.edge == nullptr) return wide;
    Grow(edge_, CountOwn(s.edge, s.length) * pairs);
    edge_at_.assign(s.length, nullptr);
    double* next = edge_.data();
    for (std::size_t t = 1; t < s.length; ++t) {
      if (s.edge[t] == nullptr) continue;
      std::copy_n(s.edge[t], pairs, next);
      edge_at_[t] = next;
      next += pairs;
    }
    wide.edge = edge_at_.data();
    return wide;
  }

  Largest largest_;
  ForwardBackward<double> inner_;
  AlignedBuffer<double> node_, transition_, edge_;
  std::vector<const double*> edge_at_;
  std::vector<double> node_marginals_, sums_;
  AlignedBuffer<double> edge_marginals_;
  std::vector<double*> edge_marginals_at_;
};

template <class Real>
ForwardBackward<Real>::ForwardBackward() = default;
template <class Real>
ForwardBackward<Real>::~ForwardBackward() = default;
template <class Real>
ForwardBackward<Real>::ForwardBackward(ForwardBackward&&) noexcept = default;
template <class Real>
ForwardBackward<Real>& ForwardBackward<Real>::operator=(ForwardBackward&&) noexcept = default;

template <class Real>
typename ForwardBackward<Real>::Widened& ForwardBackward<Real>::InDouble() {
  if (!widened_) widened_ = std::make_unique<Widened>(largest_);
  return *widened_;
}

template <class Real>
void ForwardBackward<Real>::Reserve(std::size_t length, std::size_t labels, std::size_t own_edges) {
  largest_ = {length, labels, own_edges};
  Largest here = largest_;
  if (std::is_same_v<Real, float>) here.length = std::min(length, kLongestFloatChain);
  GrowTo(here);
  if (own_edges == 0) return;
  Grow(edges_, 2 * own_edges * kernels::PaddedRows(labels) * kernels::PaddedLength<Real>(labels));
  edge_exp_.reserve(here.length);
  edge_exp_transposed_.reserve(here.length);
}

template <class Real>
void ForwardBackward<Real>::GrowTo(const Largest& size) {
  const std::size_t stride = kernels::PaddedLength<Real>(size.labels);
  Grow(nodes_, 3 * size.length * stride);
  Grow(norms_, size.length);
  Grow(transitions_, 2 * kernels::PaddedRows(size.labels) * stride);
  Grow(pair_, size.labels * size.labels);
}

template <class Real>
void ForwardBackward<Real>::Arrange(const ChainScoresOf<Real>& s) {
  GrowTo({s.length, s.labels, 0});
  const std::size_t stride = kernels::PaddedLength<Real>(s.labels);
  const std::size_t nodes = s.length * stride;
  const std::size_t matrix = kernels::PaddedRows(s.labels) * stride;
  chain_ = {s.length,
            s.labels,
            stride,
            nodes_.data(),
            transitions_.data(),
            transitions_.data() + matrix,
            nullptr,
            nullptr,
            nodes_.data() + nodes,
            nodes_.data() + 2 * nodes,
            norms_.data()};
}

template <class Real>
typename ForwardBackward<Real>::Promise ForwardBackward<Real>::Prepare(const ChainScoresOf<Real>& s,
                                                                       bool with_transposes) {
  if (std::is_same_v<Real, float> && s.length > kLongestFloatChain) return Promise::kWrong;
  Arrange(s);
  const kernels::Shift node =
      kernels::ExpNodes(s.length, s.labels, s.node, s.stride, nodes_.data(), chain_.stride);
  shift_ = node.max;
  if (s.length == 1) return PromiseOf(node.range, 0);
  Real* transposed = transitions_.data() + kernels::PaddedRows(s.labels) * chain_.stride;
  const kernels::Shift edge =
      kernels::ExpTransitions(s.labels, chain_.stride, s.transition, transitions_.data(),
                              with_transposes ? transposed : nullptr);
  if (s.edge == nullptr) {
    shift_ += edge.max * static_cast<double>(s.length - 1);
    return PromiseOf(node.range, edge.range);
  }
  edge_exp_.assign(s.length, transitions_.data());
  edge_exp_transposed_.assign(s.length, transposed);
  for (std::size_t t = 1; t < s.length; ++t) {
    if (s.edge[t] == nullptr) shift_ += edge.max;
  }
  const double own_range = PrepareEdges(s, with_transposes);
  return PromiseOf(node.range, std::max(edge.range, own_range));
}

template <class Real>
typename ForwardBackward<Real>::Promise ForwardBackward<Real>::PromiseOf(double node_range,
                                                                         double edge_range) const {
  if (shift_ == -INFINITY) return Promise::kWrong;
  const double range = node_range + 2 * edge_range;
  if (range < kernels::ScoreRangeLimit<Real>()) return Promise::kRight;
  if (2 * edge_range < StepRangeLimit<Real>()) return Promise::kRight;
  if (std::is_same_v<Real, float> && std::isfinite(range)) return Promise::kWrong;
  return Promise::kPerhaps;
}

template <class Real>
double ForwardBackward<Real>::PrepareEdges(const ChainScoresOf<Real>& s, bool with_transposes) {
  const std::size_t matrix = kernels::PaddedRows(s.labels) * chain_.stride;
  Grow(edges_, 2 * CountOwn(s.edge, s.length) * matrix);
  Real* next = edges_.data();
  double range = 0;
  for (std::size_t t = 1; t < s.length; ++t) {
    if (s.edge[t] == nullptr) continue;
    const kernels::Shift edge = kernels::ExpTransitions(s.labels, chain_.stride, s.edge[t], next,
                                                        with_transposes ? next + matrix : nullptr);
    shift_ += edge.max;
    range = std::max(range, edge.range);
    edge_exp_[t] = next;
    edge_exp_transposed_[t] = next + matrix;
    next += 2 * matrix;
  }
  chain_.edge_exp = edge_exp_.data();
  chain_.edge_exp_transposed = edge_exp_transposed_.data();
  return range;
}

template <class Real>
bool ForwardBackward<Real>::RunForward(Promise promise, double& log_z) {
  if (promise == Promise::kWrong) return false;
  log_z = shift_ + kernels::Forward(chain_);
  return promise == Promise::kRight || ForwardIsAccurate(chain_);
}

template <class Real>
double ForwardBackward<Real>::LogPartition(const ChainScoresOf<Real>& scores) {
  double log_z;
  if (RunForward(Prepare(scores, false), log_z)) return log_z;
  if constexpr (std::is_same_v<Real, float>) return InDouble().LogPartition(scores);
  return LogSpacePartition(scores);
}

template <class Real>
double ForwardBackward<Real>::Marginals(const ChainScoresOf<Real>& scores,
                                        const ChainMarginalsOf<Real>& marginals) {
  double log_z;
  const Promise promise = Prepare(scores, true);
  if (RunForward(promise, log_z)) {
    if (promise == Promise::kPerhaps) ForbidUnreachable(chain_, nodes_.data());
    kernels::Backward(chain_, marginals.node);
    PairMarginals(marginals);
    return log_z;
  }
  if constexpr (std::is_same_v<Real, float>) return InDouble().Marginals(scores, marginals);
  return LogSpaceMarginals(scores, marginals);
}

// Edges that share one matrix are summed by one matrix product; the others one by one.
template <class Real>
void ForwardBackward<Real>::PairMarginals(const ChainMarginalsOf<Real>& marginals) {
  const std::size_t pairs = chain_.labels * chain_.labels;
  Real* sums = marginals.transition_sums;
  if (chain_.edge_exp == nullptr && marginals.edge == nullptr) {
    if (sums != nullptr) kernels::TransitionSums(chain_, sums);
    return;
  }
  if (sums != nullptr) std::fill_n(sums, pairs, Real{0});
  for (std::size_t t = 1; t < chain_.length; ++t) {
    Real* own = marginals.edge != nullptr ? marginals.edge[t] : nullptr;
    Real* to = own != nullptr ? own : pair_.data();
    kernels::EdgeMarginals(chain_, t, to);
    if (sums == nullptr) continue;
    for (std::size_t k = 0; k < pairs; ++k) sums[k] += to[k];
  }
}

template class ForwardBackward<float>;
template class ForwardBackward<double>;

}  // namespace sagitta
