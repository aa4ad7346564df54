// Kernels on rows of weights: the gather A_i^T w and the scatter d += A_i table of one example.
//
// A row holds the weights of one attribute, one per slot (a slot is a label, or a pair of labels
// for edges). Dense rows have all `width` slots, sparse rows only those that exist. A store keeps
// its rows either plain (one value v per slot) or lazy (two values per slot, a and d, which are
// adjacent so that a visit touches as few cache lines as possible):
//
//   plain dense   [v: width, padded]        lazy dense   [a: width, padded][d: width, padded]
//   plain sparse  [v] per slot              lazy sparse  [a, d] per slot
//
// A lazy row represents the values v = a - clock * d, where the clock is one number for the whole
// store (see objective/lazy_weights.h). Dense parts are padded with zeros to 32 bytes, so that
// every store instruction writes a whole vector (a masked one would delay the next load of the row)
// and lazy dense rows are whole cache lines. Dense rows may have a mask of zeros and ones that
// keeps slots without a weight at zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sagitta::kernels {

/// The location of the rows of a store. Dense rows have the lowest numbers. `slots` describes the
/// sparse rows one after the other: one word with the number of slots, then that many slots. The
/// number of a sparse row is dense_rows + the place of its first word. The value of the slot at
/// place k is sparse[k] (plain), or sparse[2k] and sparse[2k + 1] (lazy), so that no lookup is
/// needed to find it. The values at the places of the counts are always zero.
template <class Real>
struct Rows {
  std::uint32_t width = 0;
  std::uint32_t dense_rows = 0;
  std::size_t dense_stride = 0;  // length of a v, a or d part in Reals, with padding
  Real* dense = nullptr;         // [dense_rows][dense_stride], lazy [dense_rows][2][dense_stride]
  const Real* mask = nullptr;    // [dense_rows][dense_stride]; null means all ones
  std::size_t words = 0;         // length of slots
  const std::uint32_t* slots = nullptr;
  Real* sparse = nullptr;  // [words], lazy [words][2]
};

/// The occurrences of rows on consecutive tokens (or edges): token t of the example has the
/// occurrences [begin[t], begin[t+1]), dense rows before sparse ones, no row twice. With `end`
/// these are [begin[t], end[t]): a part of the rows only, for Scatter and ScatterLazy.
template <class Real>
struct Occurrences {
  std::size_t tokens = 0;
  const std::uint64_t* begin = nullptr;
  const std::uint32_t* row = nullptr;
  const Real* value = nullptr;
  const std::uint64_t* end = nullptr;

  const std::uint64_t* Ends() const { return end != nullptr ? end : begin + 1; }
};

/// out[t][:] = scale * sum_k value_k * v[row_k][:], rows `stride` apart, zero from width to stride.
/// Prefetches the rows `ahead`, for the next call.
template <class Real>
void Gather(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,
            std::span<const std::uint32_t> ahead, std::size_t stride, Real* out);

/// The same on lazy rows.
template <class Real>
void GatherLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double clock, Real scale,
                std::span<const std::uint32_t> ahead, std::size_t stride, Real* out);

/// v[row_k][:] += on_v * value_k * table[t][:] on plain rows. Prefetches rows like Gather.
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

/// The result of one read-only pass over all lazy rows, with v_j = a_j - clock * d_j.
struct LazySweep {
  double max_abs = 0;  // max_j |on_d d_j + on_v v_j|
  double squares = 0;  // sum_j v_j^2
};
template <class Real>
LazySweep Sweep(const Rows<Real>& rows, double clock, double on_d, double on_v);

/// The dense_stride for a width.
template <class Real>
constexpr std::size_t PaddedWidth(std::size_t width) {
  constexpr std::size_t unit = 32 / sizeof(Real);
  return (width + unit - 1) / unit * unit;
}

}  // namespace sagitta::kernels
