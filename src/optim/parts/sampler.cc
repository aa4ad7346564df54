// SeenPartition: keeps the examples that were seen in front of the others.
#include "optim/parts/sampler.h"

#include <numeric>
#include <utility>

namespace sagitta {

SeenPartition::SeenPartition(std::size_t n) : order_(n), position_(n) {
  std::iota(order_.begin(), order_.end(), ExampleId{0});
  std::iota(position_.begin(), position_.end(), 0u);
}

void SeenPartition::MarkSeen(ExampleId i) {
  const std::uint32_t from = position_[i];
  const std::uint32_t to = static_cast<std::uint32_t>(seen_++);
  std::swap(order_[from], order_[to]);
  position_[order_[from]] = from;
  position_[order_[to]] = to;
}

void SeenPartition::Transfer(State& state) {
  state.Array("order", order_);
  state.Array("position", position_);
  state.Value("seen", seen_);
  state.Require(seen_ <= order_.size(), "seen");
  for (std::size_t k = 0; state.loading() && k < order_.size(); ++k) {
    state.Require(order_[k] < order_.size() && position_[order_[k]] == k, "order");
  }
}

}  // namespace sagitta
