// The registry's rows for the methods with a memory of gradients.
#include "optim/parts/table_memory.h"
#include "optim/registry_entry.h"
#include "optim/variance_reduced/average_gradient.h"
#include "optim/variance_reduced/sag.h"
#include "optim/variance_reduced/sag_nus.h"
#include "optim/variance_reduced/sag_nus_star.h"
#include "optim/variance_reduced/sag_update.h"
#include "optim/variance_reduced/saga_update.h"

namespace sagitta {
namespace {

constexpr char kSchmidt2015[] =
    "Schmidt, Babanezhad, Ahmed, Defazio, Clifton, Sarkar: Non-Uniform Stochastic Average Gradient "
    "Method for Training Conditional Random Fields. AISTATS 2015";
constexpr char kSchmidt2013[] =
    "Schmidt, Le Roux, Bach: Minimizing Finite Sums with the Stochastic Average Gradient. "
    "Mathematical Programming 2017 (first 2013), section 5.5";
constexpr char kLeRoux2012[] =
    "Le Roux, Schmidt, Bach: A Stochastic Gradient Method with an Exponential Convergence Rate for "
    "Finite Training Sets. NIPS 2012";
constexpr char kDefazio2014[] =
    "Defazio, Bach, Lacoste-Julien: SAGA: A Fast Incremental Gradient Method With Support for "
    "Non-Strongly Convex Composite Objectives. NIPS 2014";

const MethodOption kSkipSearches = {
    "skip-searches", "on",
    "on or off: leave out line searches of examples that keep passing them (section 5.2)"};

template <class Real>
std::unique_ptr<SamplingRule<Real>> UniformRule(const AverageCore<Real>& core, const Options&) {
  return std::make_unique<SagRule<Real>>(core);
}
template <class Real>
std::unique_ptr<SamplingRule<Real>> NusRule(const AverageCore<Real>& core, const Options&) {
  return std::make_unique<SagNusRule<Real>>(core);
}
template <class Real>
std::unique_ptr<SamplingRule<Real>> NusStarRule(const AverageCore<Real>& core,
                                                const Options& options) {
  return std::make_unique<SagNusStarRule<Real>>(core, options.Flag("skip-searches"));
}

// A method is a move with a rule.
template <template <class> class Update, class Real, class MakeRule>
std::unique_ptr<Optimizer<Real>> Combine(const Oracle<Real>& oracle, const Options& options,
                                         const MakeRule& make_rule) {
  std::unique_ptr<AverageCore<Real>> core = std::make_unique<Update<Real>>(
      oracle, options.lambda(), std::make_unique<TableMemory<Real>>(oracle));
  auto rule = make_rule(*core, options);
  return std::make_unique<AverageGradient<Real>>(std::move(core), std::move(rule));
}

}  // namespace

void AddVarianceReducedMethods(std::vector<MethodEntry>& entries) {
  const auto add = [&entries](const std::string& name, const std::string& summary,
                              const std::string& citation, std::vector<MethodOption> options,
                              auto make) {
    entries.push_back(
        MethodRow({name, "variance-reduced", summary, citation, std::move(options)}, make));
  };
  add("sag-nus-star", "SAG with the paper's non-uniform sampling and step size; the default",
      kSchmidt2015, {kSkipSearches},
      []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return Combine<SagUpdate>(oracle, options, NusStarRule<Real>);
      });
  add("sag-nus", "SAG with the earlier non-uniform sampling", kSchmidt2013, {},
      []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return Combine<SagUpdate>(oracle, options, NusRule<Real>);
      });
  add("sag", "stochastic average gradient, uniform sampling", kLeRoux2012, {},
      []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return Combine<SagUpdate>(oracle, options, UniformRule<Real>);
      });
  add("saga-nus-star", "SAGA with the sampling and the step of SAG-NUS*", kSchmidt2015,
      {kSkipSearches}, []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return Combine<SagaUpdate>(oracle, options, NusStarRule<Real>);
      });
  add("saga-nus", "SAGA with the sampling and the step of SAG-NUS", kSchmidt2015, {},
      []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return Combine<SagaUpdate>(oracle, options, NusRule<Real>);
      });
  add("saga", "SAG's unbiased sister, uniform sampling", kDefazio2014, {},
      []<class Real>(const Oracle<Real>& oracle, const Options& options) {
        return Combine<SagaUpdate>(oracle, options, UniformRule<Real>);
      });
}

}  // namespace sagitta
