// What a thread keeps between the steps for one example of a shard. Private to shard_*.cc.
#pragma once

#include <span>
#include <utility>

#include "base/aligned_buffer.h"
#include "objective/shard_evaluator.h"

namespace sagitta {

template <ExampleLoss L>
struct ShardEvaluator<L>::ShardWorker final : Worker {
  typename L::Workspace loss;
  typename FactorRows<Real>::Workspace rows;
  AlignedBuffer<Real> table_memory;
  AlignedBuffer<Real> tangent_memory;  // or of a difference of tables; made when first needed
  double weight = 1;                   // of the example that the last loss was of

  ShardWorker(typename L::Workspace work, std::size_t largest_table)
      : loss(std::move(work)), table_memory(largest_table) {}

  std::span<Real> SecondTable(std::size_t largest_table) {
    if (tangent_memory.size() == 0) tangent_memory = AlignedBuffer<Real>(largest_table);
    return tangent_memory.span();
  }

  static ShardWorker& Of(Worker& worker) { return static_cast<ShardWorker&>(worker); }
  static const ShardWorker& Of(const Worker& worker) {
    return static_cast<const ShardWorker&>(worker);
  }
};

}  // namespace sagitta
