// AdaGrad: a step size for each weight from the gradients it has seen (Duchi, Hazan, Singer 2011),
// in the form with composite mirror descent for the penalty (their section 5; the paper's section
// 6, which found delta = 1 to work well).
//
//   G_j <- G_j + g_j^2,   H_j = delta + sqrt(G_j),   g = grad f_i(w),
//   w <- argmin_x eta <g, x> + eta lambda/2 ||x||^2 + 1/2 <x - w, H (x - w)>
//      = (H w - eta g) / (H + eta lambda)
//
// Where g_j = 0 the weight only shrinks, by H_j / (H_j + eta lambda) with H_j as it was: k steps in
// a row that do not touch a row are that factor to the power k. So each row knows the step its
// weights are of, and the rows of an example are brought up to date before its scores are gathered.
// At the end of a pass all rows are.
//
// Unlike the other methods AdaGrad depends on the coordinates: attributes that were merged into one
// row because they always occur together (objective/problem.h) are one weight with one step size.
#pragma once

#include <memory>
#include <vector>

#include "kernels/adagrad.h"
#include "optim/optimizer.h"
#include "optim/parts/example_rows.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
class AdaGrad final : public Optimizer<Real> {
 public:
  /// The oracle must outlive it.
  AdaGrad(const Oracle<Real>& oracle, const kernels::AdaGradSettings& settings);

  /// One pass. As there is no estimate of the gradient of f, gradient_inf is infinite and seen_all
  /// false; the objective is estimated from the losses met in the pass.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override;
  std::uint64_t MemoryBytes() const override { return 0; }
  bool Start(const PlainWeights<Real>& w) override;
  void ChangeLambda(double lambda) override { settings_.lambda = lambda; }
  void Transfer(State& state) override;

 private:
  /// Brings the rows of i up to date, then loss and gradient there, then the step. Returns the
  /// loss.
  double Iterate(ExampleId i, ExampleId next);
  /// Brings all rows up to date and starts to count the steps anew.
  void Settle();

  const Oracle<Real>& oracle_;
  kernels::AdaGradSettings settings_;
  std::unique_ptr<typename Oracle<Real>::Scratch> scratch_;
  ExampleRows touched_;
  std::vector<std::vector<std::uint32_t>> all_;  // by part: the numbers of all rows
  PlainWeights<Real> w_, root_;
  std::vector<std::vector<std::uint32_t>> step_of_;  // by part; zero between passes
  std::vector<kernels::AdaGradRows<Real>> rows_;     // by part: the three above
  std::vector<AlignedBuffer<Real>> aside_;           // by part: w before the gradient was added
  std::uint32_t step_ = 0;                           // iterations of this pass
  Lookahead ahead_;
};

}  // namespace sagitta
