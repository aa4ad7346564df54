// Reference versions of the kernels in kernels/rows.h: each formula as that header states it, as
// plain loops.
//
// They compute in double for every Real, and round once when they store a result. Arguments,
// layouts and requirements are those of the kernels, except that nothing is prefetched and nothing
// outside the arrays is read or written.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/rows.h"

namespace sagitta::kernels::reference {

// Calls body(slot, first value, second value) for the slots of a row that have a weight: v on plain
// rows (where the second is the first again), a and d on lazy ones.
template <bool kLazy, class Real, class Body>
void ForEachSlot(const Rows<Real>& rows, std::size_t row, const Body& body) {
  constexpr std::size_t kValues = kLazy ? 2 : 1;
  if (row < rows.dense_rows) {
    Real* first = rows.dense + kValues * row * rows.dense_stride;
    for (std::size_t j = 0; j < rows.width; ++j) {
      if (rows.mask != nullptr && rows.mask[row * rows.dense_stride + j] == 0) continue;
      body(j, first[j], first[j + (kValues - 1) * rows.dense_stride]);
    }
    return;
  }
  const std::size_t place = row - rows.dense_rows;
  for (std::size_t k = place + 1; k <= place + rows.slots[place]; ++k) {
    Real* first = rows.sparse + kValues * k;
    body(rows.slots[k], first[0], first[kValues - 1]);
  }
}

// Calls body(token, row, value) for all occurrences.
template <class Real, class Body>
void ForEachOccurrence(const Occurrences<Real>& at, const Body& body) {
  for (std::size_t t = 0; t < at.tokens; ++t) {
    for (std::uint64_t k = at.begin[t]; k < at.begin[t + 1]; ++k) {
      body(t, at.row[k], static_cast<double>(at.value[k]));
    }
  }
}

template <bool kLazy, class Real>
void GatherAny(const Rows<Real>& rows, const Occurrences<Real>& at, double clock, Real scale,
               std::size_t stride, Real* out) {
  std::vector<double> sum(at.tokens * stride, 0.0);
  ForEachOccurrence(at, [&](std::size_t t, std::size_t row, double x) {
    ForEachSlot<kLazy>(rows, row, [&](std::size_t slot, Real a, Real d) {
      const double v =
          kLazy ? static_cast<double>(a) - clock * static_cast<double>(d) : static_cast<double>(a);
      sum[t * stride + slot] += x * v;
    });
  });
  for (std::size_t k = 0; k < sum.size(); ++k) {
    out[k] = static_cast<Real>(static_cast<double>(scale) * sum[k]);
  }
}

template <class Real>
void Gather(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale, std::size_t stride,
            Real* out) {
  GatherAny<false>(rows, at, 0.0, scale, stride, out);
}

template <class Real>
void GatherLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double clock, Real scale,
                std::size_t stride, Real* out) {
  GatherAny<true>(rows, at, clock, scale, stride, out);
}

template <class Real>
void Scatter(const Rows<Real>& rows, const Occurrences<Real>& at, double on_v, std::size_t stride,
             const Real* table) {
  ForEachOccurrence(at, [&](std::size_t t, std::size_t row, double x) {
    ForEachSlot<false>(rows, row, [&](std::size_t slot, Real& v, Real&) {
      v = static_cast<Real>(v + on_v * x * static_cast<double>(table[t * stride + slot]));
    });
  });
}

template <class Real>
void ScatterLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double on_a, double on_d,
                 std::size_t stride, const Real* table) {
  ForEachOccurrence(at, [&](std::size_t t, std::size_t row, double x) {
    ForEachSlot<true>(rows, row, [&](std::size_t slot, Real& a, Real& d) {
      const double delta = x * static_cast<double>(table[t * stride + slot]);
      a = static_cast<Real>(a + on_a * delta);
      d = static_cast<Real>(d + on_d * delta);
    });
  });
}

template <class Real>
void Clear(const Rows<Real>& rows, const Occurrences<Real>& at) {
  ForEachOccurrence(at, [&](std::size_t, std::size_t row, double) {
    ForEachSlot<false>(rows, row, [](std::size_t, Real& v, Real&) { v = 0; });
  });
}

template <class Real>
LazySweep Sweep(const Rows<Real>& rows, double clock, double on_d, double on_v) {
  LazySweep sweep;
  const auto add = [&](std::size_t, double a, double d) {
    const double v = a - clock * d;
    sweep.max_abs = std::max(sweep.max_abs, std::abs(on_d * d + on_v * v));
    sweep.squares += v * v;
  };
  for (std::size_t row = 0; row < rows.dense_rows; ++row) ForEachSlot<true>(rows, row, add);
  for (std::size_t place = 0; place < rows.words; place += 1 + rows.slots[place]) {
    ForEachSlot<true>(rows, rows.dense_rows + place, add);
  }
  return sweep;
}

}  // namespace sagitta::kernels::reference
