// Sum-product on a forest: the choice of the route.
#include "graph/forest_pass.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "graph/grow.h"
#include "kernels/chain.h"

namespace sagitta {
namespace {

// As in chain/accuracy.cc.
template <class Real>
constexpr Real Theta() {
  return std::is_same_v<Real, float> ? Real(1e-26) : Real(1e-140);
}

// A float sum over more edges than this would lose digits.
constexpr std::size_t kMostFloatNodes = 4096;

}  // namespace

template <class Real>
void ForestPass<Real>::Reserve(std::size_t nodes, std::size_t labels) {
  Grow(nodes_, 4 * nodes * kernels::PaddedLength<Real>(labels));
  Grow(norms_, nodes);
  if (to_parent_.size() >= nodes) return;
  to_parent_.resize(nodes);
  from_parent_.resize(nodes);
}

template <class Real>
void ForestPass<Real>::Arrange(const Forest& forest, std::size_t labels) {
  const std::size_t nodes = forest.nodes();
  Reserve(nodes, labels);
  const std::size_t stride = kernels::PaddedLength<Real>(labels);
  Real* const e = nodes_.data();
  const std::size_t size = nodes * stride;
  tree_ = {nodes,
           labels,
           stride,
           forest.order.data(),
           forest.parent.data(),
           to_parent_.data(),
           from_parent_.data(),
           e + size,
           e + 2 * size,
           norms_.data(),
           e + 3 * size};
}

template <class Real>
bool ForestPass<Real>::Upward(const Forest& forest, const Real* node, std::size_t stride,
                              LinkMatrices<Real>& links, double& log_z) {
  if (std::is_same_v<Real, float> && forest.nodes() > kMostFloatNodes) return false;
  forest_ = &forest;
  links_ = &links;
  Arrange(forest, links.labels());
  in_log_space_ = false;
  const kernels::Shift shift =
      kernels::ExpNodes(tree_.nodes, tree_.labels, node, stride, nodes_.data(), tree_.stride);
  log_z = shift.max;
  double widest = 0;
  for (std::uint32_t v = 0; v < tree_.nodes; ++v) {
    if (forest.IsRoot(v)) continue;
    const std::uint32_t link = forest.link[v];
    const bool own = forest.RowsAreOwn(v, false);
    to_parent_[v] = own ? links.RowsOfA(link) : links.RowsOfB(link);
    from_parent_[v] = own ? links.RowsOfB(link) : links.RowsOfA(link);
    log_z += links.max(link);
    widest = std::max(widest, links.range(link));
  }
  // No label of some node, or no pair of some link, is allowed.
  if (log_z == -INFINITY) return true;
  const double limit = -std::log(static_cast<double>(Theta<Real>()));
  const bool safe = widest * static_cast<double>(forest.most_neighbors) <= limit;
  // Finite scores that are too wide for float hardly ever turn out right.
  if (!safe && std::is_same_v<Real, float> && std::isfinite(widest)) return false;
  std::copy_n(nodes_.data(), tree_.nodes * tree_.stride, tree_.inside);
  log_z += kernels::TreeUpward(tree_);
  if (safe || OutcomeIsAccurate()) return true;
  if constexpr (std::is_same_v<Real, double>) {
    in_log_space_ = true;
    log_z = log_.Upward(forest, tree_.labels, node, stride, links);
    return true;
  }
  return false;
}

// ---- Whether the outcome is right ----

template <class Real>
bool ForestPass<Real>::IsUnreachable(std::uint32_t v, std::size_t j) const {
  const Real* a = tree_.inside + v * tree_.stride;
  for (std::size_t i = 0; i < tree_.labels; ++i) {
    if (a[i] > 0 && to_parent_[v][i * tree_.stride + j] > 0) return false;
  }
  return true;
}

template <class Real>
bool ForestPass<Real>::MessageIsAccurate(std::uint32_t v) const {
  const Real* m = tree_.message + v * tree_.stride;
  for (std::size_t j = 0; j < tree_.labels; ++j) {
    if (m[j] >= Theta<Real>()) continue;
    if (m[j] != 0 || !IsUnreachable(v, j)) return false;
  }
  return true;
}

// The product of the messages to v is a / e. Where it is 0 a message must be, which is then right.
template <class Real>
bool ForestPass<Real>::OutcomeIsAccurate() {
  const std::size_t labels = tree_.labels;
  has_zero_.assign(tree_.nodes * labels, 0);
  for (std::size_t k = tree_.nodes; k-- > 0;) {
    const std::uint32_t v = tree_.order[k];
    // Not so for z = 0, nor for NaN.
    if (!(tree_.inverse_norm[v] <= 1 / Theta<Real>())) return false;
    const Real* e = nodes_.data() + v * tree_.stride;
    const Real* a = tree_.inside + v * tree_.stride;
    for (std::size_t i = 0; i < labels; ++i) {
      const bool right = a[i] >= Theta<Real>() * e[i] && a[i] > 0;
      if (!right && e[i] != 0 && !(a[i] == 0 && has_zero_[v * labels + i])) return false;
    }
    if (forest_->IsRoot(v)) continue;
    if (!MessageIsAccurate(v)) return false;
    const Real* m = tree_.message + v * tree_.stride;
    for (std::size_t j = 0; j < labels; ++j) {
      if (m[j] == 0) has_zero_[tree_.parent[v] * labels + j] = 1;
    }
  }
  return true;
}

// ---- Marginals ----

template <class Real>
void ForestPass<Real>::Downward() {
  if constexpr (std::is_same_v<Real, double>) {
    if (in_log_space_) return log_.Downward(tree_.stride, tree_.marginal);
  }
  kernels::TreeDownward(tree_);
}

template <class Real>
void ForestPass<Real>::PairSums(std::span<const std::uint32_t> nodes, bool rows_own, Real* sums) {
  const std::uint32_t first = nodes[0];
  if (!in_log_space_) {
    kernels::OuterSums(nodes.size(), nodes.data(), tree_.labels, tree_.stride,
                       rows_own ? tree_.inside : tree_.message,
                       rows_own ? tree_.message : tree_.inside,
                       rows_own ? to_parent_[first] : from_parent_[first], sums);
    return;
  }
  const std::size_t labels = tree_.labels;
  pair_.resize(labels * labels);
  std::fill_n(sums, labels * labels, Real{0});
  for (const std::uint32_t v : nodes) {
    log_.Pair(v, pair_.data());
    for (std::size_t i = 0; i < labels; ++i) {
      for (std::size_t j = 0; j < labels; ++j) {
        sums[i * labels + j] +=
            static_cast<Real>(rows_own ? pair_[i * labels + j] : pair_[j * labels + i]);
      }
    }
  }
}

template class ForestPass<float>;
template class ForestPass<double>;

}  // namespace sagitta
