// A method with a memory of gradients is a move with a rule, on examples or batches of them. The
// move has another form when there is an L1 term.
#pragma once

#include <memory>

#include "objective/batched_oracle.h"
#include "optim/options.h"
#include "optim/parts/make_memory.h"
#include "optim/variance_reduced/average_gradient.h"
#include "optim/variance_reduced/proximal_core.h"

namespace sagitta {

inline constexpr char kBatchOption[] = "batch";

/// make_rule(core) makes the SamplingRule. The options say lambda, lambda1, memory and batch. The
/// oracle must outlive the method.
template <template <class> class Update, template <class> class Proximal, class Real,
          class MakeRule>
std::unique_ptr<Optimizer<Real>> MakeAverageGradient(const Oracle<Real>& oracle,
                                                     const Options& options,
                                                     const MakeRule& make_rule) {
  std::unique_ptr<Oracle<Real>> batches;
  if (const std::uint64_t batch = options.Count(kBatchOption, 1, kMostBatch); batch > 1) {
    batches = std::make_unique<BatchedOracle<Real>>(oracle, batch);
  }
  const Oracle<Real>& sum = batches ? *batches : oracle;
  auto memory = MakeMemory(sum, MemoryFormOf(options));
  std::unique_ptr<AverageCore<Real>> core;
  if (options.lambda1() > 0) {
    core = std::make_unique<Proximal<Real>>(sum, options.lambda(), options.lambda1(),
                                            std::move(memory));
  } else {
    core = std::make_unique<Update<Real>>(sum, options.lambda(), std::move(memory));
  }
  auto rule = make_rule(*core);
  return std::make_unique<AverageGradient<Real>>(std::move(core), std::move(rule),
                                                 std::move(batches));
}

}  // namespace sagitta
