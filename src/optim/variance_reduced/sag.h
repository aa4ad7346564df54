// SAG: the stochastic average gradient method, Algorithm 1 of the paper (Le Roux, Schmidt, Bach
// 2012).
#pragma once

#include "optim/optimizer.h"
#include "optim/variance_reduced/sag_core.h"

namespace sagitta {

template <class Real>
class Sag final : public Optimizer<Real> {
 public:
  Sag(const Oracle<Real>& oracle, double lambda) : core_(oracle, lambda) {}

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { core_.weights().Write(out); }
  std::uint64_t MemoryBytes() const override { return core_.memory_bytes(); }

 private:
  SagCore<Real> core_;
  Lookahead ahead_;
  double lipschitz_ = 1;  // L_g
};

}  // namespace sagitta
