// The accuracy criterion for scaled forward probabilities.
#include "chain/accuracy.h"

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace sagitta {
namespace {

// theta: far above u / epsilon (1e-31 and 1e-292), and so large that its inverse times K fits Real
// and the product of z that Forward keeps cannot underflow.
template <class Real>
constexpr Real Theta() {
  return std::is_same_v<Real, float> ? Real(1e-26) : Real(1e-140);
}

// Whether a_t[k] is right at token t, given `floor` = theta / z_{t-1}.
template <class Real>
bool IsLarge(Real a, Real e, Real floor) {
  return (e == 0) | ((a > 0) & (a >= floor * e));
}

// Whether no label that token t - 1 can have leads to k.
template <class Real>
bool IsUnreachable(const kernels::ChainArrays<Real>& c, std::size_t t, std::size_t k) {
  const Real* before = c.forward + (t - 1) * c.stride;
  const Real* matrix = c.edge_exp != nullptr ? c.edge_exp[t] : c.transition_exp;
  for (std::size_t i = 0; i < c.labels; ++i) {
    if (before[i] > 0 && matrix[i * c.stride + k] > 0) return false;
  }
  return true;
}

template <class Real>
bool RowIsAccurate(const kernels::ChainArrays<Real>& c, std::size_t t) {
  const Real* a = c.forward + t * c.stride;
  const Real* e = c.node_exp + t * c.stride;
  const Real floor = Theta<Real>() * c.inverse_norm[t - 1];
  bool large = true;
  for (std::size_t k = 0; k < c.labels; ++k) large &= IsLarge(a[k], e[k], floor);
  if (large) return true;
  for (std::size_t k = 0; k < c.labels; ++k) {
    if (IsLarge(a[k], e[k], floor)) continue;
    if (a[k] != 0 || !IsUnreachable(c, t, k)) return false;
  }
  return true;
}

}  // namespace

template <class Real>
double StepRangeLimit() {
  return -std::log(static_cast<double>(Theta<Real>()));
}

template <class Real>
bool ForwardIsAccurate(const kernels::ChainArrays<Real>& c) {
  for (std::size_t t = 0; t < c.length; ++t) {
    // Not so for z = 0, nor for NaN.
    if (!(c.inverse_norm[t] <= 1 / Theta<Real>())) return false;
    if (t > 0 && !RowIsAccurate(c, t)) return false;
  }
  return true;
}

template <class Real>
void ForbidUnreachable(const kernels::ChainArrays<Real>& c, Real* node_exp) {
  for (std::size_t t = 0; t < c.length; ++t) {
    const Real* a = c.forward + t * c.stride;
    Real* e = node_exp + t * c.stride;
    for (std::size_t k = 0; k < c.labels; ++k) e[k] = a[k] > 0 ? e[k] : Real{0};
  }
}

#define SAGITTA_ACCURACY(Real)                                        \
  template double StepRangeLimit<Real>();                             \
  template bool ForwardIsAccurate(const kernels::ChainArrays<Real>&); \
  template void ForbidUnreachable(const kernels::ChainArrays<Real>&, Real*);

SAGITTA_ACCURACY(float)
SAGITTA_ACCURACY(double)
#undef SAGITTA_ACCURACY

}  // namespace sagitta
