// Highway versions of kernels/tree.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/tree.h"

#include <algorithm>

#include "kernels/dispatch.h"
#include "kernels/log_product.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/tree.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/matrix-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class Real = hn::TFromD<D>>
HWY_INLINE Real SumOfRow(D d, std::size_t labels, const Real* row) {
  const std::size_t lanes = hn::Lanes(d);
  auto total = hn::LoadU(d, row);
  for (std::size_t j = lanes; j < labels; j += lanes) total = hn::Add(total, hn::LoadU(d, row + j));
  return hn::GetLane(hn::SumOfLanes(d, total));
}

template <class Real>
HWY_INLINE double UpwardT(const TreeArrays<Real>& tree) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  LogProduct product;
  for (std::size_t k = tree.nodes; k-- > 0;) {
    const std::uint32_t v = tree.order[k];
    const Real* a = tree.inside + v * tree.stride;
    const Real z = SumOfRow(d, tree.labels, a);
    product.Multiply(static_cast<double>(z));
    tree.inverse_norm[v] = Real{1} / z;
    if (tree.parent[v] == kNoParent) continue;
    const auto scale = hn::Set(d, tree.inverse_norm[v]);
    const Real* matrix = tree.to_parent[v];
    Real* m = tree.message + v * tree.stride;
    Real* above = tree.inside + tree.parent[v] * tree.stride;
    ForColumns<Real>(tree.labels, [&]<int N>(std::size_t first) HWY_ATTR {
      hn::Vec<decltype(d)> sum[N];
      TimesMatrix<N>(d, tree.labels, tree.stride, a, matrix + first, sum);
      for (int n = 0; n < N; ++n) {
        const std::size_t j = first + n * lanes;
        sum[n] = hn::Mul(sum[n], scale);
        hn::StoreU(sum[n], d, m + j);
        hn::StoreU(hn::Mul(hn::LoadU(d, above + j), sum[n]), d, above + j);
      }
    });
  }
  return product.Log();
}

template <class Real>
HWY_INLINE void DownwardT(const TreeArrays<Real>& tree) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t k = 0; k < tree.nodes; ++k) {
    const std::uint32_t v = tree.order[k];
    const Real* a = tree.inside + v * tree.stride;
    Real* p = tree.marginal + v * tree.stride;
    const auto scale = hn::Set(d, tree.inverse_norm[v]);
    if (tree.parent[v] == kNoParent) {
      for (std::size_t j = 0; j < tree.labels; j += lanes) {
        hn::StoreU(hn::Mul(hn::LoadU(d, a + j), scale), d, p + j);
      }
      continue;
    }
    const Real* above = tree.marginal + tree.parent[v] * tree.stride;
    Real* q = tree.message + v * tree.stride;
    for (std::size_t j = 0; j < tree.labels; j += lanes) {
      const auto m = hn::LoadU(d, q + j);
      const auto quotient = hn::Div(hn::Mul(hn::LoadU(d, above + j), scale), m);
      hn::StoreU(hn::IfThenElseZero(hn::Gt(m, hn::Zero(d)), quotient), d, q + j);
    }
    const Real* matrix = tree.from_parent[v];
    ForColumns<Real>(tree.labels, [&]<int N>(std::size_t first) HWY_ATTR {
      hn::Vec<decltype(d)> sum[N];
      TimesMatrix<N>(d, tree.labels, tree.stride, q, matrix + first, sum);
      for (int n = 0; n < N; ++n) {
        const std::size_t j = first + n * lanes;
        hn::StoreU(hn::Mul(sum[n], hn::LoadU(d, a + j)), d, p + j);
      }
    });
  }
}

