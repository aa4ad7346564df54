// SAG-NUS-secant's rule: the sampling of SAG-NUS* (paper, section 5) with constants L_i that are
// measured along the way that the weights really take. This rule is ours, not the paper's.
//
// Why. Between two visits of example i the weights move along its remembered gradient, so its
// direction is stable only while
//
//   alpha eig_i / (n p_i) < 2,      eig_i: largest eigenvalue of the Hessian of f_i
//
// The step of SAG-NUS* is the largest with alpha L_i / (n p_i) <= 1 for all i. It is as good as the
// L_i. Algorithm 2 of the paper measures the curvature along the example's own gradient at w, which
// can be far below eig_i, and lets L_i sink while that stays so: a long sequence with attributes
// that are always on then swings for ever (docs/methods.md has an example).
//
// How. Let x and y be the weights at this visit of i and at the one before. For a convex function
// with an L-Lipschitz gradient (Nesterov 2004, Theorem 2.1.5)
//
//   D = f_i(x) - f_i(y) - <g_i(y), x - y>  >=  ||g_i(x) - g_i(y)||^2 / (2 L)
//
// so that L_secant = ||g_i(x) - g_i(y)||^2 / (2 D) is a lower bound of eig_i between the two, and
// equal to it where f_i is a quadratic along an eigenvector. x - y points along the very direction
// that is about to blow up. g_i(y) is what SAG remembers, and of y one number is enough, the
// intercept b_i = f_i(y) - <g_i(y), y> of the tangent: D = f_i(x) - b_i - <g_i(y), x>.
//
//   i: half of the time uniform over all n, half in proportion to L_i over those seen
//   L_i: on the first visit by the line search of SAG-NUS*; later max(L_secant, c L_i), but not so
//   small that example i might swing
//   alpha = 1/2 (1/(L_max/1.3 + lambda) + 1/(L_mean/1.3 + lambda)),   both over the m seen
//
// Secants cost no evaluation, only the norm of the change; while they do not exceed L_i three of
// four visits go without, and L_i falls for all four. c = exp(-0.02) per visit up to the 50th of
// an example, then exp(-50/visits^2): see Decay. D below the rounding of the losses says
// nothing: L_i stays.
//
// How far L_i may fall. A secant sees the way behind only: weights that rest along a direction say
// nothing about it, and neither does the gradient. So H_i, the largest curvature of example i that
// was ever measured, counts as its eig_i, and L_i stops falling where alpha H_i / (n p_i) would
// exceed 1.7. As n p_i = (1 + L_i / L_mean) / 2, this is at
//
//   L_i = (2 alpha H_i / 1.7 - 1) L_mean
//
// Examples with a small H_i never come there, because n p_i is at least 1/2. Curvature does fall
// when the labels of an example become certain: a Hessian is a covariance, and where the observed
// labels have the probability P variances are at most of the order of P (1 - P) <= -log P. At
// P = 1/2 this is 1/4. So H_i is taken times min(1, 4 f_i / omega_i).
//
// Losses are flatter at given weights, where a training continues, than on the way. So constants
// that were all found there are doubled before the first step. With constants that can be trusted
// the step may be longer than that of SAG-NUS*. bench/convergence has the grid on which the numbers
// were chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "optim/loop/sampling_rule.h"
#include "optim/parts/half_uniform_sampler.h"

namespace sagitta {

template <class Real>
class SagNusSecantRule final : public SamplingRule<Real> {
 public:
  /// initial: where the line search of the very first example starts.
  explicit SagNusSecantRule(WeightUpdate<Real>& update, double initial = 1)
      : update_(update),
        lipschitz_(update.examples()),
        steepest_(update.examples()),
        intercept_(update.examples()),
        rest_(update.examples()),
        initial_(initial) {}

  ExampleId Resolve(const Draw& draw) const override { return lipschitz_.Resolve(draw); }
  double Probability(ExampleId i) const override { return lipschitz_.Probability(i); }
  Measurement Measure(const InferredExample<Real>& here) const override;
  void Record(ExampleId i, const Measurement& found) override;
  double StepSize() const override;
  double MeanLipschitz() const override {
    return lipschitz_.Sum() / static_cast<double>(update_.seen());
  }
  void StartSoftly() override;
  void Transfer(State& state) override;
  bool HasLipschitz() const override { return true; }
  double Lipschitz(ExampleId i) const override { return lipschitz_.Get(i); }

 private:
  /// How often the secant of an example is measured: at one of `period` visits, next when `skip`
  /// more have gone by.
  struct Rest {
    std::uint8_t period = 1;
    std::uint8_t skip = 0;
  };

  /// L_secant; none when rounding hides it.
  std::optional<double> Secant(const InferredExample<Real>& here) const;
  /// Where L_i of an example stops falling. Can be negative.
  double Least(const InferredExample<Real>& here) const;

  WeightUpdate<Real>& update_;
  HalfUniformSampler lipschitz_;   // L_i of the examples seen
  std::vector<double> steepest_;   // H_i
  std::vector<double> intercept_;  // b_i of the last visit
  std::vector<Rest> rest_;
  double initial_;
};

}  // namespace sagitta
