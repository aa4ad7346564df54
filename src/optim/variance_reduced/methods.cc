// The registry's rows for the methods that correct stochastic gradients by remembered ones.
#include "optim/citations.h"
#include "optim/parts/memory_form.h"
#include "optim/registry_entry.h"
#include "optim/variance_reduced/emgd.h"
#include "optim/variance_reduced/make_with_memory.h"
#include "optim/variance_reduced/sag.h"
#include "optim/variance_reduced/sag_nus.h"
#include "optim/variance_reduced/sag_nus_secant.h"
#include "optim/variance_reduced/sag_nus_star.h"
#include "optim/variance_reduced/sag_update.h"
#include "optim/variance_reduced/saga.h"
#include "optim/variance_reduced/saga_any.h"
#include "optim/variance_reduced/saga_two_sample.h"
#include "optim/variance_reduced/saga_update.h"
#include "optim/variance_reduced/svrg.h"

namespace sagitta {
namespace {

constexpr char kSchmidt2013[] =
    "Schmidt, Le Roux, Bach: Minimizing Finite Sums with the Stochastic Average Gradient. "
    "Mathematical Programming 2017 (first 2013), section 5.5";
constexpr char kLeRoux2012[] =
    "Le Roux, Schmidt, Bach: A Stochastic Gradient Method with an Exponential Convergence Rate for "
    "Finite Training Sets. NIPS 2012";
constexpr char kOurs[] =
    "Sagitta; sampling and step after Schmidt et al. 2015, section 5. docs/stability.md explains "
    "it";
constexpr char kDefazio2014[] =
    "Defazio, Bach, Lacoste-Julien: SAGA: A Fast Incremental Gradient Method With Support for "
    "Non-Strongly Convex Composite Objectives. NIPS 2014";

constexpr char kJohnson2013[] =
    "Johnson, Zhang: Accelerating Stochastic Gradient Descent using Predictive Variance Reduction. "
    "NIPS 2013";
constexpr char kZhang2013[] =
    "Zhang, Mahdavi, Jin: Linear Convergence with Condition Number Independent Access of Full "
    "Gradients. NIPS 2013";

const MethodOption kSkipSearches = {
    "skip-searches", "on",
    "on or off: skip line searches of examples that keep passing them (section 5.2)"};

// Algorithm 1 starts with L_g = 1. Beyond the ends trial steps leave the range of float.
const MethodOption kInitialLipschitz = {
    "initial-lipschitz", "1",
    "estimate of the Lipschitz constant that the first line search starts with; for sag-nus and "
    "saga-nus the first search of every example"};
double InitialLipschitz(const Options& options) {
  return options.Number(kInitialLipschitz.name, 1e-12, 1e12);
}

const MethodOption kMemory = {kMemoryOption, "mixed",
                              "naive, sparse, marginals or mixed: the form in which gradients are "
                              "stored; the weights are the "
                              "same, and sagitta memory shows the size of each form"};
const MethodOption kBatch = {kBatchOption, "1",
                             "batch size: number of neighbouring examples that are treated as one"};
constexpr char kAheadHelp[] =
    "auto, or a number of iterations that are looked ahead: their examples are visited at the same "
    "time, on all threads, at the weights foreseen for each; 1: one after the other, as published; "
    "auto chooses from the data, never from the number of threads; SAGA's methods may swing with "
    "more than 1; see docs/threads.md";
const MethodOption kAhead = {kAheadOption, "auto", kAheadHelp};
// A batch of SAGA's misses moves that do not fall with n (loop/ahead.h), so none is safe for all
// data.
const MethodOption kAheadOfSaga = {kAheadOption, "1", kAheadHelp};
const MethodOption kProbabilities = {
    "probabilities", "uniform",
    "uniform, lipschitz or mixed: the probabilities of examples are equal, proportional to L_i, or "
    "the mean of both"};
const MethodOption kInner = {"inner", "2",
                             "number of iterations after each full gradient, as a multiple of the "
                             "number of examples"};
constexpr std::uint64_t kMostInner = 1000000;

template <class Real>
std::unique_ptr<SamplingRule<Real>> AnyRule(const WeightUpdate<Real>& update,
                                            const Options& options) {
  constexpr double kByConstants[] = {0, 1, 0.5};
  const std::size_t choice = options.Choice(kProbabilities.name, {"uniform", "lipschitz", "mixed"});
  return std::make_unique<SagaAnyRule<Real>>(
      update,
      ProbabilitiesByConstants(update.sum().evaluator(), update.lambda(), kByConstants[choice]));
}

// A rule of SAG's with SAG's update.
template <template <class> class Rule, class Real, class... Settings>
std::unique_ptr<Optimizer<Real>> MakeSag(ExampleSum<Real>& sum, const Options& options,
                                         Settings... settings) {
  return MakeWithMemory<SagUpdate, ProximalSag>(sum, options, [=](WeightUpdate<Real>& update) {
    return std::make_unique<Rule<Real>>(update, settings...);
  });
}

}  // namespace

void AddVarianceReducedMethods(std::vector<MethodEntry>& entries) {
  const auto add = [&entries](const std::string& name, const std::string& summary,
                              const std::string& citation, std::vector<MethodOption> options,
                              auto make) -> MethodInfo& {
    entries.push_back(
        MethodRow({name, "variance-reduced", summary, citation, std::move(options)}, make));
    return entries.back().info;
  };
  add("sag-nus-secant",
      "SAG with the sampling of SAG-NUS* and constants measured between visits: stable where "
      "SAG-NUS* is not, and needs fewer passes; the default without an L1 term",
      kOurs, {kInitialLipschitz, kMemory, kBatch, kAhead},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSag<SagNusSecantRule>(sum, options, InitialLipschitz(options));
      })
      .lambda1 = true;
  add("sag-nus-star",
      "SAG with the paper's non-uniform sampling and step size, exactly as published; does not "
      "settle on some data, see docs/stability.md",
      kSchmidt2015, {kSkipSearches, kInitialLipschitz, kMemory, kBatch, kAhead},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSag<SagNusStarRule>(sum, options, options.Flag(kSkipSearches.name),
                                       InitialLipschitz(options));
      })
      .lambda1 = true;
  add("sag-nus",
      "SAG with the earlier non-uniform sampling, as published; swings on some data, see "
      "docs/stability.md",
      kSchmidt2013, {kInitialLipschitz, kMemory, kBatch, kAhead},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSag<SagNusRule>(sum, options, InitialLipschitz(options));
      })
      .lambda1 = true;
  add("sag", "stochastic average gradient, uniform sampling", kLeRoux2012,
      {kInitialLipschitz, kMemory, kBatch, kAhead},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSag<SagRule>(sum, options, InitialLipschitz(options));
      })
      .lambda1 = true;
  add("saga-nus-secant", "SAGA with the sampling of SAG-NUS-secant and a third of its step size",
      kOurs, {kInitialLipschitz, kMemory, kBatch, kAheadOfSaga},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSaga<SagNusSecantRule>(sum, options, InitialLipschitz(options));
      })
      .lambda1 = true;
  add("saga-nus-star", "SAGA with the sampling of SAG-NUS* and a third of its step size",
      kSchmidt2015, {kSkipSearches, kInitialLipschitz, kMemory, kBatch, kAheadOfSaga},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSaga<SagNusStarRule>(sum, options, options.Flag(kSkipSearches.name),
                                        InitialLipschitz(options));
      })
      .lambda1 = true;
  add("saga-nus", "SAGA with the sampling of SAG-NUS and a third of its step size", kSchmidt2015,
      {kInitialLipschitz, kMemory, kBatch, kAheadOfSaga},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSaga<SagNusRule>(sum, options, InitialLipschitz(options));
      })
      .lambda1 = true;
  add("saga", "unbiased variant of SAG, uniform sampling", kDefazio2014,
      {kInitialLipschitz, kMemory, kBatch, kAheadOfSaga},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeSaga<SagRule>(sum, options, InitialLipschitz(options));
      })
      .lambda1 = true;
  add("saga-any", "SAGA with fixed probabilities and the step size of Proposition 1(a)",
      kSchmidt2015, {kProbabilities, kMemory, kBatch, kAheadOfSaga},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return MakeWithMemory<SagaUpdate, ProximalSaga>(
            sum, options,
            [&](const WeightUpdate<Real>& update) { return AnyRule(update, options); });
      });
  add("saga-two-sample",
      "SAGA with one example for the step and one for the memory, Proposition 1(b)", kSchmidt2015,
      {kMemory},
      []<class Real>(ExampleSum<Real>& sum,
                     const Options& options) -> std::unique_ptr<Optimizer<Real>> {
        return std::make_unique<SagaTwoSample<Real>>(
            sum, options.lambda(),
            MakeMemory(sum.evaluator(), MemoryFormOf(options), options.memory_limit()));
      });
  add("svrg", "stochastic gradients corrected by a full gradient from time to time", kJohnson2013,
      {kInner},
      []<class Real>(ExampleSum<Real>& sum,
                     const Options& options) -> std::unique_ptr<Optimizer<Real>> {
        return std::make_unique<Svrg<Real>>(sum, options.lambda(),
                                            options.Count(kInner.name, 1, kMostInner));
      });
  add("emgd", "epochs of mixed gradients in a shrinking domain", kZhang2013, {kInner},
      []<class Real>(ExampleSum<Real>& sum,
                     const Options& options) -> std::unique_ptr<Optimizer<Real>> {
        return std::make_unique<Emgd<Real>>(sum, options.lambda(),
                                            options.Count(kInner.name, 1, kMostInner));
      });
}

}  // namespace sagitta
