// The registry's rows for the methods on the dual.
#include "optim/dual/oeg.h"
#include "optim/dual/sdca.h"
#include "optim/registry_entry.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr char kCollins2008[] =
    "Collins, Globerson, Koo, Carreras, Bartlett: Exponentiated Gradient Algorithms for "
    "Conditional "
    "Random Fields and Max-Margin Markov Networks. JMLR 2008";
constexpr char kLePriol2018[] =
    "Le Priol, Piche, Lacoste-Julien: Adaptive Stochastic Dual Coordinate Ascent for Conditional "
    "Random Fields. UAI 2018";

constexpr double kLargestStart = 1e6;

// Scores must stay finite in float, also when summed over long examples.
double StartOf(const Options& options) {
  const double start = options.Positive("start");
  if (start > kLargestStart) {
    throw Error(ErrorKind::kUsage,
                "start: found '" + options.Text("start") + "', expected a number up to 1000000");
  }
  return start;
}

}  // namespace

void AddDualMethods(std::vector<MethodEntry>& entries) {
  entries.push_back(MethodRow(
      {"sdca",
       "dual",
       "stochastic dual coordinate ascent with exact line search; reports its duality gap",
       kLePriol2018,
       {{"sampling", "gap",
         "gap or uniform: sample examples by their duality gaps (in four of five iterations), or "
         "uniformly"}}},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        const bool by_gap = options.Choice("sampling", {"gap", "uniform"}) == 0;
        return std::unique_ptr<Optimizer<Real>>(
            std::make_unique<Sdca<Real>>(sum, options.lambda(), by_gap));
      },
      TableShape::kMarginals));
  entries.push_back(MethodRow(
      {"oeg",
       "dual",
       "online exponentiated gradient on the dual; the objective shown for its passes is the dual "
       "objective, which starts below the optimum, often below 0, and increases to it",
       kCollins2008,
       {{"start", "3", "dual scores of the observed labels and pairs of labels at the start"},
        {"permutation", "on",
         "on or off: visit every example once, in random order, before drawing at random"}}},
      []<class Real>(ExampleSum<Real>& sum, const Options& options) {
        return std::unique_ptr<Optimizer<Real>>(std::make_unique<Oeg<Real>>(
            sum, options.lambda(), StartOf(options), options.Flag("permutation")));
      }));
}

}  // namespace sagitta
