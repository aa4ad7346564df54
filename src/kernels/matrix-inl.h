// Small matrices on Highway vectors: what the kernels of chains and of trees share. Included once
// per target by the kernels that need it.
#if defined(SAGITTA_KERNELS_MATRIX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SAGITTA_KERNELS_MATRIX_INL_H_
#undef SAGITTA_KERNELS_MATRIX_INL_H_
#else
#define SAGITTA_KERNELS_MATRIX_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kMaxVectors = 8;  // the widest block of columns that is kept in registers

template <class Real>
HWY_INLINE std::size_t VectorsFor(std::size_t labels) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  return (labels + lanes - 1) / lanes;
}

// ---- Vector times matrix ----

// sum[n] = sum_i x[i] M[i][block n]. Four (two, one) partial sums hide the latency of the
// additions.
template <int N, class D, class Real = hn::TFromD<D>>
HWY_INLINE void TimesMatrix(D d, std::size_t labels, std::size_t stride, const Real* HWY_RESTRICT x,
                            const Real* HWY_RESTRICT matrix, hn::Vec<D>* HWY_RESTRICT sum) {
  constexpr int kPartial = N <= 2 ? 4 : N <= 4 ? 2 : 1;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> part[kPartial][N];
  for (int p = 0; p < kPartial; ++p) {
    for (int n = 0; n < N; ++n) part[p][n] = hn::Zero(d);
  }
  std::size_t i = 0;
  for (; i + kPartial <= labels; i += kPartial) {
    for (int p = 0; p < kPartial; ++p) {
      const auto xi = hn::Set(d, x[i + p]);
      const Real* row = matrix + (i + p) * stride;
      for (int n = 0; n < N; ++n) {
        part[p][n] = hn::MulAdd(xi, hn::LoadU(d, row + n * lanes), part[p][n]);
      }
    }
  }
  for (; i < labels; ++i) {
    const auto xi = hn::Set(d, x[i]);
    for (int n = 0; n < N; ++n) {
      part[0][n] = hn::MulAdd(xi, hn::LoadU(d, matrix + i * stride + n * lanes), part[0][n]);
    }
  }
  for (int n = 0; n < N; ++n) {
    sum[n] = part[0][n];
    for (int p = 1; p < kPartial; ++p) sum[n] = hn::Add(sum[n], part[p][n]);
  }
}

// Calls body.template operator()<N>(first column) for each block of columns of a row.
template <class Real, class Body>
HWY_INLINE void ForColumns(std::size_t labels, const Body& body) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  std::size_t left = VectorsFor<Real>(labels);
  for (std::size_t first = 0; left > 0; first += kMaxVectors * lanes) {
    switch (left) {
      case 1:
        return body.template operator()<1>(first);
      case 2:
        return body.template operator()<2>(first);
      case 3:
        return body.template operator()<3>(first);
      case 4:
        return body.template operator()<4>(first);
      case 5:
        return body.template operator()<5>(first);
      case 6:
        return body.template operator()<6>(first);
      case 7:
        return body.template operator()<7>(first);
      default:
        body.template operator()<kMaxVectors>(first);
    }
    left -= kMaxVectors;
  }
}

// Stores N vectors from column `first` of a tight row, without touching the next row.
template <int N, class D, class Real = hn::TFromD<D>>
HWY_INLINE void StoreTight(D d, const hn::Vec<D>* value, std::size_t first, std::size_t labels,
                           Real* row) {
  const std::size_t lanes = hn::Lanes(d);
  for (int n = 0; n < N; ++n) {
    const std::size_t j = first + n * lanes;
    if (j + lanes <= labels) {
      hn::StoreU(value[n], d, row + j);
    } else {
      hn::BlendedStore(value[n], hn::FirstN(d, labels - j), d, row + j);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#endif  // SAGITTA_KERNELS_MATRIX_INL_H_
