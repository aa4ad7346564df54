// AdaGrad's formulas on vectors: the updates of w and root. Included once per target by
// kernels/adagrad.cc.
#if defined(SAGITTA_KERNELS_ADAGRAD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SAGITTA_KERNELS_ADAGRAD_INL_H_
#undef SAGITTA_KERNELS_ADAGRAD_INL_H_
#else
#define SAGITTA_KERNELS_ADAGRAD_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "kernels/adagrad.h"
#include "kernels/exp-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// For floats on x86, a reciprocal estimate of at least 12 bits with one Newton step is as accurate
// as a division up to one unit in the last place, and faster. (For square roots this does not pay
// off: the necessary guard against zero costs as much as it saves.)
template <class D>
constexpr bool EstimatesServe() {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  return sizeof(hn::TFromD<D>) == 4;
#else
  return false;
#endif
}

// x / y.
template <class D>
HWY_INLINE hn::Vec<D> Quotient(D d, hn::Vec<D> x, hn::Vec<D> y) {
  if constexpr (EstimatesServe<D>()) {
    const auto r = hn::ApproximateReciprocal(y);
    return hn::Mul(hn::Mul(x, r), hn::NegMulAdd(y, r, hn::Set(d, 2.0f)));
  } else {
    return hn::Div(x, y);
  }
}

// z - x / y.
template <class D>
HWY_INLINE hn::Vec<D> MinusQuotient(D d, hn::Vec<D> z, hn::Vec<D> x, hn::Vec<D> y) {
  if constexpr (EstimatesServe<D>()) {
    const auto r = hn::ApproximateReciprocal(y);
    return hn::NegMulAdd(hn::Mul(x, r), hn::NegMulAdd(y, r, hn::Set(d, 2.0f)), z);
  } else {
    return hn::Sub(z, hn::Div(x, y));
  }
}

// A row that missed k steps shrinks by f = (1 + y)^-k, y = p / H, p = eta lambda. With C = H + p/2,
//
//   z = -log f = k log(1 + y) = 2 k artanh(p / 2C) = (k p / C) (1 + (p / 2C)^2 / 3 + ...)
//
// The largest possible y and z determine how f is computed. The classes below go from the cheapest
// formula to the most general one; each has a bound that keeps its truncation error below the last
// place of a float. The first three use z = k p / C and subtract from w a Pade approximation of
// 1 - exp(-z). Its relative error must be small even for tiny z, because it is applied many times.
constexpr double kPadeY = 1.5e-3;

// The constants that all rows of a call share.
template <class Real>
struct Shrinking {
  Shrinking(std::uint32_t step, const AdaGradSettings& settings);

  std::uint32_t now;
  std::uint32_t most_tiny = 0, most_short = 0, most_medium = 0;  // steps
  bool small_y = false;
  Real delta, pull;  // p
  Real middle;       // C for root = 0
};

// Subtracts w z / (1 + z/2) = w k p / (C + k p / 2). Truncation error z^3/12.
template <class Real>
class TinyShrinking {
 public:
  static constexpr double kMostZ = 0.007;

  HWY_INLINE TinyShrinking(const Shrinking<Real>& all, Real steps)
      : pulls_(steps * all.pull), least_(all.middle + steps * all.pull / 2) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> w, hn::Vec<D> root) const {
    return MinusQuotient(d, w, hn::Mul(pulls_.As(d), w), hn::Add(least_.As(d), root));
  }

 private:
  Splat<Real> pulls_, least_;
};

// Subtracts w z / (1 + z/2 + z^2/12) = w k p C / (C (C + k p / 2) + (k p)^2 / 12). Truncation error
// z^5/720.
template <class Real>
class ShortShrinking {
 public:
  static constexpr double kMostZ = 0.11;

  HWY_INLINE ShortShrinking(const Shrinking<Real>& all, Real steps)
      : pulls_(steps * all.pull),
        half_pulls_(steps * all.pull / 2),
        square_(steps * all.pull * (steps * all.pull / 12)),
        middle_(all.middle) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> w, hn::Vec<D> root) const {
    const auto c = hn::Add(middle_.As(d), root);
    const auto under = hn::MulAdd(c, hn::Add(c, half_pulls_.As(d)), square_.As(d));
    return MinusQuotient(d, w, hn::Mul(hn::Mul(pulls_.As(d), c), w), under);
  }

 private:
  Splat<Real> pulls_, half_pulls_, square_, middle_;
};

// Subtracts w 2 O / (E + O) with O = 840 z + 20 z^3 and E = 1680 + 180 z^2 + z^4. Truncation error
// z^9/25401600.
template <class Real>
class MediumShrinking {
 public:
  static constexpr double kMostZ = 1;

  HWY_INLINE MediumShrinking(const Shrinking<Real>& all, Real steps)
      : pulls_(steps * all.pull), middle_(all.middle) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> w, hn::Vec<D> root) const {
    const auto z = Quotient(d, pulls_.As(d), hn::Add(middle_.As(d), root));
    const auto square = hn::Mul(z, z);
    const auto odd = hn::Mul(z, hn::MulAdd(square, hn::Set(d, Real{20}), hn::Set(d, Real{840})));
    const auto even =
        hn::MulAdd(square, hn::Add(square, hn::Set(d, Real{180})), hn::Set(d, Real{1680}));
    return MinusQuotient(d, w, hn::Mul(hn::Add(w, w), odd), hn::Add(even, odd));
  }

 private:
  Splat<Real> pulls_, middle_;
};

