// ExampleRows: the rows that each example touches, found once and kept, by block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/example_evaluator.h"

namespace sagitta {

class ExampleRows {
 public:
  template <class Real>
  explicit ExampleRows(const ExampleEvaluator<Real>& examples);

  std::size_t blocks() const { return blocks_; }
  /// The numbers of the rows of a block, each once, ascending.
  std::span<const std::uint32_t> Of(ExampleId i, std::size_t block) const {
    const std::uint64_t* begin = begin_.data() + i * blocks_ + block;
    return {rows_.data() + begin[0], begin[1] - begin[0]};
  }

 private:
  std::size_t blocks_;
  std::vector<std::uint64_t> begin_;  // [examples * blocks + 1]
  std::vector<std::uint32_t> rows_;
};

}  // namespace sagitta
