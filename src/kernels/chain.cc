// Highway versions of kernels/chain.h, except for the exponentials (chain_exp.cc). Compiled once
// per instruction set; see kernels/targets.h.
#include "kernels/chain.h"

#include <algorithm>

#include "kernels/dispatch.h"
#include "kernels/log_product.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/chain.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/matrix-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---- Forward and backward ----

template <class Real>
HWY_INLINE double ForwardT(const ChainArrays<Real>& c) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  LogProduct product;
  Real inverse = 1;
  for (std::size_t t = 0; t < c.length; ++t) {
    const Real* e = c.node_exp + t * c.stride;
    Real* a = c.forward + t * c.stride;
    auto total = hn::Zero(d);
    ForColumns<Real>(c.labels, [&]<int N>(std::size_t first) HWY_ATTR {
      hn::Vec<decltype(d)> sum[N];
      const auto scale = hn::Set(d, inverse);
      if (t == 0) {
        for (int n = 0; n < N; ++n) sum[n] = scale;
      } else {
        const Real* matrix = c.edge_exp != nullptr ? c.edge_exp[t] : c.transition_exp;
        TimesMatrix<N>(d, c.labels, c.stride, a - c.stride, matrix + first, sum);
        for (int n = 0; n < N; ++n) sum[n] = hn::Mul(sum[n], scale);
      }
      for (int n = 0; n < N; ++n) {
        const auto value = hn::Mul(sum[n], hn::LoadU(d, e + first + n * lanes));
        hn::StoreU(value, d, a + first + n * lanes);
        total = hn::Add(total, value);
      }
    });
    const Real z = hn::GetLane(hn::SumOfLanes(d, total));
    product.Multiply(static_cast<double>(z));
    inverse = Real{1} / z;
    c.inverse_norm[t] = inverse;
  }
  return product.Log();
}

template <class Real>
HWY_INLINE void BackwardT(const ChainArrays<Real>& c, Real* node_marginals) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t t = c.length; t-- > 0;) {
    const Real* a = c.forward + t * c.stride;
    const Real* e = c.node_exp + t * c.stride;
    Real* q = c.backward + t * c.stride;
    Real* p = node_marginals + t * c.labels;
    const auto scale = hn::Set(d, t > 0 ? c.inverse_norm[t - 1] : Real{0});
    ForColumns<Real>(c.labels, [&]<int N>(std::size_t first) HWY_ATTR {
      hn::Vec<decltype(d)> b[N];
      if (t + 1 == c.length) {
        for (int n = 0; n < N; ++n) b[n] = hn::Set(d, c.inverse_norm[t]);
      } else {
        const Real* matrix = c.edge_exp_transposed != nullptr ? c.edge_exp_transposed[t + 1]
                                                              : c.transition_exp_transposed;
        TimesMatrix<N>(d, c.labels, c.stride, q + c.stride, matrix + first, b);
      }
      for (int n = 0; n < N; ++n) {
        const std::size_t j = first + n * lanes;
        hn::StoreU(hn::Mul(hn::Mul(b[n], hn::LoadU(d, e + j)), scale), d, q + j);
        b[n] = hn::Mul(b[n], hn::LoadU(d, a + j));
      }
      StoreTight<N>(d, b, first, c.labels, p);
    });
  }
}

// ---- Pairs ----

// Rows [i, i + kRows) x N column vectors of the product a^T Q, kept in registers over all edges.
template <int kRows, int N, class Real>
HWY_INLINE void SumsTile(const ChainArrays<Real>& c, std::size_t i, std::size_t first, Real* sums) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> sum[kRows][N];
  for (int r = 0; r < kRows; ++r) {
    for (int n = 0; n < N; ++n) sum[r][n] = hn::Zero(d);
  }
  for (std::size_t t = 1; t < c.length; ++t) {
    const Real* HWY_RESTRICT a = c.forward + (t - 1) * c.stride + i;
    const Real* HWY_RESTRICT q = c.backward + t * c.stride + first;
    hn::Vec<decltype(d)> column[N];
    for (int n = 0; n < N; ++n) column[n] = hn::LoadU(d, q + n * lanes);
    for (int r = 0; r < kRows; ++r) {
      const auto ai = hn::Set(d, a[r]);
      for (int n = 0; n < N; ++n) sum[r][n] = hn::MulAdd(ai, column[n], sum[r][n]);
    }
  }
  for (int r = 0; r < kRows; ++r) {
    const Real* exps = c.transition_exp + (i + r) * c.stride + first;
    for (int n = 0; n < N; ++n) sum[r][n] = hn::Mul(sum[r][n], hn::LoadU(d, exps + n * lanes));
    StoreTight<N>(d, sum[r], first, c.labels, sums + (i + r) * c.labels);
  }
}

