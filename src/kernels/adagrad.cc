// Highway bodies of kernels/adagrad.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/adagrad.h"

#include <algorithm>
#include <cmath>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adagrad.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A row as two arrays of the same length. Dense rows come with their padding, which the formulas
// leave at zero.
template <class Real, bool kDense>
struct RowOf {
  std::size_t count;
  Real* HWY_RESTRICT w;
  Real* HWY_RESTRICT root;
};

// Calls body(row, number, offset in `aside`) for all rows of a list.
template <class Real, class Body>
HWY_INLINE void ForRows(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                        const Body& body) {
  const std::size_t part = rows.w.dense_part;
  std::size_t n = 0;
  for (; n < list.size() && list[n] < rows.w.dense_rows; ++n) {
    const std::size_t at = list[n] * part;
    body(RowOf<Real, true>{part, rows.w.dense + at, rows.root.dense + at}, list[n], n * part);
  }
  for (; n < list.size(); ++n) {
    const std::size_t place = list[n] - rows.w.dense_rows;
    body(RowOf<Real, false>{rows.w.slots[place], rows.w.sparse + place + 1,
                            rows.root.sparse + place + 1},
         list[n], n * part);
  }
}

// Calls body(tag, load, store, offset) for all of a row: whole vectors, then half a one that ends a
// dense row, or what is left of a sparse one, where loads give zeroes behind the end and stores
// leave it alone.
template <class Real, bool kDense, class Body>
HWY_INLINE void ForVectors(const RowOf<Real, kDense>& row, const Body& body) {
  const hn::ScalableTag<Real> d;
  const auto whole = [&](auto tag, std::size_t k) HWY_ATTR {
    body(
        tag, [tag](const Real* from) HWY_ATTR { return hn::LoadU(tag, from); },
        [tag](auto x, Real* to) HWY_ATTR { hn::StoreU(x, tag, to); }, k);
  };
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= row.count; k += hn::Lanes(d)) whole(d, k);
  if (k == row.count) return;
  if constexpr (kDense && sizeof(Real) * hn::MaxLanes(d) == 64) {
    whole(hn::Half<decltype(d)>(), k);
  } else {
    const auto inside = hn::FirstN(d, row.count - k);
    body(
        d,
        [&](const Real* from) HWY_ATTR { return hn::IfThenElseZero(inside, hn::LoadU(d, from)); },
        [&](auto x, Real* to) HWY_ATTR { hn::BlendedStore(x, inside, d, to); }, k);
  }
}

// Division and root, which take most of the time here. For floats on x86 an estimate of 12 bits or
// more and one Newton step are as good to a unit in the last place, and several times as fast.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
constexpr bool kEstimates = true;
#else
constexpr bool kEstimates = false;
#endif

template <class D>
HWY_INLINE hn::Vec<D> Quotient(D d, hn::Vec<D> x, hn::Vec<D> y) {
  if constexpr (kEstimates && sizeof(hn::TFromD<D>) == 4) {
    const auto r = hn::ApproximateReciprocal(y);
    return hn::Mul(x, hn::Mul(r, hn::NegMulAdd(y, r, hn::Set(d, 2.0f))));
  } else {
    return hn::Div(x, y);
  }
}