// Rows [i, i + kRows) x N column vectors of the sums, kept in registers over all nodes.
template <int kRows, int N, class Real>
HWY_INLINE void OuterTile(std::size_t count, const std::uint32_t* rows, std::size_t labels,
                          std::size_t stride, const Real* left, const Real* right,
                          const Real* matrix, std::size_t i, std::size_t first, Real* sums) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> sum[kRows][N];
  for (int r = 0; r < kRows; ++r) {
    for (int n = 0; n < N; ++n) sum[r][n] = hn::Zero(d);
  }
  for (std::size_t k = 0; k < count; ++k) {
    const Real* HWY_RESTRICT a = left + rows[k] * stride + i;
    const Real* HWY_RESTRICT q = right + rows[k] * stride + first;
    hn::Vec<decltype(d)> column[N];
    for (int n = 0; n < N; ++n) column[n] = hn::LoadU(d, q + n * lanes);
    for (int r = 0; r < kRows; ++r) {
      const auto ai = hn::Set(d, a[r]);
      for (int n = 0; n < N; ++n) sum[r][n] = hn::MulAdd(ai, column[n], sum[r][n]);
    }
  }
  for (int r = 0; r < kRows; ++r) {
    const Real* m = matrix + (i + r) * stride + first;
    for (int n = 0; n < N; ++n) sum[r][n] = hn::Mul(sum[r][n], hn::LoadU(d, m + n * lanes));
    StoreTight<N>(d, sum[r], first, labels, sums + (i + r) * labels);
  }
}

template <class Real>
HWY_INLINE void OuterSumsT(std::size_t count, const std::uint32_t* rows, std::size_t labels,
                           std::size_t stride, const Real* left, const Real* right,
                           const Real* matrix, Real* sums) {
  constexpr int kRows = 4;
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  const std::size_t vectors = VectorsFor<Real>(labels);
  const auto columns = [&]<int N>(std::size_t first) HWY_ATTR {
    std::size_t i = 0;
    for (; i + kRows <= labels; i += kRows) {
      OuterTile<kRows, N>(count, rows, labels, stride, left, right, matrix, i, first, sums);
    }
    for (; i < labels; ++i) {
      OuterTile<1, N>(count, rows, labels, stride, left, right, matrix, i, first, sums);
    }
  };
  for (std::size_t n = 0; n < vectors; n += 4) {
    switch (std::min<std::size_t>(vectors - n, 4)) {
      case 1:
        columns.template operator()<1>(n * lanes);
        break;
      case 2:
        columns.template operator()<2>(n * lanes);
        break;
      case 3:
        columns.template operator()<3>(n * lanes);
        break;
      default:
        columns.template operator()<4>(n * lanes);
    }
  }
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_TREE_KERNELS(Real)                                                        \
  double TreeUpward_##Real(const TreeArrays<Real>& tree) { return UpwardT(tree); }        \
  void TreeDownward_##Real(const TreeArrays<Real>& tree) { DownwardT(tree); }             \
  void OuterSums_##Real(std::size_t count, const std::uint32_t* rows, std::size_t labels, \
                        std::size_t stride, const Real* left, const Real* right,          \
                        const Real* matrix, Real* sums) {                                 \
    OuterSumsT(count, rows, labels, stride, left, right, matrix, sums);                   \
  }

SAGITTA_TREE_KERNELS(float)
SAGITTA_TREE_KERNELS(double)
#undef SAGITTA_TREE_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_TREE_DISPATCH(Real)                                                           \
  SAGITTA_KERNEL(TreeUpward_##Real);                                                          \
  SAGITTA_KERNEL(TreeDownward_##Real);                                                        \
  SAGITTA_KERNEL(OuterSums_##Real);                                                           \
  template <>                                                                                 \
  double TreeUpward(const TreeArrays<Real>& tree) {                                           \
    return SAGITTA_DISPATCH(TreeUpward_##Real)(tree);                                         \
  }                                                                                           \
  template <>                                                                                 \
  void TreeDownward(const TreeArrays<Real>& tree) {                                           \
    SAGITTA_DISPATCH(TreeDownward_##Real)(tree);                                              \
  }                                                                                           \
  template <>                                                                                 \
  void OuterSums(std::size_t count, const std::uint32_t* rows, std::size_t labels,            \
                 std::size_t stride, const Real* left, const Real* right, const Real* matrix, \
                 Real* sums) {                                                                \
    SAGITTA_DISPATCH(OuterSums_##Real)                                                        \
    (count, rows, labels, stride, left, right, matrix, sums);                                 \
  }

SAGITTA_TREE_DISPATCH(float)
SAGITTA_TREE_DISPATCH(double)
#undef SAGITTA_TREE_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
