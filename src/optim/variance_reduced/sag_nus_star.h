// SAG-NUS*: SAG with the paper's own non-uniform sampling (section 5) and line-search skipping
// (5.2).
#pragma once

#include <cstdint>
#include <vector>

#include "optim/optimizer.h"
#include "optim/parts/line_search.h"
#include "optim/parts/sampler.h"
#include "optim/parts/sum_tree.h"
#include "optim/variance_reduced/sag_core.h"

namespace sagitta {

template <class Real>
class SagNusStar final : public Optimizer<Real> {
 public:
  /// skip_searches: leave out the line search of examples whose constant keeps passing the test.
  SagNusStar(const Oracle<Real>& oracle, double lambda, bool skip_searches)
      : core_(oracle, lambda),
        lipschitz_(oracle.examples()),
        patience_(oracle.examples()),
        skip_searches_(skip_searches) {}

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { core_.weights().Write(out); }
  std::uint64_t MemoryBytes() const override { return core_.memory_bytes(); }

 private:
  /// Of one example: xi, the searches in a row without doubling, and how many to skip still.
  struct Patience {
    std::uint32_t passed = 0;
    std::uint32_t skip = 0;
  };

  ExampleId Resolve(const Draw& draw) const;
  void UpdateLipschitz(ExampleId i, double loss);
  double StepSize() const;

  SagCore<Real> core_;
  Lookahead ahead_;
  SumTree lipschitz_;  // L_i of the examples seen
  std::vector<Patience> patience_;
  bool skip_searches_;
};

}  // namespace sagitta
