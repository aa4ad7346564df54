// A method with a memory of gradients is an update with a rule, on examples or batches of them. The
// update has another form when there is an L1 term.
#pragma once

#include <memory>

#include "objective/batched_evaluator.h"
#include "optim/loop/example_loop.h"
#include "optim/options.h"
#include "optim/parts/memory_form.h"
#include "optim/variance_reduced/proximal_update.h"
#include "sagitta/error.h"

namespace sagitta {

inline constexpr char kBatchOption[] = "batch";

/// make_rule(update) makes the SamplingRule. The options say lambda, lambda1, memory, batch
/// and, for those that have it, ahead. The sum must outlive the method.
template <template <class> class Update, template <class> class Proximal, class Real,
          class MakeRule>
std::unique_ptr<Optimizer<Real>> MakeWithMemory(ExampleSum<Real>& examples, const Options& options,
                                                const MakeRule& make_rule) {
  std::unique_ptr<ExampleSum<Real>> batches;
  if (const std::uint64_t batch = options.Count(kBatchOption, 1, kMostBatch); batch > 1) {
    batches =
        examples.Over(std::make_shared<const BatchedEvaluator<Real>>(examples.evaluator(), batch));
  }
  ExampleSum<Real>& sum = batches ? *batches : examples;
  auto memory = MakeMemory(sum.evaluator(), MemoryFormOf(options), options.memory_limit());
  std::unique_ptr<WeightUpdate<Real>> update;
  if (options.lambda1() > 0) {
    update = std::make_unique<Proximal<Real>>(sum, options.lambda(), options.lambda1(),
                                              std::move(memory));
  } else {
    update = std::make_unique<Update<Real>>(sum, options.lambda(), std::move(memory));
  }
  AheadSetting ahead;
  if (options.Has(kAheadOption)) ahead = AheadSetting::Of(options);
  if (ahead.batch > 1 && !ahead.automatic && !update->LooksAhead()) {
    throw Error(ErrorKind::kUsage,
                "--ahead " + options.Text(kAheadOption) +
                    " needs --memory mixed or marginals, --batch 1 and no L1 term: otherwise "
                    "iterations follow one after the other; use --ahead 1 or auto");
  }
  auto rule = make_rule(*update);
  return std::make_unique<ExampleLoop<Real>>(std::move(update), std::move(rule), std::move(batches),
                                             ahead);
}

}  // namespace sagitta