// 1/y, roughly where that is faster.
template <class V>
HWY_INLINE V Estimate(V y) {
  const hn::DFromV<V> d;
  if constexpr (kEstimates) {
    return hn::ApproximateReciprocal(y);
  } else {
    return hn::Div(hn::Set(d, 1), y);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> Root(D d, hn::Vec<D> x) {
  if constexpr (kEstimates && sizeof(hn::TFromD<D>) == 4) {
    // Squares too small for a normal number have the root zero.
    const auto normal = hn::Ge(x, hn::Set(d, 1.2e-38f));
    const auto r = hn::ApproximateReciprocalSqrt(x);
    const auto root = hn::Mul(x, r);
    const auto error = hn::NegMulAdd(root, r, hn::Set(d, 1.0f));
    return hn::IfThenElseZero(normal, hn::MulAdd(hn::Mul(root, hn::Set(d, 0.5f)), error, root));
  } else {
    return hn::Sqrt(x);
  }
}

// How far a factor (1 + y)^-k, y = eta lambda / H, is from 1 decides how it is computed. With
// z = k log(1 + y) the series below are good to the last place of a float up to these bounds.
enum class Shrink { kTiny, kShort, kAny };
constexpr double kTinyY = 1e-4, kTinyZ = 1e-3;
constexpr double kShortY = 0.03, kShortZ = 0.1;

// w (1 + y)^-k for `steps` k, `pull` = eta lambda.
template <Shrink kShrink, class D>
HWY_INLINE hn::Vec<D> Shrunk(D d, hn::Vec<D> w, hn::Vec<D> h, hn::Vec<D> pull, hn::Vec<D> steps) {
  if constexpr (sizeof(hn::TFromD<D>) == 8 || kShrink == Shrink::kAny) {
    const auto z = hn::Mul(steps, hn::Log1p(d, Quotient(d, pull, h)));
    return hn::Mul(w, ExpNonPositive(d, hn::Neg(z)));
  } else if constexpr (kShrink == Shrink::kShort) {
    const auto y = Quotient(d, pull, h);
    auto log = hn::MulAdd(y, hn::Set(d, -0.25f), hn::Set(d, 1.0f / 3));
    log = hn::MulAdd(y, log, hn::Set(d, -0.5f));
    log = hn::MulAdd(hn::Mul(y, y), log, y);
    const auto z = hn::Mul(steps, log);
    auto p = hn::NegMulAdd(z, hn::Set(d, 1.0f / 120), hn::Set(d, 1.0f / 24));
    p = hn::NegMulAdd(z, p, hn::Set(d, 1.0f / 6));
    p = hn::NegMulAdd(z, p, hn::Set(d, 0.5f));
    p = hn::NegMulAdd(z, p, hn::Set(d, 1.0f));
    return hn::NegMulAdd(hn::Mul(w, z), p, w);
  } else {
    // An estimate of 1/H of 12 bits or more moves the factor by less than its last place.
    const auto z = hn::Mul(hn::Mul(steps, pull), Estimate(h));
    const auto p = hn::NegMulAdd(z, hn::Set(d, 0.5f), hn::Set(d, 1.0f));
    return hn::NegMulAdd(hn::Mul(w, z), p, w);
  }
}

// The number of missed steps up to which the series with these bounds serves; H >= delta.
HWY_INLINE std::uint32_t MostSteps(const AdaGradSettings& settings, double most_y, double most_z) {
  const double y = settings.eta * settings.lambda / settings.delta;
  return y <= most_y ? static_cast<std::uint32_t>(std::min(most_z / y, 4e9)) : 0;
}

// Rows that were missed by no step are not worth a branch that is hard to foresee: their factor
// is 1.
template <bool kAside, class Real>
HWY_INLINE void AdaGradCatchUpT(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                                std::uint32_t now, const AdaGradSettings& settings,
                                Real* HWY_RESTRICT aside) {
  const Real delta = static_cast<Real>(settings.delta);
  const Real pull = static_cast<Real>(settings.eta * settings.lambda);
  const std::uint32_t tiny_steps = MostSteps(settings, kTinyY, kTinyZ);
  const std::uint32_t short_steps = MostSteps(settings, kShortY, kShortZ);
  ForRows(rows, list, [&](const auto& row, std::uint32_t number, std::size_t at) HWY_ATTR {
    const std::uint32_t missed = now - rows.step_of[number];
    rows.step_of[number] = now;
    const Real steps = static_cast<Real>(missed);
    const auto shrink = [&]<Shrink kShrink>() HWY_ATTR {
      ForVectors(row, [&](auto d, auto load, auto store, std::size_t k) HWY_ATTR {
        const auto h = hn::Add(hn::Set(d, delta), load(row.root + k));
        const auto w = Shrunk<kShrink>(d, load(row.w + k), h, hn::Set(d, pull), hn::Set(d, steps));
        store(w, row.w + k);
        if constexpr (kAside) store(w, aside + at + k);
      });
    };
    if (missed <= tiny_steps) {
      shrink.template operator()<Shrink::kTiny>();
    } else if (missed <= short_steps) {
      shrink.template operator()<Shrink::kShort>();
    } else {
      shrink.template operator()<Shrink::kAny>();
    }
  });
}

// Fetches the arrays of one row; of a sparse one, whose length is not at hand, the beginnings.
template <class Real>
HWY_INLINE void Prefetch(const AdaGradRows<Real>& rows, std::uint32_t number) {
  const bool dense = number < rows.w.dense_rows;
  const std::size_t part = rows.w.dense_part;
  const std::size_t at = dense ? number * part : number - rows.w.dense_rows;
  for (const Rows<Real>* store : {&rows.w, &rows.root}) {
    const Real* values = (dense ? store->dense : store->sparse) + at;
    for (std::size_t k = 0; k < (dense ? part : 1); k += 64 / sizeof(Real)) {
      __builtin_prefetch(values + k, 1, 2);
    }
  }
  __builtin_prefetch(rows.step_of + number, 1, 2);
}

template <class Real>
HWY_INLINE void AdaGradStepT(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,
                             const Real* HWY_RESTRICT aside, std::span<const std::uint32_t> ahead,
                             const AdaGradSettings& settings) {
  const Real delta = static_cast<Real>(settings.delta);
  const Real eta = static_cast<Real>(settings.eta);
  const Real pull = static_cast<Real>(settings.eta * settings.lambda);
  std::size_t fetched = 0;
  ForRows(rows, list, [&](const auto& row, std::uint32_t number, std::size_t at) HWY_ATTR {
    if (fetched < ahead.size()) Prefetch(rows, ahead[fetched++]);
    ++rows.step_of[number];
    ForVectors(row, [&](auto d, auto load, auto store, std::size_t k) HWY_ATTR {
      const auto before = load(aside + at + k);
      const auto g = hn::Sub(load(row.w + k), before);
      const auto old = load(row.root + k);
      const auto root = Root(d, hn::MulAdd(old, old, hn::Mul(g, g)));
      const auto h = hn::Add(hn::Set(d, delta), root);
      const auto w = hn::MulSub(h, before, hn::Mul(hn::Set(d, eta), g));
      store(root, row.root + k);
      store(Quotient(d, w, hn::Add(h, hn::Set(d, pull))), row.w + k);
    });
  });
  for (; fetched < ahead.size(); ++fetched) Prefetch(rows, ahead[fetched]);
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_ADAGRAD_KERNELS(Real)                                                            \
  void AdaGradCatchUp_##Real(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list, \
                             std::uint32_t now, const AdaGradSettings& settings, Real* aside) {  \
    if (aside != nullptr) {                                                                      \
      AdaGradCatchUpT<true>(rows, list, now, settings, aside);                                   \
    } else {                                                                                     \
      AdaGradCatchUpT<false>(rows, list, now, settings, aside);                                  \
    }                                                                                            \
  }                                                                                              \
  void AdaGradStep_##Real(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,    \
                          const Real* aside, std::span<const std::uint32_t> ahead,               \
                          const AdaGradSettings& settings) {                                     \
    AdaGradStepT(rows, list, aside, ahead, settings);                                            \
  }

SAGITTA_ADAGRAD_KERNELS(float)
SAGITTA_ADAGRAD_KERNELS(double)
#undef SAGITTA_ADAGRAD_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_ADAGRAD_DISPATCH(Real)                                                    \
  HWY_EXPORT(AdaGradCatchUp_##Real);                                                      \
  HWY_EXPORT(AdaGradStep_##Real);                                                         \
  template <>                                                                             \
  void AdaGradCatchUp(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list, \
                      std::uint32_t now, const AdaGradSettings& settings, Real* aside) {  \
    HWY_DYNAMIC_DISPATCH(AdaGradCatchUp_##Real)(rows, list, now, settings, aside);        \
  }                                                                                       \
  template <>                                                                             \
  void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> list,    \
                   const Real* aside, std::span<const std::uint32_t> ahead,               \
                   const AdaGradSettings& settings) {                                     \
    HWY_DYNAMIC_DISPATCH(AdaGradStep_##Real)(rows, list, aside, ahead, settings);         \
  }

SAGITTA_ADAGRAD_DISPATCH(float)
SAGITTA_ADAGRAD_DISPATCH(double)
#undef SAGITTA_ADAGRAD_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
