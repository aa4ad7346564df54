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

 private:
  std::size_t parts_;
  std::vector<std::uint64_t> begin_;  // [examples * parts + 1]
  std::vector<std::uint32_t> rows_;
};

}  // namespace sagitta
