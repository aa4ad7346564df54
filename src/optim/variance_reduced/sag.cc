// Algorithm 1. The loop guard printed there ("m < n and ...") is meant as "m < n or ..."; the
// driver applies it between passes.
#include "optim/variance_reduced/sag.h"

#include <cmath>

#include "optim/parts/line_search.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
StepReport Sag<Real>::Advance(Rng& rng) {
  const std::size_t n = core_.examples();
  const std::uint64_t end = core_.evaluations() + n;
  const double decay = std::exp2(-1.0 / static_cast<double>(n));
  const auto uniform = [n](const Draw& draw) { return DrawUniform(draw.place, n); };
  double alpha = 0;
  while (core_.evaluations() < end) {
    const ExampleId i = ahead_.Take(rng, uniform);
    const double f = core_.Visit(i, ahead_);
    lipschitz_ = SearchLipschitz(core_.oracle(), i, f, lipschitz_, core_.scratch()).lipschitz;
    core_.Remember(i, ahead_);
    alpha = 1 / (lipschitz_ + core_.lambda());
    core_.Move(alpha);
    lipschitz_ *= decay;
  }
  return core_.Report(alpha);
}

template class Sag<float>;
template class Sag<double>;

}  // namespace sagitta