template <class Real>
HWY_INLINE void TransitionSumsT(const ChainArrays<Real>& c, Real* sums) {
  // Tiles of up to four column vectors by four rows use sixteen sums, which fit in the registers of
  // every target.
  constexpr int kRows = 4;
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t vectors = VectorsFor<Real>(c.labels);
  for (std::size_t n = 0; n < vectors;) {
    const std::size_t left = vectors - n;
    const std::size_t first = n * lanes;
    std::size_t i = 0;
    for (; i + kRows <= c.labels; i += kRows) {
      if (left >= 4)
        SumsTile<kRows, 4>(c, i, first, sums);
      else if (left == 3)
        SumsTile<kRows, 3>(c, i, first, sums);
      else if (left == 2)
        SumsTile<kRows, 2>(c, i, first, sums);
      else
        SumsTile<kRows, 1>(c, i, first, sums);
    }
    for (; i < c.labels; ++i) {
      if (left >= 4)
        SumsTile<1, 4>(c, i, first, sums);
      else if (left == 3)
        SumsTile<1, 3>(c, i, first, sums);
      else if (left == 2)
        SumsTile<1, 2>(c, i, first, sums);
      else
        SumsTile<1, 1>(c, i, first, sums);
    }
    n += std::min<std::size_t>(left, 4);
  }
}

template <class Real>
HWY_INLINE void EdgeMarginalsT(const ChainArrays<Real>& c, std::size_t t, Real* marginals) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const Real* matrix = c.edge_exp != nullptr ? c.edge_exp[t] : c.transition_exp;
  const Real* a = c.forward + (t - 1) * c.stride;
  const Real* q = c.backward + t * c.stride;
  for (std::size_t i = 0; i < c.labels; ++i) {
    const auto ai = hn::Set(d, a[i]);
    for (std::size_t j = 0; j < c.labels; j += lanes) {
      const auto e = hn::LoadU(d, matrix + i * c.stride + j);
      const hn::Vec<decltype(d)> joint = hn::Mul(hn::Mul(ai, e), hn::LoadU(d, q + j));
      StoreTight<1>(d, &joint, j, c.labels, marginals + i * c.labels);
    }
  }
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_CHAIN_KERNELS(Real)                                                           \
  double Forward_##Real(const ChainArrays<Real>& chain) { return ForwardT(chain); }           \
  void Backward_##Real(const ChainArrays<Real>& chain, Real* marginals) {                     \
    BackwardT(chain, marginals);                                                              \
  }                                                                                           \
  void TransitionSums_##Real(const ChainArrays<Real>& chain, Real* sums) {                    \
    TransitionSumsT(chain, sums);                                                             \
  }                                                                                           \
  void EdgeMarginals_##Real(const ChainArrays<Real>& chain, std::size_t t, Real* marginals) { \
    EdgeMarginalsT(chain, t, marginals);                                                      \
  }

SAGITTA_CHAIN_KERNELS(float)
SAGITTA_CHAIN_KERNELS(double)
#undef SAGITTA_CHAIN_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_CHAIN_DISPATCH(Real)                                                   \
  SAGITTA_KERNEL(Forward_##Real);                                                      \
  SAGITTA_KERNEL(Backward_##Real);                                                     \
  SAGITTA_KERNEL(TransitionSums_##Real);                                               \
  SAGITTA_KERNEL(EdgeMarginals_##Real);                                                \
  template <>                                                                          \
  double Forward(const ChainArrays<Real>& chain) {                                     \
    return SAGITTA_DISPATCH(Forward_##Real)(chain);                                    \
  }                                                                                    \
  template <>                                                                          \
  void Backward(const ChainArrays<Real>& chain, Real* node_marginals) {                \
    SAGITTA_DISPATCH(Backward_##Real)(chain, node_marginals);                          \
  }                                                                                    \
  template <>                                                                          \
  void TransitionSums(const ChainArrays<Real>& chain, Real* sums) {                    \
    SAGITTA_DISPATCH(TransitionSums_##Real)(chain, sums);                              \
  }                                                                                    \
  template <>                                                                          \
  void EdgeMarginals(const ChainArrays<Real>& chain, std::size_t t, Real* marginals) { \
    SAGITTA_DISPATCH(EdgeMarginals_##Real)(chain, t, marginals);                       \
  }

SAGITTA_CHAIN_DISPATCH(float)
SAGITTA_CHAIN_DISPATCH(double)
#undef SAGITTA_CHAIN_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
