// The registry's rows for the classic stochastic methods: a schedule of steps, a gradient at a
// time, no memory.
#include "objective/batched_evaluator.h"
#include "optim/citations.h"
#include "optim/registry_entry.h"
#include "optim/step_tuner.h"
#include "optim/stochastic/adagrad.h"
#include "optim/stochastic/asg.h"
#include "optim/stochastic/pegasos.h"
#include "optim/stochastic/sg.h"
#include "optim/stochastic/smd.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr char kRobbins1951[] =
    "Robbins, Monro: A Stochastic Approximation Method. Annals of Mathematical Statistics 1951";
constexpr char kShalevShwartz2007[] =
    "Shalev-Shwartz, Singer, Srebro: Pegasos: Primal Estimated sub-GrAdient SOlver for SVM. ICML "
    "2007";
constexpr char kXu2010[] =
    "Xu: Towards Optimal One Pass Large Scale Learning with Averaged Stochastic Gradient Descent. "
    "2010 (arXiv:1107.2490); Polyak, Juditsky 1992";
constexpr char kDuchi2011[] =
    "Duchi, Hazan, Singer: Adaptive Subgradient Methods for Online Learning and Stochastic "
    "Optimization. Journal of Machine Learning Research 2011";
constexpr char kVishwanathan2006[] =
    "Vishwanathan, Schraudolph, Schmidt, Murphy: Accelerated Training of Conditional Random Fields "
    "with Stochastic Gradient Methods. ICML 2006; Schraudolph 1999";

MethodOption Eta(const std::string& default_value) {
  return {
      kEtaOption, default_value,
      "factor of the step sizes; auto: the power of ten that gives the best objective on a sample"};
}
const MethodOption kSchedule = {"schedule", "constant",
                                "step size of iteration t: constant (eta), sqrt (eta/sqrt t) or "
                                "linear (eta/(delta+t)); t starts "
                                "again with each lambda of a path"};
const MethodOption kDelta = {"delta", "1", "the delta of the linear schedule and of adagrad"};
const MethodOption kAverage = {
    "average", "off", "on or off: return the average of the iterates (of each lambda of a path)"};
const MethodOption kAverageFrom = {
    "average-from", "1",
    "number of passes (of each lambda of a path) before averaging of the iterates starts"};
const MethodOption kMu = {"mu", "0.02", "the step size for adapting the step sizes"};
const MethodOption kRho = {
    "rho", "0.99", "the decay factor of the history in each iteration, above 0 and up to 1"};
const MethodOption kSmdBatch = {
    "batch", "8", "batch size: number of neighbouring examples that are treated as one"};

// A method that is made without a chosen eta gets the same one each time.
constexpr std::uint64_t kSeedOfChoice = 1;

template <class Real>
double EtaOf(const std::string& method, ExampleSum<Real>& sum, const Options& options) {
  return ResolveEta(method, sum, options, kSeedOfChoice).Positive(kEtaOption);
}

// sg and sg-nus check all of their options before the search for eta makes use of them.
template <class Real>
StepSchedule ScheduleOf(const std::string& method, ExampleSum<Real>& sum, const Options& options) {
  const std::size_t decay = options.Choice("schedule", {"constant", "sqrt", "linear"});
  const double delta = options.Positive("delta");
  const double eta = EtaOf(method, sum, options);
  if (decay == 0) return ConstantSteps(eta);
  return decay == 1 ? SqrtSteps(eta) : LinearSteps(eta, delta);
}

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeAdaGrad(ExampleSum<Real>& sum, const Options& options) {
  kernels::AdaGradSettings settings;
  settings.delta = options.Positive("delta");
  settings.eta = EtaOf("adagrad", sum, options);
  settings.lambda = options.lambda();
  return std::make_unique<AdaGrad<Real>>(sum, settings);
}

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSmd(ExampleSum<Real>& sum, const Options& options) {
  SmdSettings settings;
  settings.lambda = options.lambda();
  settings.mu = options.Positive(kMu.name);
  settings.rho = options.Positive(kRho.name);
  if (settings.rho > 1) {
    throw Error(ErrorKind::kUsage, std::string("rho: found '") + options.Text(kRho.name) +
                                       "', expected a number above 0 and up to 1");
  }
  const std::uint64_t batch = options.Count(kSmdBatch.name, 1, kMostBatch);
  settings.eta = EtaOf("smd", sum, options);
  auto batches = std::make_shared<const BatchedEvaluator<Real>>(sum.evaluator(), batch);
  return std::make_unique<Smd<Real>>(sum.Over(std::move(batches)), settings);
}

}  // namespace

void AddStochasticMethods(std::vector<MethodEntry>& entries) {
  const auto add = [&entries](const std::string& name, const std::string& summary,
                              const std::string& citation, std::vector<MethodOption> options,
                              auto make) {
    entries.push_back(MethodRow({name, "stochastic", summary, citation, std::move(options)}, make));
  };
  add("sg", "stochastic gradient with a step size schedule", kRobbins1951,
      {Eta(kAutoEta), kSchedule, kDelta},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSg(sum, options.lambda(), ScheduleOf("sg", sum, options));
      });
  add("sg-nus", "stochastic gradient with the sampling of SAG-NUS*", kSchmidt2015,
      {Eta(kAutoEta), kSchedule, kDelta},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSgNus(sum, options.lambda(), ScheduleOf("sg-nus", sum, options));
      });
  add("asg", "stochastic gradient with a constant step size and averaging", kXu2010,
      {Eta(kAutoEta), kAverageFrom}, []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        const std::uint64_t first_pass = options.Count("average-from", 0, 1000000);
        return MakeAsg(sum, options.lambda(), EtaOf("asg", sum, options), first_pass);
      });
  add("pegasos",
      "stochastic gradient with step size eta/(lambda t); starts again with each lambda of a path",
      kShalevShwartz2007, {Eta("1"), kAverage},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        if (!(options.lambda() > 0)) {
          throw Error(ErrorKind::kUsage, "pegasos: its steps eta/(lambda t) need a lambda above 0");
        }
        const bool average = options.Flag("average");
        return MakePegasos(sum, options.lambda(), EtaOf("pegasos", sum, options), average);
      });
  add("adagrad", "stochastic gradient with a step size per weight", kDuchi2011,
      {Eta(kAutoEta), kDelta}, []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeAdaGrad(sum, options);
      });
  add("smd",
      "stochastic gradient with a step size per weight, which is adapted by gradient descent too",
      kVishwanathan2006, {Eta(kAutoEta), kMu, kRho, kSmdBatch},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSmd(sum, options);
      });
}

}  // namespace sagitta
