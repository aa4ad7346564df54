// ExampleRows: the rows that each example touches, found once and kept, by part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/oracle.h"

namespace sagitta {

class ExampleRows {
 public:
  template <class Real>
  explicit ExampleRows(const Oracle<Real>& oracle);

  std::size_t parts() const { return parts_; }
  /// The numbers of the rows of a part, each once, ascending.
  std::span<const std::uint32_t> Of(ExampleId i, std::size_t part) const {
    const std::uint64_t* begin = begin_.data() + i * parts_ + part;
    return {rows_.data() + begin[0], begin[1] - begin[0]};
  }
  /// Those from the first seldom one on: what the caches do not hold by themselves. (Rows are
  /// numbered by frequency first, see objective/problem.h.)
  std::span<const std::uint32_t> SeldomOf(ExampleId i, std::size_t part) const {
    const std::uint64_t at = i * parts_ + part;
    return {rows_.data() + seldom_[at], begin_[at + 1] - seldom_[at]};
  }

 private:
  void FindSeldom(const WeightSpace& space);

  std::size_t parts_;
  std::vector<std::uint64_t> begin_;   // [examples * parts + 1]
  std::vector<std::uint64_t> seldom_;  // [examples * parts]
  std::vector<std::uint32_t> rows_;
};

/// The numbers of all rows of a part.
std::vector<std::uint32_t> AllRows(const RowSpace& part);

}  // namespace sagitta
