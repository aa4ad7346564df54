// ChainOracle's part in constraints: what labels and pairs of labels an example may have.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/vectors.h"
#include "objective/chain_scratch.h"

namespace sagitta {
namespace {

// to += from.
template <class Real>
void Add(std::size_t count, const Real* from, Real* to) {
  kernels::SubtractScaled(count, to, Real{-1}, from, to);
}

// values[k] = 0 where penalties[k] is not.
template <class Real>
void ClearWhere(std::size_t count, const Real* penalties, Real* values) {
  for (std::size_t k = 0; k < count; ++k) values[k] = penalties[k] == 0 ? values[k] : Real{0};
}

}  // namespace

template <class Real>
void ChainOracle<Real>::Forbid(ExampleId i, std::size_t own, Scores& scores) const {
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = Pairs();
  Add(problem_.labels, forbidden_first_.data(), scores.node.data());
  Add(problem_.labels, forbidden_last_.data(), scores.node.data() + (length - 1) * stride_);
  if (length > 1) Add(pairs, forbidden_pair_.data(), scores.transition.data());
  for (std::size_t e = 0; e < own; ++e) {
    Add(pairs, forbidden_pair_.data(), scores.edge.data() + e * pairs);
  }
}

template <class Real>
void ChainOracle<Real>::ClearForbidden(ExampleId i, Real* table) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  ClearWhere(width, forbidden_first_.data(), table);
  ClearWhere(width, forbidden_last_.data(), table + (length - 1) * width);
  const std::size_t tables =
      shape_ == TableShape::kMarginals ? length - 1 : std::min<std::size_t>(length - 1, 1);
  for (std::size_t e = 0; e < tables; ++e) {
    ClearWhere(Pairs(), forbidden_pair_.data(), table + length * width + e * Pairs());
  }
  if (!HasLists(i)) return;
  const std::uint64_t first = edge_begin_[i];
  for (std::uint64_t e = first; e < edge_begin_[i + 1]; ++e) {
    edge_slots_.ForEach(first, e, [&](std::size_t slot, std::size_t place) {
      if (forbidden_pair_.data()[slot] != 0) OwnIn(i, table)[place] = 0;
    });
  }
}

// With the number n_t[k] of allowed labellings of t + 1 tokens that end with k, up to a factor:
//
//   n_0[k] = first[k],   n_t[k] = sum_i n_{t-1}[i] pair[i][k],   of length t + 1: sum_k n_t[k]
//   last[k]
template <class Real>
void ChainOracle<Real>::CountLabellings() {
  const Constraints& allowed = problem_.constraints;
  const std::size_t width = problem_.labels;
  log_labellings_.assign(longest_ + 1, -INFINITY);
  std::vector<double> count(allowed.first.begin(), allowed.first.end()), next(width);
  double log_factor = 0;
  for (std::size_t length = 1; length <= longest_; ++length) {
    double all = 0, ending = 0;
    for (std::size_t k = 0; k < width; ++k) {
      all += count[k];
      ending += allowed.last[k] != 0 ? count[k] : 0;
    }
    log_labellings_[length] = log_factor + std::log(ending);
    if (!(all > 0)) return;
    log_factor += std::log(all);
    std::fill(next.begin(), next.end(), 0.0);
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        if (allowed.pair[i * width + k] != 0) next[k] += count[i] / all;
      }
    }
    count.swap(next);
  }
}

#define SAGITTA_CHAIN_CONSTRAINTS(Real)                                           \
  template void ChainOracle<Real>::Forbid(ExampleId, std::size_t, Scores&) const; \
  template void ChainOracle<Real>::ClearForbidden(ExampleId, Real*) const;        \
  template void ChainOracle<Real>::CountLabellings();

SAGITTA_CHAIN_CONSTRAINTS(float)
SAGITTA_CHAIN_CONSTRAINTS(double)
#undef SAGITTA_CHAIN_CONSTRAINTS

}  // namespace sagitta
