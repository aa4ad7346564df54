// How kernels traverse rows of weights. Included once per target by the kernels that do.
#if defined(SAGITTA_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SAGITTA_KERNELS_ROWS_INL_H_
#undef SAGITTA_KERNELS_ROWS_INL_H_
#else
#define SAGITTA_KERNELS_ROWS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/rows.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Dense parts are processed in whole vectors and, if vectors have 64 bytes, possibly a half vector
// at the end. A block is what is kept in registers at once: up to kMaxVectors vectors, the last of
// which may be half. On targets with short vectors blocks are smaller, to reduce compile time.
constexpr int kMaxVectors = HWY_TARGET == HWY_SCALAR ? 1 : HWY_TARGET == HWY_SSE4 ? 4 : 8;

// N vectors of a block in registers; with kHalf the last one has half the length.
template <class Real, int N, bool kHalf>
struct Block {
  using D = hn::ScalableTag<Real>;
  using H = hn::Half<D>;
  static constexpr int kWhole = kHalf ? N - 1 : N;

  hn::Vec<D> whole[kWhole > 0 ? kWhole : 1];
  hn::Vec<H> half;

  // Calls body(tag, register, offset) for each vector.
  template <class Body>
  HWY_INLINE void ForEach(const Body& body) {
    const std::size_t lanes = hn::Lanes(D());
    for (int n = 0; n < kWhole; ++n) body(D(), whole[n], n * lanes);
    if constexpr (kHalf) body(H(), half, kWhole * lanes);
  }
};

// A full vector of copies of x; half vectors take its lower half. One broadcast serves a whole
// block.
template <class Real>
class Splat {
 public:
  using D = hn::ScalableTag<Real>;

  HWY_INLINE explicit Splat(Real x) : value_(x), copies_(hn::Set(D(), x)) {}

  template <class Tag>
  HWY_INLINE hn::Vec<Tag> As(Tag tag) const {
    if constexpr (hn::MaxLanes(Tag()) == hn::MaxLanes(D())) {
      return copies_;
    } else if constexpr (2 * hn::MaxLanes(Tag()) == hn::MaxLanes(D())) {
      return hn::LowerHalf(tag, copies_);
    } else {
      return hn::Set(tag, value_);
    }
  }

 private:
  Real value_;
  hn::Vec<D> copies_;
};

// Calls body(tag, register of x, register of y, offset) for each pair of vectors.
template <class Real, int N, bool kHalf, class Body>
HWY_INLINE void Combine(Block<Real, N, kHalf>& x, Block<Real, N, kHalf>& y, const Body& body) {
  using D = typename Block<Real, N, kHalf>::D;
  const std::size_t lanes = hn::Lanes(D());
  for (int n = 0; n < x.kWhole; ++n) body(D(), x.whole[n], y.whole[n], n * lanes);
  if constexpr (kHalf) body(hn::Half<D>(), x.half, y.half, x.kWhole * lanes);
}

// Calls body.template operator()<N>() with N = count, 1 <= count <= kMost.
template <int kMost, class Body>
HWY_INLINE void CallWithCount(std::size_t count, const Body& body) {
  if constexpr (kMost > 1) {
    if (count < kMost) return CallWithCount<kMost - 1>(count, body);
  }
  body.template operator()<kMost>();
}

// Calls body.template operator()<N, kHalf>(first) for each block of a dense part.
template <class Real, class Body>
HWY_INLINE void ForBlocks(std::size_t part, const Body& body) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  for (std::size_t first = 0; first < part; first += kMaxVectors * lanes) {
    const std::size_t left = std::min(part - first, kMaxVectors * lanes);
    const bool half = left % lanes != 0;
    const auto call = [&]<int N>() HWY_ATTR {
      if constexpr (sizeof(Real) * hn::MaxLanes(hn::ScalableTag<Real>()) == 64) {
        if (half) return body.template operator()<N, true>(first);
      }
      body.template operator()<N, false>(first);
    };
    CallWithCount<kMaxVectors>((left + lanes - 1) / lanes, call);
  }
}

// Prefetches rows one by one while other rows are processed.
template <bool kLazy, class Real>
class RowPrefetcher {
 public:
  HWY_INLINE RowPrefetcher(const Rows<Real>& rows, std::span<const std::uint32_t> ahead)
      : rows_(&rows),
        bytes_(kValues * rows.dense_stride * sizeof(Real)),
        next_(ahead.data()),
        end_(ahead.data() + ahead.size()) {}

  HWY_INLINE bool Done() const { return next_ == end_; }
  // The number of the next row. REQUIRES: not Done.
  HWY_INLINE std::uint32_t Next() const { return *next_; }

  HWY_INLINE void One() {
    if (Done()) return;
    const std::uint32_t row = *next_++;
    if (row < rows_->dense_rows) {
      const char* at = reinterpret_cast<const char*>(rows_->dense) + row * bytes_;
      for (std::size_t b = 0; b < bytes_; b += 64) __builtin_prefetch(at + b, 1, 2);
    } else {
      const std::size_t place = row - rows_->dense_rows;
      __builtin_prefetch(rows_->slots + place, 0, 2);
      __builtin_prefetch(rows_->sparse + kValues * place, 1, 2);
    }
  }

 private:
  static constexpr std::size_t kValues = kLazy ? 2 : 1;
  const Rows<Real>* rows_;
  std::size_t bytes_;
  const std::uint32_t* next_;
  const std::uint32_t* end_;
};

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
