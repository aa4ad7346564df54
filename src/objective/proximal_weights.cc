// ProximalWeights: brings rows up to date when they are read.
#include "objective/proximal_weights.h"

#include <algorithm>
#include <bit>

#include "kernels/proximal.h"

namespace sagitta {
namespace {

// The slots of the longest sparse row.
std::uint32_t LongestSparse(const RowBlock& block) {
  std::uint32_t longest = 0;
  for (std::size_t place = 0; place < block.slots.size(); place += 1 + block.slots[place]) {
    longest = std::max(longest, block.slots[place]);
  }
  return longest;
}

}  // namespace

template <class Real>
ProximalWeights<Real>::ProximalWeights(const WeightSpace& space, double lambda1,
                                       std::size_t most_steps)
    : rows_(space), history_(lambda1, most_steps) {
  for (const RowBlock& block : space) {
    last_.emplace_back(block.row_numbers(), 0);
    longest_.push_back(LongestSparse(block));
  }
}

template <class Real>
typename ProximalWeights<Real>::Slots ProximalWeights<Real>::SlotsOf(RowId id) const {
  const kernels::Rows<Real>& rows = rows_.rows(id.block);
  if (id.row < rows.dense_rows) {
    Real* w = rows.dense + id.row * 2 * rows.dense_stride;
    return {w, w + rows.dense_stride, 1, rows.dense_stride};
  }
  const std::size_t place = id.row - rows.dense_rows;
  Real* w = rows.sparse + 2 * (place + 1);
  return {w, w + 1, 2, rows.slots[place]};
}

template <class Real>
template <class Body>
void ProximalWeights<Real>::ForEachRow(const Body& body) const {
  for (std::size_t block = 0; block < last_.size(); ++block) {
    const kernels::Rows<Real>& rows = rows_.rows(block);
    const auto call = [&](std::size_t row) {
      body(RowId{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(row)});
    };
    for (std::size_t row = 0; row < rows.dense_rows; ++row) call(row);
    for (std::size_t place = 0; place < rows.words; place += 1 + rows.slots[place]) {
      call(rows.dense_rows + place);
    }
  }
}

template <class Real>
void ProximalWeights<Real>::Follow(const Slots& slots, std::uint32_t from, Real* out,
                                   std::size_t out_stride) const {
  const kernels::ProximalSpan<Real> span = history_.Since<Real>(from);
  if (slots.stride == 1) {
    std::uint64_t left = kernels::Follow(slots.count, slots.w, slots.d, span, out);
    for (; left != 0; left &= left - 1) {
      const int j = std::countr_zero(left);
      out[j] = FollowOne(slots.w[j], slots.d[j], from);
    }
    return;
  }
  for (std::size_t j = 0; j < slots.count; ++j) {
    const Real w = slots.w[2 * j], d = slots.d[2 * j];
    Real now;
    out[out_stride * j] = kernels::FollowOne(w, d, span, now) ? now : FollowOne(w, d, from);
  }
}

template <class Real>
template <class Body>
void ProximalWeights<Real>::ForEachPiece(const Slots& slots, const Body& body) {
  for (std::size_t first = 0; first < slots.count; first += kPiece) {
    const std::size_t offset = first * slots.stride;
    body(Slots{slots.w + offset, slots.d + offset, slots.stride,
               std::min(kPiece, slots.count - first)},
         first);
  }
}

template <class Real>
void ProximalWeights<Real>::Refresh(RowId id) {
  std::uint32_t& last = last_[id.block][id.row];
  if (last == history_.now()) return;
  ForEachPiece(SlotsOf(id), [&](const Slots& slots, std::size_t) {
    Follow(slots, last, slots.w, slots.stride);
  });
  last = history_.now();
}

template <class Real>
std::span<const std::uint32_t> ProximalWeights<Real>::DenseOf(
    std::size_t block, std::span<const std::uint32_t> rows) const {
  std::size_t dense = rows.size();
  while (dense > 0 && rows[dense - 1] >= rows_.rows(block).dense_rows) --dense;
  return rows.first(dense);
}

template <class Real>
template <class Kernel>
void ProximalWeights<Real>::RefreshBy(const Kernel& kernel, std::size_t block,
                                      std::span<const std::uint32_t> rows) {
  std::uint32_t* const last = last_[block].data();
  while (!rows.empty()) {
    const kernels::FollowedRows followed =
        kernel(rows_.rows(block), rows, history_.moments(), history_.now(), last);
    rows = rows.subspan(followed.done);
    if (rows.empty()) break;
    const std::uint32_t row = rows[0];
    const Slots slots = SlotsOf({static_cast<std::uint32_t>(block), row});
    for (std::uint64_t left = followed.crossing; left != 0; left &= left - 1) {
      const std::size_t at = slots.stride * static_cast<std::size_t>(std::countr_zero(left));
      slots.w[at] = FollowOne(slots.w[at], slots.d[at], last[row]);
    }
    last[row] = history_.now();
    rows = rows.subspan(1);
  }
}

template <class Real>
void ProximalWeights<Real>::Refresh(std::size_t block, std::span<const std::uint32_t> rows) {
  const std::span<const std::uint32_t> dense = DenseOf(block, rows);
  const std::span<const std::uint32_t> sparse = rows.subspan(dense.size());
  const auto one_by_one = [&](std::span<const std::uint32_t> some) {
    for (const std::uint32_t row : some) Refresh(RowId{static_cast<std::uint32_t>(block), row});
  };
  if (rows_.rows(block).dense_stride <= kPiece) {
    RefreshBy(kernels::FollowRows<Real>, block, dense);
  } else {
    one_by_one(dense);
  }
  if (longest_[block] <= kPiece) {
    RefreshBy(kernels::FollowSparseRows<Real>, block, sparse);
  } else {
    one_by_one(sparse);
  }
}

template <class Real>
void ProximalWeights<Real>::Flush() {
  ForEachRow([this](RowId id) { Refresh(id); });
  history_.Restart();
  for (std::vector<std::uint32_t>& last : last_) std::fill(last.begin(), last.end(), 0);
}

template <class Real>
void ProximalWeights<Real>::Step(double shrink, double alpha, double c) {
  if (!history_.CanStep(c)) Flush();
  history_.Step(shrink, alpha, c);
}

template <class Real>
void ProximalWeights<Real>::StepNow(std::size_t block, std::span<const std::uint32_t> rows) {
  const kernels::ProximalStep<Real> step = history_.LastStep<Real>();
  const std::span<const std::uint32_t> dense = DenseOf(block, rows);
  kernels::StepRows(rows_.rows(block), dense, step);
  for (const std::uint32_t row : rows.subspan(dense.size())) {
    const Slots slots = SlotsOf({static_cast<std::uint32_t>(block), row});
    for (std::size_t j = 0; j < 2 * slots.count; j += 2) {
      slots.w[j] = kernels::StepOne(slots.w[j], slots.d[j], step);
    }
  }
  for (const std::uint32_t row : rows) last_[block][row] = history_.now();
}

template <class Real>
ProximalSummary ProximalWeights<Real>::Summarize(double on_d, double lambda) const {
  const Real factor_d = static_cast<Real>(on_d);
  const Real factor_w = static_cast<Real>(lambda);
  const Real lambda1 = static_cast<Real>(history_.lambda1());
  ProximalSummary summary;
  ForEachRow([&](RowId id) {
    ForEachPiece(SlotsOf(id), [&](const Slots& slots, std::size_t) {
      Real w[kPiece], d[kPiece];
      WriteNow(id, slots, w);
      const Real* direction = slots.d;
      if (slots.stride == 2) {
        for (std::size_t j = 0; j < slots.count; ++j) d[j] = slots.d[2 * j];
        direction = d;
      }
      const kernels::SubgradientSweep sweep =
          kernels::LeastSubgradient(slots.count, w, direction, factor_d, factor_w, lambda1);
      summary.gradient_inf = std::max(summary.gradient_inf, sweep.max_abs);
      summary.squared_norm += sweep.squares;
      summary.norm1 += sweep.sizes;
    });
  });
  return summary;
}

template <class Real>
void ProximalWeights<Real>::WriteNow(RowId id, const Slots& slots, Real* out) const {
  const std::uint32_t from = last_[id.block][id.row];
  if (from != history_.now()) return Follow(slots, from, out, 1);
  for (std::size_t j = 0; j < slots.count; ++j) out[j] = slots.w[slots.stride * j];
}

// Dense rows are written with their padding, which is zero on both sides.
template <class Real>
void ProximalWeights<Real>::Write(PlainWeights<Real>& out) const {
  ForEachRow([&](RowId id) {
    Real* to = out.Row(id.block, id.row).data();
    ForEachPiece(SlotsOf(id),
                 [&](const Slots& slots, std::size_t first) { WriteNow(id, slots, to + first); });
  });
}

template <class Real>
void ProximalWeights<Real>::Assign(const PlainWeights<Real>& from) {
  rows_.Assign(from);
  history_.Restart();
  for (std::vector<std::uint32_t>& last : last_) std::fill(last.begin(), last.end(), 0);
}

template <class Real>
void ProximalWeights<Real>::Transfer(State& state) {
  state.Part("rows", rows_);
  state.Part("history", history_);
  for (std::vector<std::uint32_t>& last : last_) {
    state.Array("last", last);
    for (const std::uint32_t moment : last) state.Require(moment <= history_.now(), "last");
  }
}

template class ProximalWeights<float>;
template class ProximalWeights<double>;

}  // namespace sagitta
