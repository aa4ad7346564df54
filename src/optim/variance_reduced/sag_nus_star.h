// SAG-NUS*'s rule: the paper's own non-uniform sampling (section 5) and line-search skipping (5.2).
//
//   i: half of the time uniform over all n, half in proportion to L_i over those seen
//   L_i: line search (Algorithm 2) from 0.5 L_mean on the first visit, from 0.9 L_i on later ones;
//   after xi searches in a row without doubling the next 2^(xi-1) are skipped
//   alpha = 1/2 (1/(L_max + lambda) + 1/(L_mean + lambda)),   both over the m seen
//
// Deviations:
//   - the very first example of all, when there is no L_mean, starts at L = 1 or
//     the option initial-lipschitz;
//   - at most 2^20 searches are skipped at a time;
//   - L_i stays as it is, instead of falling to 0.9 L_i, when the decrease that the line search
//     would test is below rounding (parts/line_search.h).
#pragma once

#include <cstdint>
#include <vector>

#include "optim/loop/sampling_rule.h"
#include "optim/parts/half_uniform_sampler.h"

namespace sagitta {

template <class Real>
class SagNusStarRule final : public SamplingRule<Real> {
 public:
  /// skip_searches: leave out the line search of examples whose constant keeps passing the test.
  /// initial: where the line search of the very first example starts.
  SagNusStarRule(const WeightUpdate<Real>& update, bool skip_searches, double initial = 1)
      : update_(update),
        lipschitz_(update.examples()),
        patience_(update.examples()),
        skip_searches_(skip_searches),
        initial_(initial) {}

  ExampleId Resolve(const Draw& draw) const override { return lipschitz_.Resolve(draw); }
  double Probability(ExampleId i) const override { return lipschitz_.Probability(i); }
  Measurement Measure(const InferredExample<Real>& here) const override;
  void Record(ExampleId i, const Measurement& found) override;
  double StepSize() const override;
  double MeanLipschitz() const override {
    return lipschitz_.Sum() / static_cast<double>(update_.seen());
  }
  void Transfer(State& state) override;
  bool HasLipschitz() const override { return true; }
  double Lipschitz(ExampleId i) const override { return lipschitz_.Get(i); }

 private:
  /// Of one example: xi, the searches in a row without doubling, and how many to skip still.
  struct Patience {
    std::uint32_t passed = 0;
    std::uint32_t skip = 0;
  };

  const WeightUpdate<Real>& update_;
  HalfUniformSampler lipschitz_;  // L_i of the examples seen
  std::vector<Patience> patience_;
  bool skip_searches_;
  double initial_;
};

}  // namespace sagitta
