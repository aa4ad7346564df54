#include "optim/dual/dual_weights.h"

#include <algorithm>
#include <numeric>

#include "kernels/vectors.h"
#include "sagitta/error.h"

namespace sagitta {

template <class Real>
DualWeights<Real>::DualWeights(const Oracle<Real>& oracle, double lambda)
    : oracle_(oracle),
      lambda_(lambda),
      on_table_(1 / (lambda * static_cast<double>(oracle.examples()))),
      w_(oracle.space()),
      gradient_(oracle.space()) {
  if (oracle.dual() == nullptr) throw Error(ErrorKind::kUsage, "this objective has no dual");
}

template <class Real>
void DualWeights<Real>::Scores(ExampleId i, ExampleId next, Scratch& scratch,
                               std::span<Real> scores) const {
  oracle_.Gather(i, w_, 1, next, scratch);
  dual().ScoreTable(i, scratch, scores);
}

template <class Real>
void DualWeights<Real>::Change(ExampleId i, ExampleId next, Scratch& scratch) {
  oracle_.Scatter(i, scratch, -on_table_, next, w_);
}

template <class Real>
void DualWeights<Real>::ChangeLambda(double lambda) {
  const double factor = lambda_ / lambda;
  for (Real& w : w_.values()) w = static_cast<Real>(w * factor);
  lambda_ = lambda;
  on_table_ = 1 / (lambda * static_cast<double>(oracle_.examples()));
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
PrimalMeasure DualWeights<Real>::Measure(Scratch& scratch) {
  const std::uint64_t evaluations = scratch.evaluations;
  const double mean_loss = MeanLossAndGradient(oracle_, w_, gradient_, scratch);
  scratch.evaluations = evaluations;
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
