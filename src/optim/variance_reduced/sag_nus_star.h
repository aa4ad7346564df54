// SAG-NUS*'s rule: the paper's own non-uniform sampling (section 5) and line-search skipping (5.2).
#pragma once

#include <cstdint>
#include <vector>

#include "optim/parts/sum_tree.h"
#include "optim/variance_reduced/sampling_rule.h"

namespace sagitta {

template <class Real>
class SagNusStarRule final : public SamplingRule<Real> {
 public:
  /// skip_searches: leave out the line search of examples whose constant keeps passing the test.
  SagNusStarRule(const AverageCore<Real>& core, bool skip_searches)
      : core_(core),
        lipschitz_(core.examples()),
        patience_(core.examples()),
        skip_searches_(skip_searches) {}

  ExampleId Resolve(const Draw& draw) const override;
  double Probability(ExampleId i) const override;
  void Learn(ExampleId i, double loss) override;
  double StepSize() override;
  void Transfer(State& state) override;
  bool HasLipschitz() const override { return true; }
  double Lipschitz(ExampleId i) const override { return lipschitz_.Get(i); }

 private:
  /// Of one example: xi, the searches in a row without doubling, and how many to skip still.
  struct Patience {
    std::uint32_t passed = 0;
    std::uint32_t skip = 0;
  };

  const AverageCore<Real>& core_;
  SumTree lipschitz_;  // L_i of the examples seen
  std::vector<Patience> patience_;
  bool skip_searches_;
};

}  // namespace sagitta
