// HalfUniformSampler: the distribution of SAG-NUS* (paper, section 5), which SAG-NUS-secant shares.
//
// Half of the draws are uniform over all n examples, half in proportion to the constants L_i of the
// examples seen:
//
//   p_i = 1/2 (1/n + L_i / sum_k L_k)
//
// The uniform half bounds n p_i from below by 1/2, so that no example waits for long because its
// constant was estimated too small.
#pragma once

#include <cstddef>

#include "base/state.h"
#include "data/dataset.h"
#include "optim/parts/sampler.h"
#include "optim/parts/sum_tree.h"

namespace sagitta {

/// The constants L_i and the examples that draws resolve into. L_i = 0: not seen yet; while all
/// are zero every draw is uniform.
class HalfUniformSampler {
 public:
  explicit HalfUniformSampler(std::size_t n) : examples_(n), lipschitz_(n) {}

  void Set(ExampleId i, double lipschitz) { lipschitz_.Set(i, lipschitz); }
  double Get(ExampleId i) const { return lipschitz_.Get(i); }
  double Sum() const { return lipschitz_.Sum(); }
  double Max() const { return lipschitz_.Max(); }

  ExampleId Resolve(const Draw& draw) const {
    if (draw.branch < 0.5 && Sum() > 0) {
      return static_cast<ExampleId>(lipschitz_.Sample(draw.place));
    }
    return DrawUniform(draw.place, examples_);
  }

  /// The probability with which Resolve gives i.
  double Probability(ExampleId i) const {
    const double n = static_cast<double>(examples_);
    if (!(Sum() > 0)) return 1 / n;
    return 0.5 / n + 0.5 * Get(i) / Sum();
  }

  void Transfer(State& state) { lipschitz_.Transfer(state); }

 private:
  std::size_t examples_;
  SumTree lipschitz_;
};

}  // namespace sagitta
