// SAGA (Defazio, Bach, Lacoste-Julien 2014, Algorithm 1; Schmidt et al. 2015, Proposition 1 and
// Algorithm 2 of Appendix A) with the sampling rules of SAG:
//
//   saga           i uniform, p_i = 1/n                                            (sag.h)
//   saga-nus       the sampling of Schmidt, Le Roux, Bach 2013, section 5.5        (sag_nus.h)
//   saga-nus-star  p_i = 1/(2n) + L_i / (2 sum_k L_k) over those seen, section 5   (sag_nus_star.h)
//   saga-nus-secant  the same with other L_i                                     (sag_nus_secant.h)
//
//   g = grad f_i(w),   L_i (or one L_g for all) by the line search of Algorithm 2
//   w <- (1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n),   d <- d - g_i + g,   g_i <- g
//
// Deviations. Defazio et al. have alpha = 1/(3L) for a known L; here constants are searched for as
// in SAG. Proposition 1 has fixed probabilities and a memory that starts with the gradients at the
// first w; here probabilities are learned, and the memory starts as zero. With an L1 term a
// proximal step follows (proximal_update.h).
//
// The step is a third of SAG's, which is too long for SAGA. In SAG the fresh gradient is one of n
// in d; here it changes the weights by itself, by alpha/(n p_i), which is 1/L_i for the example
// with the largest L_i under each of SAG's rules. Take n copies of L/2 w^2 in one dimension and a
// step c/L: then w' = (1 - c) w + c (w_i - mean of the w_k), where w_i is the point at which i was
// visited last, and noise of variance V becomes (1 - c)^2 V + c^2 V. With c = 1 it never dies out,
// with c > 1 (a line search along one gradient may find half of the true constant) it grows.
// Defazio et al. prove convergence for 1/(3L). Half of SAG's step converges on our tests as well
// and needs about 0.7 times as many passes; 0.7 of it does not always converge.
#pragma once

#include <memory>
#include <utility>

#include "optim/variance_reduced/make_with_memory.h"
#include "optim/variance_reduced/sag.h"
#include "optim/variance_reduced/sag_nus.h"
#include "optim/variance_reduced/sag_nus_secant.h"
#include "optim/variance_reduced/sag_nus_star.h"
#include "optim/variance_reduced/saga_update.h"

namespace sagitta {

/// SAGA's step as a fraction of SAG's.
inline constexpr double kSagaStep = 1.0 / 3;

/// Another rule with its steps multiplied by a constant.
template <class Real>
class ScaledRule final : public SamplingRule<Real> {
 public:
  ScaledRule(std::unique_ptr<SamplingRule<Real>> rule, double factor)
      : rule_(std::move(rule)), factor_(factor) {}

  bool FillsMemoryFirst() const override { return rule_->FillsMemoryFirst(); }
  ExampleId Resolve(const Draw& draw) const override { return rule_->Resolve(draw); }
  double Probability(ExampleId i) const override { return rule_->Probability(i); }
  Measurement Measure(const InferredExample<Real>& here) const override {
    return rule_->Measure(here);
  }
  void Record(ExampleId i, const Measurement& found) override { rule_->Record(i, found); }
  double StepSize() const override { return factor_ * rule_->StepSize(); }
  void CountStep() override { rule_->CountStep(); }
  double MeanLipschitz() const override { return rule_->MeanLipschitz(); }
  void StartSoftly() override { rule_->StartSoftly(); }
  void LambdaChanged() override { rule_->LambdaChanged(); }
  void Transfer(State& state) override { state.Part("rule", *rule_); }
  bool HasLipschitz() const override { return rule_->HasLipschitz(); }
  double Lipschitz(ExampleId i) const override { return rule_->Lipschitz(i); }

 private:
  std::unique_ptr<SamplingRule<Real>> rule_;
  double factor_;
};

/// SAGA with a rule of SAG's, made of the update and these settings.
template <template <class> class Rule, class Real, class... Settings>
std::unique_ptr<Optimizer<Real>> MakeSaga(ExampleSum<Real>& sum, const Options& options,
                                          Settings... settings) {
  return MakeWithMemory<SagaUpdate, ProximalSaga>(sum, options, [=](WeightUpdate<Real>& update) {
    return std::make_unique<ScaledRule<Real>>(std::make_unique<Rule<Real>>(update, settings...),
                                              kSagaStep);
  });
}

}  // namespace sagitta
