// Keeping w(mu) up to date, and measuring f there.
#include "optim/dual/dual_weights.h"

#include <algorithm>
#include <numeric>

#include "kernels/vectors.h"
#include "sagitta/error.h"

namespace sagitta {

template <class Real>
DualWeights<Real>::DualWeights(ExampleSum<Real>& sum, double lambda)
    : sum_(sum),
      lambda_(lambda),
      on_table_(1 / (lambda * sum.n())),
      w_(sum.space()),
      gradient_(sum.space()) {
  if (sum.dual() == nullptr) throw Error(ErrorKind::kUsage, "this objective has no dual");
}

template <class Real>
ScoredExample<Real> DualWeights<Real>::Gather(ExampleId i, ExampleId next, std::span<Real> scores) {
  const ScoredExample<Real> at = sum_.Gather(i, w_, 1, next);
  at.WriteScores(scores);
  return at;
}

template <class Real>
void DualWeights<Real>::Change(const InferredExample<Real>& here, ExampleId next) {
  here.Scatter(-on_table_, next, w_);
}

template <class Real>
void DualWeights<Real>::ChangeLambda(double lambda) {
  const double factor = lambda_ / lambda;
  for (Real& w : w_.values()) w = static_cast<Real>(w * factor);
  lambda_ = lambda;
  on_table_ = 1 / (lambda * sum_.n());
}

template <class Real>
double DualWeights<Real>::SquaredNorm() const {
  return kernels::Dot(w_.values().size(), w_.values().data(), w_.values().data());
}

template <class Real>
double DualWeights<Real>::Objective(std::span<const double> entropies) const {
  const double sum = std::accumulate(entropies.begin(), entropies.end(), 0.0);
  return sum / static_cast<double>(entropies.size()) - 0.5 * lambda_ * SquaredNorm();
}

template <class Real>
PrimalMeasure DualWeights<Real>::Measure() {
  const double mean_loss = sum_.MeanLossAndGradient(w_, gradient_, Counting::kUncounted);
  const std::span<Real> g = gradient_.values();
  kernels::SubtractScaled(g.size(), g.data(), static_cast<Real>(-lambda_), w_.values().data(),
                          g.data());
  return {mean_loss + 0.5 * lambda_ * SquaredNorm(),
          static_cast<double>(kernels::MaxAbs(g.size(), g.data()))};
}

template <class Real>
void DualWeights<Real>::Write(PlainWeights<Real>& out) const {
  std::copy(w_.values().begin(), w_.values().end(), out.values().begin());
}

template <class Real>
void DualWeights<Real>::Transfer(State& state) {
  state.Value("lambda", lambda_);
  state.Value("on_table", on_table_);
  state.Array("w", w_.values());
}

template class DualWeights<float>;
template class DualWeights<double>;

}  // namespace sagitta
