// SumTree: updates, sums and sampling.
#include "optim/parts/sum_tree.h"

#include <algorithm>
#include <bit>

namespace sagitta {

SumTree::SumTree(std::size_t n)
    : size_(n), leaves_(std::bit_ceil(std::max<std::size_t>(n, 2))), nodes_(2 * leaves_) {}

void SumTree::Set(std::size_t i, double value) {
  std::size_t k = leaves_ + i;
  nodes_[k] = {value, value};
  for (k /= 2; k >= 1; k /= 2) {
    const Node& left = nodes_[2 * k];
    const Node& right = nodes_[2 * k + 1];
    nodes_[k] = {left.sum + right.sum, std::max(left.max, right.max)};
  }
}

bool SumTree::IsSound() const {
  constexpr double kLargest = 1e300;
  for (std::size_t k = leaves_; k < nodes_.size(); ++k) {
    const Node& leaf = nodes_[k];
    const double largest = k < leaves_ + size_ ? kLargest / static_cast<double>(leaves_) : 0;
    if (!(leaf.sum >= 0 && leaf.sum <= largest) || leaf.max != leaf.sum) return false;
  }
  for (std::size_t k = 1; k < leaves_; ++k) {
    const Node& left = nodes_[2 * k];
    const Node& right = nodes_[2 * k + 1];
    if (nodes_[k].sum != left.sum + right.sum) return false;
    if (nodes_[k].max != std::max(left.max, right.max)) return false;
  }
  return true;
}

std::size_t SumTree::Sample(double u) const {
  double rest = u * nodes_[1].sum;
  std::size_t k = 1;
  while (k < leaves_) {
    const Node& left = nodes_[2 * k];
    // A right subtree without weight is never entered, whatever rounding did to `rest`.
    const bool go_right = rest >= left.sum && nodes_[2 * k + 1].sum > 0;
    if (go_right) rest -= left.sum;
    k = 2 * k + (go_right ? 1 : 0);
  }
  return std::min(k - leaves_, size_ - 1);
}

}  // namespace sagitta
