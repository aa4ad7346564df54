// Choosing the bounds of ranges, and cutting lists at them.
#include "objective/row_ranges.h"

#include <algorithm>

namespace sagitta {

template <class Real>
RowRanges<Real>::RowRanges(const FactorRows<Real>& rows, std::size_t ranges)
    : rows_(rows),
      ranges_(ranges),
      node_(Cut(&FactorRows<Real>::Nodes, rows.space()[kNodeBlock].row_numbers())),
      edge_(Cut(&FactorRows<Real>::Edges, rows.space()[kEdgeBlock].row_numbers())) {}

// Range r ends where (r + 1) / ranges of all occurrences lie before it.
template <class Real>
typename RowRanges<Real>::Cuts RowRanges<Real>::Cut(Lists lists, std::size_t row_numbers) const {
  Cuts cuts{{0}, {}};
  if (ranges_ == 1) {
    cuts.bound.push_back(static_cast<std::uint32_t>(row_numbers));
    return cuts;
  }
  std::vector<std::uint64_t> count(row_numbers + 1);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < rows_.examples(); ++i) {
    const kernels::Occurrences<Real> at = (rows_.*lists)(static_cast<ExampleId>(i));
    for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) ++count[at.row[k]];
    all += at.begin[at.tokens] - at.begin[0];
  }
  std::uint64_t before = 0;
  for (std::size_t row = 0; row < row_numbers; ++row) {
    while (cuts.bound.size() < ranges_ && before * ranges_ >= cuts.bound.size() * all) {
      cuts.bound.push_back(static_cast<std::uint32_t>(row));
    }
    before += count[row];
  }
  cuts.bound.resize(ranges_ + 1, static_cast<std::uint32_t>(row_numbers));
  for (std::size_t i = 0; i < rows_.examples(); ++i) {
    const kernels::Occurrences<Real> at = (rows_.*lists)(static_cast<ExampleId>(i));
    for (std::size_t t = 0; t < at.tokens; ++t) {
      const std::uint32_t* const first = at.row + at.begin[t];
      const std::uint32_t* const last = at.row + at.begin[t + 1];
      for (std::size_t r = 1; r < ranges_; ++r) {
        const std::uint32_t* const end = std::lower_bound(first, last, cuts.bound[r]);
        cuts.cut.push_back(static_cast<std::uint32_t>(end - first));
      }
    }
  }
  cuts.cut.shrink_to_fit();
  return cuts;
}

template <class Real>
kernels::Occurrences<Real> RowRanges<Real>::Piece(const Cuts& cuts,
                                                  const kernels::Occurrences<Real>& whole,
                                                  std::uint64_t first_factor, std::size_t range,
                                                  Pieces& pieces) const {
  if (ranges_ == 1) return whole;
  pieces.begin.resize(whole.tokens);
  pieces.end.resize(whole.tokens);
  const std::uint32_t* cut = cuts.cut.data() + first_factor * (ranges_ - 1);
  for (std::size_t t = 0; t < whole.tokens; ++t, cut += ranges_ - 1) {
    pieces.begin[t] = whole.begin[t] + (range == 0 ? 0 : cut[range - 1]);
    pieces.end[t] = range + 1 == ranges_ ? whole.begin[t + 1] : whole.begin[t] + cut[range];
  }
  return {whole.tokens, pieces.begin.data(), whole.row, whole.value, pieces.end.data()};
}

template <class Real>
kernels::Occurrences<Real> RowRanges<Real>::Nodes(ExampleId i, std::size_t range,
                                                  Pieces& pieces) const {
  return Piece(node_, rows_.Nodes(i), rows_.structure().token_begin[i], range, pieces);
}

template <class Real>
kernels::Occurrences<Real> RowRanges<Real>::Edges(ExampleId i, std::size_t range,
                                                  Pieces& pieces) const {
  return Piece(edge_, rows_.Edges(i), rows_.structure().attributed_begin[i], range, pieces);
}

template <class Real>
std::span<const std::uint32_t> RowRanges<Real>::Seldom(ExampleId i, std::size_t range) const {
  const std::span<const std::uint32_t> all = rows_.Seldom(i);
  const auto first = std::lower_bound(all.begin(), all.end(), node_.bound[range]);
  return {first, std::lower_bound(first, all.end(), node_.bound[range + 1])};
}

template class RowRanges<float>;
template class RowRanges<double>;

}  // namespace sagitta
