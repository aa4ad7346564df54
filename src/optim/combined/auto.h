// Auto: the stochastic default method first, OWL-QN afterwards, where that pays.
//
// Without an L1 term this is the stochastic method and nothing else. With one it changes over when
// a Changeover says so: OWL-QN starts from the weights that the stochastic method has reached, with
// the diagonal of the Hessian there (parts/curvature.h). Both minimise the same objective, and what
// was remembered of the examples is given back. Given weights are a start for OWL-QN at once:
// filling SAG's memory would cost a pass, and good weights gain nothing from its first passes.
#pragma once

#include <memory>
#include <string>

#include "objective/example_sum.h"
#include "optim/combined/changeover.h"
#include "optim/optimizer.h"
#include "optim/options.h"

namespace sagitta {

template <class Real>
class Auto final : public Optimizer<Real> {
 public:
  /// The options are those of both methods. The sum must outlive it.
  Auto(ExampleSum<Real>& sum, const Options& options);

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { method_->Write(out); }
  std::uint64_t MemoryBytes() const override { return method_->MemoryBytes(); }
  bool Start(const PlainWeights<Real>& w) override;
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;
  void Inspect(SamplingReport& report) const override { method_->Inspect(report); }

 private:
  std::unique_ptr<Optimizer<Real>> Stochastic() const;
  std::unique_ptr<Optimizer<Real>> Batch() const;

  ExampleSum<Real>& sum_;
  Options options_;
  double lambda_;
  Changeover changeover_;
  bool changed_ = false;                     // method_ is OWL-QN
  std::uint64_t before_ = 0;                 // evaluations of the other one, modulo 2^64
  std::unique_ptr<Optimizer<Real>> method_;  // the one at work
};

}  // namespace sagitta