// Multiplies by exp(-z), with two terms of the series for z.
template <class Real>
class LongShrinking {
 public:
  static constexpr double kMostY = 0.03;

  HWY_INLINE LongShrinking(const Shrinking<Real>& all, Real steps)
      : steps_(steps), half_pull_(all.pull / 2), middle_(all.middle) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> w, hn::Vec<D> root) const {
    const auto s = Quotient(d, half_pull_.As(d), hn::Add(middle_.As(d), root));
    const auto series = hn::MulAdd(hn::Mul(s, s), hn::Set(d, Real{2} / 3), hn::Set(d, Real{2}));
    const auto z = hn::Mul(steps_.As(d), hn::Mul(s, series));
    return hn::Mul(w, ExpNonPositive(d, hn::Neg(z)));
  }

 private:
  Splat<Real> steps_, half_pull_, middle_;
};

// Multiplies by exp(-z) with z = k log(1 + y): correct for all arguments.
template <class Real>
class AnyShrinking {
 public:
  HWY_INLINE AnyShrinking(const Shrinking<Real>& all, Real steps)
      : steps_(steps), pull_(all.pull), delta_(all.delta) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> w, hn::Vec<D> root) const {
    const auto y = Quotient(d, pull_.As(d), hn::Add(delta_.As(d), root));
    const auto z = hn::Mul(steps_.As(d), hn::Log1p(d, y));
    return hn::Mul(w, ExpNonPositive(d, hn::Neg(z)));
  }

 private:
  Splat<Real> steps_, pull_, delta_;
};

// y is largest for root = 0. For doubles all limits stay 0: only rows that missed no step use
// TinyShrinking, which then changes nothing, and all others use AnyShrinking.
template <class Real>
Shrinking<Real>::Shrinking(std::uint32_t step, const AdaGradSettings& settings)
    : now(step),
      delta(static_cast<Real>(settings.delta)),
      pull(static_cast<Real>(settings.eta * settings.lambda)),
      middle(static_cast<Real>(settings.delta + settings.eta * settings.lambda / 2)) {
  if (sizeof(Real) == 8) return;
  const double y = settings.eta * settings.lambda / settings.delta;
  small_y = y <= LongShrinking<Real>::kMostY;
  if (y > kPadeY) return;
  const auto steps = [y](double z) { return static_cast<std::uint32_t>(std::min(z / y, 4e9)); };
  most_tiny = steps(TinyShrinking<Real>::kMostZ);
  most_short = steps(ShortShrinking<Real>::kMostZ);
  most_medium = steps(MediumShrinking<Real>::kMostZ);
}

// Calls body(shrinking) with the cheapest shrinking for a row that was up to date at `step`.
template <class Real, class Body>
HWY_INLINE void WithShrinkingSince(std::uint32_t step, const Shrinking<Real>& all,
                                   const Body& body) {
  const std::uint32_t missed = all.now - step;
  const Real steps = static_cast<Real>(missed);
  if (missed <= all.most_tiny) {
    body(TinyShrinking<Real>(all, steps));
  } else if (missed <= all.most_short) {
    body(ShortShrinking<Real>(all, steps));
  } else if (missed <= all.most_medium) {
    body(MediumShrinking<Real>(all, steps));
  } else if (all.small_y) {
    body(LongShrinking<Real>(all, steps));
  } else {
    body(AnyShrinking<Real>(all, steps));
  }
}

// Shrinks a block of a dense row, whose roots are `part` elements after w. The new w is stored in
// the row and in `shrunk`.
template <int N, bool kHalf, class Real>
HWY_INLINE void ShrinkBlock(const Shrinking<Real>& all, std::uint32_t step, std::size_t part,
                            Real* HWY_RESTRICT w, Block<Real, N, kHalf>& shrunk) {
  WithShrinkingSince(step, all, [&](const auto& own) HWY_ATTR {
    shrunk.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
      s = own.Of(d, hn::LoadU(d, w + j), hn::LoadU(d, w + part + j));
    });
  });
  shrunk.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR { hn::StoreU(s, d, w + j); });
}

// The constants that the steps of all rows share.
template <class Real>
class Stepping {
 public:
  HWY_INLINE explicit Stepping(const AdaGradSettings& settings)
      : delta_(static_cast<Real>(settings.delta)), eta_(static_cast<Real>(settings.eta)) {}

  // The step of some slots of a row with gradient g: root = sqrt(root^2 + g^2), w -= eta g / H.
  template <class D>
  HWY_INLINE void Step(D d, hn::Vec<D> g, Real* HWY_RESTRICT w, Real* HWY_RESTRICT root) const {
    const auto old = hn::LoadU(d, root);
    const auto fresh = hn::Sqrt(hn::MulAdd(old, old, hn::Mul(g, g)));
    hn::StoreU(fresh, d, root);
    const auto h = hn::Add(delta_.As(d), fresh);
    hn::StoreU(MinusQuotient(d, hn::LoadU(d, w), hn::Mul(eta_.As(d), g), h), d, w);
  }

 private:
  Splat<Real> delta_, eta_;
};

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
