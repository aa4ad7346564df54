// OWL-QN: L-BFGS for objectives with an L1 term (Andrew and Gao 2007, Algorithm 1).
//
//   F(w) = f(w) + lambda1 ||w||_1,    f(w) = (1/n) sum_i f_i(w) + lambda/2 ||w||^2
//
// The pseudo-gradient pg is the least subgradient of F. With H from the changes of grad f alone:
//
//   p = -H pg, where its signs differ from those of -pg set to zero
//   w <- pi(w + alpha p; xi),    xi = sign(w), or sign(-pg) where w = 0
//
// pi sets to zero what leaves the orthant xi. alpha is halved until
// F(w_new) <= F(w) + gamma <pg, w_new - w>. Without an L1 term there is no orthant and this is
// L-BFGS with backtracking.
//
// H_0 may be a multiple of the inverse of a diagonal (`diagonal`), which is guessed from the
// marginals where the method starts (parts/curvature.h) at the price of a pass: frequent attributes
// have thousands of times the curvature of rare ones. Orthants do not depend on the scale of a
// coordinate, so this is the same method in other units. With it H_0 is zero for weights that rest
// at zero: what happens to their gradients has nothing to say about the others.
//
// With it, too, the direction is kept where w != 0, whatever its sign: such a weight can move
// either way within its orthant, and the paper's rule takes out of the direction what the pairs
// know about weights that depend on each other. (docs/sparse.md has the passes. Without a diagonal
// the rule is needed: training from zero then hardly moves.)
//
// Deviations: the first step, for which there is no H, is 1/||pg|| at most 1, as in lbfgs.h, and
// with a diagonal 1, shortened by the minimum of a parabola instead of being halved; when
// no alpha will do, H is forgotten and steepest descent tried.
#pragma once

#include <memory>

#include "base/aligned_buffer.h"
#include "optim/batch/quasi_newton.h"

namespace sagitta {

template <class Real>
class Owlqn final : public QuasiNewton<Real> {
 public:
  Owlqn(ExampleSum<Real>& sum, double lambda, double lambda1, std::size_t history,
        bool diagonal = false);

  /// out = the inverse of the guessed diagonal at w. Costs a pass.
  static void InverseDiagonal(ExampleSum<Real>& sum, double lambda, const PlainWeights<Real>& w,
                              PlainWeights<Real>& out);

  /// Where the method stands: w, and the objective and the gradient of f there.
  struct Point {
    PlainWeights<Real> w, gradient;
    double value = 0;
  };
  /// Starts at a point with this inverse of the diagonal, without an evaluation.
  /// REQUIRES: `diagonal`; nothing was advanced yet.
  void StartAt(const Point& point, const PlainWeights<Real>& inverse);
  /// The pairs; another one's may be adopted before the first iteration.
  LbfgsMemory<Real>& memory() { return memory_; }
  const PlainWeights<Real>& w() const { return w_; }

  /// One iteration: at least one evaluation of all examples, more when the search needs them.
  StepReport Advance(Rng& rng) override;
  void Transfer(State& state) override;

 private:
  using Base = QuasiNewton<Real>;
  using Base::gradient_;
  using Base::memory_;
  using Base::value_;
  using Base::w_;

  /// F and grad f (into gradient_) at w_.
  double Evaluate();
  /// The pseudo-gradient of slot j at w_.
  Real Pseudo(std::size_t j) const;
  /// direction_ = p. Returns <pg, p>.
  double Direction();
  /// Moves w_ by pi(old_w_ + step p; xi). Returns <pg, w_ - old_w_>.
  double MoveTo(double step);
  /// After a direction that leads nowhere: forgets H, or says that this was it.
  StepReport GiveUp();
  StepReport Report(double step, bool stuck) const;

  /// Makes the diagonal at w_.
  void Precondition();
  /// H_0 for the weights that can move: the others rest at zero.
  void ChooseFree();
  double FirstStep(double slope) const;
  /// The step to try after one that led to `value` instead of falling by `decrease`.
  double Shorter(double step, double decrease, double value) const;

  double lambda1_;
  bool diagonal_;
  std::unique_ptr<PlainWeights<Real>> inverse_;  // of the diagonal; null: none yet
  AlignedBuffer<Real> old_w_, old_gradient_, pseudo_, direction_;
  AlignedBuffer<Real> free_;  // the inverse of the diagonal, 0 for weights that rest at zero
};

}  // namespace sagitta
