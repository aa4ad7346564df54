// Algorithm 3 of Appendix B: two samples per iteration. j with probability p_j = L_j / sum L makes
// the step, r, uniform, refreshes the memory:
//
//   w <- w - alpha ((h_j'(w) - s_j) / (n p_j) + (1/n) sum_k s_k + lambda w),   alpha = 1/(4 L_mean)
//   s_r <- h_r'(w as it was before)
//
// Proposition 1(b): E||w^t - w*||^2 <= (1 - min(1/(3n), mu/(8 L_mean)))^t (||w^0 - w*||^2 + C_b),
// C_b = n/(2 L_mean) (f(w^0) - f(w*)), mu = lambda. L_i is the proven
// ExampleEvaluator::LipschitzBound plus lambda.
//
// As in saga_any.h the losses h_i are remembered without the regularizer, whose lambda w is exact.
// The proof of Appendix B carries over. With D, a_i and b_i as there and H = h(w) - h(w*) -
// <h'(w*), D>, so that H + lambda/2 ||D||^2 = f(w) - f(w*):
//   - E||v||^2 <= 2 (L_mean/n) sum (a_i + b_i) / L_i + 2 lambda^2 ||D||^2, by the argument there;
//   - <f'(w), D> >= H + sum a_i / (2 n L_i) + lambda ||D||^2;
//   - so in the appendix's T, with c = 2 L_mean / n, the factors of H, sum a_i / (n L_i), the
//     memory and ||D||^2 in E[T'] - (1 - 1/kappa) T are 0, -c alpha/2, 1/kappa - 1/(2n) and at
//     most c (1/kappa - 3 lambda/(8 L_mean)): none is positive for the kappa above.
//
// As in the proposition the memory starts as s_i = h_i'(w^0), which takes the first pass.
//
// A pass costs more than one of saga-any: L_i grows with the length of an example, so that the j
// are longer than the r, 1.37 times on CoNLL-2000.
#pragma once

#include <vector>

#include "optim/parts/fixed_sampler.h"
#include "optim/parts/sampler.h"
#include "optim/variance_reduced/lazy_update.h"

namespace sagitta {

/// The two halves of an iteration: Look(j) and Visit(r), both at the same weights, then Combine.
template <class Real>
class TwoSampleUpdate final : public LazyUpdate<Real> {
 public:
  using LazyUpdate<Real>::LazyUpdate;

  /// The gradient of j at the current weights, with a worker other than Visit's.
  InferredExample<Real> Look(ExampleId j, ExampleId next);
  /// The step with the gradient of Look(j), and s_r <- the gradient of Visit(r). The examples of
  /// the next iteration are fetched ahead.
  void Combine(const InferredExample<Real>& j, const InferredExample<Real>& r, double alpha,
               double probability, ExampleId next_j, ExampleId next_r);
  /// s_i <- the gradient of Visit(i). The weights stay.
  void Apply(const InferredExample<Real>& here, double, double, ExampleId next) override {
    this->memory_->Replace(here, 0, 1, next, this->weights_);
  }
};

template <class Real>
class SagaTwoSample final : public Optimizer<Real> {
 public:
  SagaTwoSample(ExampleSum<Real>& sum, double lambda, std::unique_ptr<GradientMemory<Real>> memory);

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { update_.Write(out); }
  std::uint64_t MemoryBytes() const override { return update_.memory_bytes(); }
  bool Start(const PlainWeights<Real>& w) override {
    update_.Start(w);
    return true;
  }
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

 private:
  void SetConstants();
  void Iterate(Rng& rng);
  double alpha() const { return update_.sum().n() / (4 * lipschitz_.Sum()); }

  TwoSampleUpdate<Real> update_;
  std::vector<double> bounds_;  // L_i without lambda
  FixedSampler lipschitz_;      // L_i
  Lookahead step_ahead_;        // j
  Lookahead memory_ahead_;      // r
};

}  // namespace sagitta
