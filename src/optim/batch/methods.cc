// The registry's rows for the methods that look at all examples at once.
#include "optim/batch/lbfgs.h"
#include "optim/registry_entry.h"

namespace sagitta {
namespace {

constexpr char kLiu1989[] =
    "Liu, Nocedal: On the Limited Memory BFGS Method for Large Scale Optimization. "
    "Mathematical Programming 1989";

}  // namespace

void AddBatchMethods(std::vector<MethodEntry>& entries) {
  entries.push_back(MethodRow(
      {"lbfgs",
       "batch",
       "limited-memory quasi-Newton with a Wolfe search; one iteration is at least one pass",
       kLiu1989,
       {{"history", "6", "pairs of steps and gradient changes to keep"}}},
      []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return std::unique_ptr<Optimizer<Real>>(std::make_unique<Lbfgs<Real>>(
            oracle, options.lambda(), options.Count("history", 1, 1000)));
      }));
}

}  // namespace sagitta
