// The registry's rows for the methods that look at all examples at once.
#include "optim/batch/hybrid.h"
#include "optim/batch/lbfgs.h"
#include "optim/batch/owlqn.h"
#include "optim/registry_entry.h"

namespace sagitta {
namespace {

constexpr char kLiu1989[] =
    "Liu, Nocedal: On the Limited Memory BFGS Method for Large Scale Optimization. "
    "Mathematical Programming 1989";
constexpr char kFriedlander2012[] =
    "Friedlander, Schmidt: Hybrid Deterministic-Stochastic Methods for Data Fitting. SIAM Journal "
    "on Scientific Computing 2012";
constexpr char kAndrew2007[] =
    "Andrew, Gao: Scalable Training of L1-Regularized Log-Linear Models. ICML 2007";

const MethodOption kHistory = {"history", "6",
                               "number of stored pairs of steps and gradient changes"};

const MethodOption kDiagonal = {
    "diagonal", "off",
    "on or off: guess the diagonal of the Hessian from marginals where training starts; pays when "
    "it starts from good weights"};

}  // namespace

void AddBatchMethods(std::vector<MethodEntry>& entries) {
  entries.push_back(MethodRow(
      {"lbfgs",
       "batch",
       "limited-memory quasi-Newton with a Wolfe search; one iteration is at least one pass",
       kLiu1989,
       {kHistory}},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return std::unique_ptr<Optimizer<Real>>(std::make_unique<Lbfgs<Real>>(
            sum, options.lambda(), options.Count("history", 1, 1000)));
      }));
  entries.push_back(MethodRow({"hybrid",
                               "batch",
                               "L-BFGS on a batch that grows from one example to all of them",
                               kFriedlander2012,
                               {kHistory}},
                              []<class Real>(ExampleSum<Real>& sum, const Options& options) {
                                return std::unique_ptr<Optimizer<Real>>(
                                    std::make_unique<Hybrid<Real>>(
                                        sum, options.lambda(), options.Count("history", 1, 1000)));
                              }));
  entries.push_back(
      MethodRow({"owlqn",
                 "batch",
                 "L-BFGS with support for an L1 term; backtracks within an orthant",
                 kAndrew2007,
                 {kHistory, kDiagonal},
                 true},
                []<class Real>(ExampleSum<Real>& sum, const Options& options) {
                  return std::unique_ptr<Optimizer<Real>>(std::make_unique<Owlqn<Real>>(
                      sum, options.lambda(), options.lambda1(), options.Count("history", 1, 1000),
                      options.Flag(kDiagonal.name)));
                }));
}

}  // namespace sagitta
