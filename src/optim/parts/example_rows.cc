// The supports of all examples, sorted by block.
#include "optim/parts/example_rows.h"

#include <algorithm>

namespace sagitta {

template <class Real>
ExampleRows::ExampleRows(const ExampleEvaluator<Real>& examples)
    : blocks_(examples.space().size()), begin_{0} {
  std::vector<RowId> rows;
  for (std::size_t i = 0; i < examples.examples(); ++i) {
    rows.clear();
    examples.AppendSupport(static_cast<ExampleId>(i), rows);
    if (!std::is_sorted(rows.begin(), rows.end())) std::sort(rows.begin(), rows.end());
    auto row = rows.begin();
    for (std::size_t block = 0; block < blocks_; ++block) {
      for (; row != rows.end() && row->block == block; ++row) rows_.push_back(row->row);
      begin_.push_back(rows_.size());
    }
  }
}

template ExampleRows::ExampleRows(const ExampleEvaluator<float>&);
template ExampleRows::ExampleRows(const ExampleEvaluator<double>&);

}  // namespace sagitta
