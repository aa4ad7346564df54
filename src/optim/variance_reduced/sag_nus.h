// SAG-NUS: SAG with the non-uniform sampling of Schmidt, Le Roux and Bach 2013, section 5.5.
#pragma once

#include "optim/optimizer.h"
#include "optim/parts/sampler.h"
#include "optim/parts/sum_tree.h"
#include "optim/variance_reduced/sag_core.h"

namespace sagitta {

template <class Real>
class SagNus final : public Optimizer<Real> {
 public:
  SagNus(const Oracle<Real>& oracle, double lambda)
      : core_(oracle, lambda), lipschitz_(oracle.examples()), partition_(oracle.examples()) {}

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { core_.weights().Write(out); }
  std::uint64_t MemoryBytes() const override { return core_.memory_bytes(); }

 private:
  ExampleId Resolve(const Draw& draw) const;
  double MeanLipschitz() const { return lipschitz_.Sum() / static_cast<double>(core_.seen()); }
  double StepSize() const;

  SagCore<Real> core_;
  Lookahead ahead_;
  SumTree lipschitz_;  // L_i of the examples seen
  SeenPartition partition_;
  double largest_ = 0;  // L_max: running maximum that decays
};

}  // namespace sagitta
