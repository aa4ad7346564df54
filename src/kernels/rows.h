// Kernels on rows of weights: the gather A_i^T w and the scatter d += A_i table of one example.
//
// A row holds the weights of one attribute, one per slot (a slot is a label, or a pair of labels
// for edges). Dense rows have all `width` slots in place, sparse rows only the ones that exist. A
// store keeps rows either plain (one value v a slot) or lazy (two values a slot, a and d, next to
// each other so that a visit costs the fewest cache lines):
//
//   plain dense   [v: width, padded]        lazy dense   [a: width, padded][d: width, padded]
//   plain sparse  [v] a slot                lazy sparse  [a, d] a slot
//
// A lazy row stands for the values v = a - clock * d, where the clock is one number for the whole
// store (see objective/lazy_weights.h). Dense parts are padded with zeroes to 32 bytes, so that
// every store is a whole vector (a masked one would keep the next load of the row waiting) and lazy
// dense rows are whole cache lines. Dense rows may have a mask of zeroes and ones that keeps slots
// without a weight at zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sagitta::kernels {

/// Where the rows of a store lie. Dense rows are numbered first. What sparse rows have is written
/// in `slots`: one word with their number, then so many slots, row after row. A sparse row's own
/// number is dense_rows + the place of its first word, and the value of the slot at place k is
/// sparse[k] (plain), or sparse[2k] and sparse[2k + 1] (lazy): nothing has to be looked up to find
/// it. The values at the places of the counting words are zero and stay so.
template <class Real>
struct Rows {
  std::uint32_t width = 0;
  std::uint32_t dense_rows = 0;
  std::size_t dense_part = 0;  // Reals of a v, a or d part, padding included
  Real* dense = nullptr;       // [dense_rows][dense_part], lazy [dense_rows][2][dense_part]
  const Real* mask = nullptr;  // [dense_rows][dense_part], or null: all ones
  std::size_t words = 0;       // length of slots
  const std::uint32_t* slots = nullptr;
  Real* sparse = nullptr;  // [words], lazy [words][2]
};

/// The occurrences of rows on consecutive tokens (or edges): token t of the example has the
/// occurrences [begin[t], begin[t+1]), dense rows before sparse ones, no row twice.
template <class Real>
struct Occurrences {
  std::size_t tokens = 0;
  const std::uint64_t* begin = nullptr;
  const std::uint32_t* row = nullptr;
  const Real* value = nullptr;
};

/// out[t][:] = scale * sum_k value_k * v[row_k][:], rows `stride` apart, zero from width to stride.
/// Meanwhile the rows `ahead` are fetched from memory, for the next call.
template <class Real>
void Gather(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,
            std::span<const std::uint32_t> ahead, std::size_t stride, Real* out);

/// The same on lazy rows.
template <class Real>
void GatherLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double clock, Real scale,
                std::span<const std::uint32_t> ahead, std::size_t stride, Real* out);

/// v[row_k][:] += on_v * value_k * table[t][:] on plain rows. Fetches rows ahead like Gather.
template <class Real>
void Scatter(const Rows<Real>& rows, const Occurrences<Real>& at, double on_v,
             std::span<const std::uint32_t> ahead, std::size_t stride, const Real* table);

/// a[row_k][:] += on_a * value_k * table[t][:] and d[row_k][:] += on_d * value_k * table[t][:] on
/// lazy rows.
template <class Real>
void ScatterLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double on_a, double on_d,
                 std::span<const std::uint32_t> ahead, std::size_t stride, const Real* table);

/// v[row_k][:] = 0 on plain rows.
template <class Real>
void Clear(const Rows<Real>& rows, const Occurrences<Real>& at);

/// What one reading sweep over all lazy rows finds, with v_j = a_j - clock * d_j.
struct LazySweep {
  double max_abs = 0;  // max_j |on_d d_j + on_v v_j|
  double squares = 0;  // sum_j v_j^2
};
template <class Real>
LazySweep Sweep(const Rows<Real>& rows, double clock, double on_d, double on_v);

/// dense_part for a width.
template <class Real>
constexpr std::size_t PaddedPart(std::size_t width) {
  constexpr std::size_t unit = 32 / sizeof(Real);
  return (width + unit - 1) / unit * unit;
}

}  // namespace sagitta::kernels
