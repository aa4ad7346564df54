#include "optim/parts/example_rows.h"

#include <algorithm>

namespace sagitta {

template <class Real>
ExampleRows::ExampleRows(const Oracle<Real>& oracle) : parts_(oracle.space().size()), begin_{0} {
  std::vector<RowId> rows;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    rows.clear();
    oracle.AppendSupport(static_cast<ExampleId>(i), rows);
    std::sort(rows.begin(), rows.end());
    auto row = rows.begin();
    for (std::size_t part = 0; part < parts_; ++part) {
      for (; row != rows.end() && row->part == part; ++row) rows_.push_back(row->row);
      begin_.push_back(rows_.size());
    }
  }
}

template ExampleRows::ExampleRows(const Oracle<float>&);
template ExampleRows::ExampleRows(const Oracle<double>&);

}  // namespace sagitta
