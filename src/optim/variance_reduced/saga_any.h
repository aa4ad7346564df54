// The rule of Algorithm 2 of Appendix A: any fixed sampling distribution p with all p_i > 0, and
//
//   alpha = n p_min / (4 L + n mu)
//
// With SAGA's update this is Proposition 1(a), E||w^t - w*||^2 <= (1 - mu alpha)^t (||w^0 -
// w*||^2 + C_a). The constants are known ones: L = max_i L_i with the proven
// ExampleEvaluator::LipschitzBound, and mu = lambda. So the steps are safe and short; line searches
// find far longer ones.
//
// The appendix has the regularizer inside of every f_i, where it would have to be remembered as a
// dense vector per example. Here h_i is the loss alone, in the memory, and lambda w is exact:
//
//   w <- w - alpha ((h_i'(w) - s_i) / (n p_i) + (1/n) sum_k s_k + lambda w)
//
// The proposition holds for this, too. With D = w - w*, a_i = ||h_i'(w) - h_i'(w*)||^2, b_i = ||s_i
// - h_i'(w*)||^2, eta = 1/alpha, and L >= lambda + the constant of every h_i:
//   - the direction v has E||v||^2 <= 2 E||(h_i'(w) - h_i'(w*)) / (n p_i)||^2 - 2 ||h'(w) -
//     h'(w*)||^2 + 2 E||(s_i - h_i'(w*)) / (n p_i)||^2 + ||f'(w)||^2, and f'(w) = h'(w) - h'(w*) +
//     lambda D, so that the second and the last term add up to at most 2 lambda^2 ||D||^2;
//   - co-coercivity gives <f'(w), D> >= lambda ||D||^2 + sum a_i / (n L), twice what the appendix
//     has;
//   - so in T = c ||D||^2 + sum b_i / (n^2 p_i), with the appendix's 2c = eta^2 p_min - lambda eta,
//     the factors of ||D||^2, a_i and b_i in E[T'] - (1 - lambda/eta) T are c (2 lambda^2/eta^2 -
//     lambda/eta) <= 0, (2 - lambda/(eta p_min) - 4) / n^2 <= 0 and (p_min/p_i - 1) / n^2 <= 0.
// C_a has the h_i' in place of the f_i': smaller, because <h_i'(w) - h_i'(w*), D> >= 0.
//
// As in the proposition the memory starts as s_i = h_i'(w^0), which takes the first pass.
#pragma once

#include <vector>

#include "optim/loop/sampling_rule.h"
#include "optim/parts/fixed_sampler.h"

namespace sagitta {

template <class Real>
class SagaAnyRule final : public SamplingRule<Real> {
 public:
  /// REQUIRES: `probabilities` are all above 0 and their sum is 1.
  SagaAnyRule(const WeightUpdate<Real>& update, std::vector<double> probabilities);

  bool FillsMemoryFirst() const override { return true; }
  ExampleId Resolve(const Draw& draw) const override {
    return static_cast<ExampleId>(probability_.Sample(draw.place));
  }
  double Probability(ExampleId i) const override { return probability_.Get(i); }
  Measurement Measure(const InferredExample<Real>&) const override { return {}; }
  void Record(ExampleId, const Measurement&) override {}
  double StepSize() const override;
  void Transfer(State& state) override;

 private:
  const WeightUpdate<Real>& update_;
  FixedSampler probability_;  // p_i
  double smallest_ = 1;       // p_min
  double largest_ = 0;        // max_i L_i without lambda
};

/// L_i of all examples without the regularizer's lambda.
template <class Real>
std::vector<double> LipschitzBounds(const ExampleEvaluator<Real>& examples);

/// Probabilities of which the share `by_constants` is in proportion to L_i + lambda, and the rest
/// uniform.
template <class Real>
std::vector<double> ProbabilitiesByConstants(const ExampleEvaluator<Real>& examples, double lambda,
                                             double by_constants);

}  // namespace sagitta
