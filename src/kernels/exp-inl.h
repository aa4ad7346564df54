// exp(x) for x <= 0 on Highway vectors. Included once per target by the kernels that need it.
//
// The result is exactly 0 for -infinity and positive for every finite argument, so that forbidden
// labels can be distinguished from unlikely ones.
#if defined(SAGITTA_KERNELS_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SAGITTA_KERNELS_EXP_INL_H_
#undef SAGITTA_KERNELS_EXP_INL_H_
#else
#define SAGITTA_KERNELS_EXP_INL_H_
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// exp(x) = 2^n exp(r) with n = round(x / ln 2), |r| <= ln(2)/2, and a polynomial of degree 7 for
// exp(r) (coefficients of Cephes' expf): relative error below 1e-7. Arguments below -87, where a
// float would lose bits, are raised to -87; the checks of the callers ensure that this does not
// matter.
template <class D>
requires(sizeof(hn::TFromD<D>) == 4) HWY_INLINE hn::Vec<D> ExpNonPositive(D d, hn::Vec<D> x) {
  const hn::RebindToSigned<D> di;
  const auto allowed = hn::Gt(x, hn::Set(d, -std::numeric_limits<float>::infinity()));
  x = hn::Max(x, hn::Set(d, -87.0f));
  const auto n = hn::NearestInt(hn::Mul(x, hn::Set(d, 1.44269504f)));
  const auto n_real = hn::ConvertTo(d, n);
  auto r = hn::NegMulAdd(n_real, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(n_real, hn::Set(d, -2.12194440e-4f), r);
  auto p = hn::Set(d, 1.9875691500e-4f);
  p = hn::MulAdd(p, r, hn::Set(d, 1.3981999507e-3f));
  p = hn::MulAdd(p, r, hn::Set(d, 8.3334519073e-3f));
  p = hn::MulAdd(p, r, hn::Set(d, 4.1665795894e-2f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.6666665459e-1f));
  p = hn::MulAdd(p, r, hn::Set(d, 5.0000001201e-1f));
  p = hn::MulAdd(p, hn::Mul(r, r), hn::Add(r, hn::Set(d, 1.0f)));
  const auto power = hn::ShiftLeft<23>(hn::Add(n, hn::Set(di, 127)));
  return hn::IfThenElseZero(allowed, hn::Mul(p, hn::BitCast(d, power)));
}

// Arguments below -708 are raised to -708.
template <class D>
requires(sizeof(hn::TFromD<D>) == 8) HWY_INLINE hn::Vec<D> ExpNonPositive(D d, hn::Vec<D> x) {
  const auto allowed = hn::Gt(x, hn::Set(d, -std::numeric_limits<double>::infinity()));
  return hn::IfThenElseZero(allowed, hn::Exp(d, hn::Max(x, hn::Set(d, -708.0))));
}

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
