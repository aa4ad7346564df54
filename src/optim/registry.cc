#include "optim/registry.h"

#include <algorithm>
#include <functional>

#include "optim/batch/lbfgs.h"
#include "optim/variance_reduced/sag.h"
#include "optim/variance_reduced/sag_nus.h"
#include "optim/variance_reduced/sag_nus_star.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

template <class Real>
using Maker = std::function<std::unique_ptr<Optimizer<Real>>(const Oracle<Real>&, const Options&)>;

struct Entry {
  MethodInfo info;
  Maker<float> in_float;
  Maker<double> in_double;
};

// One maker for both precisions: `make` is called with the oracle, whose type tells which.
template <class Make>
Entry Row(MethodInfo info, Make make) {
  return {std::move(info), make, make};
}

constexpr char kSchmidt2015[] =
    "Schmidt, Babanezhad, Ahmed, Defazio, Clifton, Sarkar: Non-Uniform Stochastic Average Gradient "
    "Method for Training Conditional Random Fields. AISTATS 2015";
constexpr char kSchmidt2013[] =
    "Schmidt, Le Roux, Bach: Minimizing Finite Sums with the Stochastic Average Gradient. "
    "Mathematical Programming 2017 (first 2013), section 5.5";
constexpr char kLeRoux2012[] =
    "Le Roux, Schmidt, Bach: A Stochastic Gradient Method with an Exponential Convergence Rate for "
    "Finite Training Sets. NIPS 2012";
constexpr char kLiu1989[] =
    "Liu, Nocedal: On the Limited Memory BFGS Method for Large Scale Optimization. "
    "Mathematical Programming 1989";

const std::vector<Entry>& Entries() {
  static const std::vector<Entry> entries = {
      Row({"sag-nus-star",
           "variance-reduced",
           "SAG with the paper's non-uniform sampling and step size; the default",
           kSchmidt2015,
           {{"skip-searches", "on",
             "on or off: leave out line searches of examples that keep passing them (section "
             "5.2)"}}},
          []<class Real>(const Oracle<Real>& oracle, const Options& options) {
            return std::unique_ptr<Optimizer<Real>>(std::make_unique<SagNusStar<Real>>(
                oracle, options.lambda(), options.Flag("skip-searches")));
          }),
      Row({"sag-nus",
           "variance-reduced",
           "SAG with the earlier non-uniform sampling",
           kSchmidt2013,
           {}},
          []<class Real>(const Oracle<Real>& oracle, const Options& options) {
            return std::unique_ptr<Optimizer<Real>>(
                std::make_unique<SagNus<Real>>(oracle, options.lambda()));
          }),
      Row({"sag",
           "variance-reduced",
           "stochastic average gradient, uniform sampling",
           kLeRoux2012,
           {}},
          []<class Real>(const Oracle<Real>& oracle, const Options& options) {
            return std::unique_ptr<Optimizer<Real>>(
                std::make_unique<Sag<Real>>(oracle, options.lambda()));
          }),
      Row({"lbfgs",
           "batch",
           "limited-memory quasi-Newton with a Wolfe search; one iteration is at least one pass",
           kLiu1989,
           {{"history", "6", "pairs of steps and gradient changes to keep"}}},
          []<class Real>(const Oracle<Real>& oracle, const Options& options) {
            return std::unique_ptr<Optimizer<Real>>(std::make_unique<Lbfgs<Real>>(
                oracle, options.lambda(), options.Count("history", 1, 1000)));
          }),
  };
  return entries;
}

const Entry& Find(const std::string& method) {
  for (const Entry& entry : Entries()) {
    if (entry.info.name == method) return entry;
  }
  std::string known;
  for (const Entry& entry : Entries()) known += (known.empty() ? "" : ", ") + entry.info.name;
  throw Error(ErrorKind::kUsage, "method '" + method + "' does not exist; there are " + known);
}

}  // namespace

const std::vector<MethodInfo>& Methods() {
  static const std::vector<MethodInfo> methods = [] {
    std::vector<MethodInfo> infos;
    for (const Entry& entry : Entries()) infos.push_back(entry.info);
    return infos;
  }();
  return methods;
}

std::map<std::string, std::string> CompleteOptions(
    const std::string& method, const std::map<std::string, std::string>& given) {
  const MethodInfo& info = Find(method).info;
  std::map<std::string, std::string> complete;
  for (const MethodOption& option : info.options) complete[option.name] = option.default_value;
  for (const auto& [name, value] : given) {
    if (!complete.contains(name)) {
      throw Error(ErrorKind::kUsage, "method " + method + " has no option --" + name);
    }
    complete[name] = value;
  }
  return complete;
}

template <>
std::unique_ptr<Optimizer<float>> MakeOptimizer(const std::string& method,
                                                const Oracle<float>& oracle,
                                                const Options& options) {
  return Find(method).in_float(oracle, options);
}

template <>
std::unique_ptr<Optimizer<double>> MakeOptimizer(const std::string& method,
                                                 const Oracle<double>& oracle,
                                                 const Options& options) {
  return Find(method).in_double(oracle, options);
}

}  // namespace sagitta
