// Sorting the occurrences of an example by row.
#include "objective/occurrences.h"

#include <algorithm>
#include <tuple>

namespace sagitta {

template <class Real>
void OccurrencesByRow<Real>::Append(const kernels::Occurrences<Real>& at) {
  Item* end = items_.data() + begin_.back();
  for (std::size_t t = 0; t < at.tokens; ++t) {
    for (std::uint64_t k = at.begin[t]; k < at.begin[t + 1]; ++k) {
      *end++ = {at.row[k], static_cast<std::uint32_t>(t), at.value[k]};
    }
  }
  const std::span<Item> own(items_.data() + begin_.back(), end);
  std::sort(own.begin(), own.end(), [](const Item& a, const Item& b) {
    return std::tie(a.row, a.token) < std::tie(b.row, b.token);
  });
  OrderByCount(own);
  begin_.push_back(begin_.back() + own.size());
}

template <class Real>
void OccurrencesByRow<Real>::OrderByCount(std::span<Item> own) {
  runs_.clear();
  for (std::size_t first = 0, end = 0; first < own.size(); first = end) {
    while (end < own.size() && own[end].row == own[first].row) ++end;
    const std::size_t count = own[first].row < dense_rows_ ? end - first : own.size();
    runs_.push_back({static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(first),
                     static_cast<std::uint32_t>(end)});
  }
  std::stable_sort(runs_.begin(), runs_.end(),
                   [](const Run& a, const Run& b) { return a.order < b.order; });
  sorted_.clear();
  for (const Run& run : runs_) {
    sorted_.insert(sorted_.end(), own.begin() + run.first, own.begin() + run.end);
  }
  std::copy(sorted_.begin(), sorted_.end(), own.begin());
}

template class OccurrencesByRow<float>;
template class OccurrencesByRow<double>;

}  // namespace sagitta
