#include "optim/parts/example_rows.h"

#include <algorithm>
#include <numeric>

namespace sagitta {
namespace {

// A row that one example in so many touches is still in the cache when the next one does.
constexpr std::size_t kOften = 50;

}  // namespace

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
  FindSeldom(oracle.space());
}

void ExampleRows::FindSeldom(const WeightSpace& space) {
  const std::size_t examples = (begin_.size() - 1) / parts_;
  const std::size_t often = examples / kOften;
  std::vector<std::vector<std::uint32_t>> count;  // by part and row
  for (const RowSpace& part : space) count.emplace_back(part.dense_rows + part.slots.size(), 0u);
  for (std::size_t at = 0; at + 1 < begin_.size(); ++at) {
    for (std::uint64_t k = begin_[at]; k < begin_[at + 1]; ++k) ++count[at % parts_][rows_[k]];
  }
  for (std::size_t at = 0; at + 1 < begin_.size(); ++at) {
    std::uint64_t k = begin_[at];
    while (k < begin_[at + 1] && count[at % parts_][rows_[k]] > often) ++k;
    seldom_.push_back(k);
  }
}

template ExampleRows::ExampleRows(const Oracle<float>&);
template ExampleRows::ExampleRows(const Oracle<double>&);

std::vector<std::uint32_t> AllRows(const RowSpace& part) {
  std::vector<std::uint32_t> rows(part.dense_rows);
  std::iota(rows.begin(), rows.end(), 0u);
  for (std::size_t place = 0; place < part.slots.size(); place += 1 + part.slots[place]) {
    rows.push_back(part.dense_rows + static_cast<std::uint32_t>(place));
  }
  return rows;
}

}  // namespace sagitta
