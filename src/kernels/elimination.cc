// Highway version of kernels/elimination.h. Compiled once per instruction set; see
// kernels/targets.h.
#include "kernels/elimination.h"

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/elimination.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

// One vector of columns; load and store say how many of its lanes there are.
template <class Load, class Store>
HWY_INLINE void NormalizeBlock(D d, std::size_t rows, std::size_t columns, double* x,
                               double* log_sums, const Load& load, const Store& store) {
  const V never = hn::Set(d, -std::numeric_limits<double>::infinity());
  V max = never;
  for (std::size_t k = 0; k < rows; ++k) max = hn::Max(max, load(x + k * columns));
  const auto allowed = hn::Gt(max, never);
  const V shift = hn::IfThenElseZero(allowed, max);
  V sum = hn::Zero(d);
  for (std::size_t k = 0; k < rows; ++k) {
    const V p = ExpNonPositive(d, hn::Sub(load(x + k * columns), shift));
    store(p, x + k * columns);
    sum = hn::Add(sum, p);
  }
  const V safe = hn::IfThenElse(allowed, sum, hn::Set(d, 1.0));
  const V inverse = hn::Div(hn::Set(d, 1.0), safe);
  for (std::size_t k = 0; k < rows; ++k) {
    store(hn::Mul(load(x + k * columns), inverse), x + k * columns);
  }
  store(hn::IfThenElse(allowed, hn::Add(max, hn::Log(d, safe)), never), log_sums);
}

void NormalizeColumnsV(std::size_t rows, std::size_t columns, double* x, double* log_sums) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t s = 0;
  for (; s + lanes <= columns; s += lanes) {
    NormalizeBlock(
        d, rows, columns, x + s, log_sums + s,
        [&](const double* from) HWY_ATTR { return hn::LoadU(d, from); },
        [&](V value, double* to) HWY_ATTR { hn::StoreU(value, d, to); });
  }
  if (s == columns) return;
  const auto in = hn::FirstN(d, columns - s);
  NormalizeBlock(
      d, rows, columns, x + s, log_sums + s,
      [&](const double* from) HWY_ATTR { return hn::IfThenElseZero(in, hn::LoadU(d, from)); },
      [&](V value, double* to) HWY_ATTR { hn::BlendedStore(value, in, d, to); });
}

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

SAGITTA_KERNEL(NormalizeColumnsV);
void NormalizeColumns(std::size_t rows, std::size_t columns, double* x, double* log_sums) {
  SAGITTA_DISPATCH(NormalizeColumnsV)(rows, columns, x, log_sums);
}

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
