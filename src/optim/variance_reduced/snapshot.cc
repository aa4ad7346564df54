#include "optim/variance_reduced/snapshot.h"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.h"
#include "optim/parts/line_search.h"

namespace sagitta {

template <class Real>
Snapshot<Real>::Snapshot(const Oracle<Real>& oracle)
    : oracle_(oracle),
      scratch_(oracle.NewScratch()),
      weights_(oracle.space()),
      gradient_sum_(oracle.space()) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    largest = std::max(largest, oracle.TableSize(static_cast<ExampleId>(i)));
  }
  table_ = AlignedBuffer<Real>(largest);
}

template <class Real>
void Snapshot<Real>::Begin(const LazyWeights<Real>& w) {
  w.Write(weights_);
  std::fill(gradient_sum_.values().begin(), gradient_sum_.values().end(), Real{0});
  loss_sum_ = 0;
  lipschitz_ /= 2;
  added_ = 0;
}

template <class Real>
void Snapshot<Real>::Add() {
  const ExampleId i = static_cast<ExampleId>(added_++);
  const ExampleId next = complete() ? kNoExample : i + 1;
  oracle_.Gather(i, weights_, 1, next, *scratch_);
  const double loss = oracle_.Infer(i, *scratch_);
  loss_sum_ += loss;
  lipschitz_ = SearchLipschitz(oracle_, i, loss, lipschitz_, *scratch_).lipschitz;
  oracle_.Scatter(i, *scratch_, 1, next, gradient_sum_);
}

template <class Real>
double Snapshot<Real>::Compare(ExampleId i, const LazyWeights<Real>& w, ExampleId next) {
  oracle_.Gather(i, weights_, 1, next, *scratch_);
  const double there = oracle_.Infer(i, *scratch_);
  std::copy(scratch_->table.begin(), scratch_->table.end(), table_.data());
  oracle_.Gather(i, w, next, *scratch_);
  const double here = oracle_.Infer(i, *scratch_);
  Real* const table = scratch_->table.data();
  kernels::SubtractScaled(scratch_->table.size(), table, Real{1}, table_.data(), table);
  return here - there;
}

template <class Real>
typename Snapshot<Real>::Summary Snapshot<Real>::Summarize(double lambda) const {
  const double on_sum = 1 / static_cast<double>(oracle_.examples());
  const std::span<const Real> w = weights_.values(), sum = gradient_sum_.values();
  Summary summary;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double value = static_cast<double>(w[j]);
    const double gradient = on_sum * static_cast<double>(sum[j]) + lambda * value;
    summary.squared_norm += value * value;
    summary.gradient_inf = std::max(summary.gradient_inf, std::abs(gradient));
    summary.gradient_squared += gradient * gradient;
  }
  return summary;
}

template <class Real>
void Snapshot<Real>::Transfer(State& state) {
  state.Value("evaluations", scratch_->evaluations);
  state.Array("weights", weights_.values());
  state.Array("gradient_sum", gradient_sum_.values());
  state.Value("loss_sum", loss_sum_);
  state.Value("lipschitz", lipschitz_);
  state.Value("added", added_);
}

template class Snapshot<float>;
template class Snapshot<double>;

}  // namespace sagitta
