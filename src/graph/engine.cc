// The list of engines, and how they are made.
#include "graph/engine.h"

#include <array>
#include <type_traits>

#include "graph/forest.h"
#include "graph/tree_engine.h"
#include "graph/widened.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"tree", "junction", "trw", "pseudo", "loopy"};

std::unique_ptr<GraphEngine<double>> MakeDoubleEngine(Inference inference,
                                                      const InferenceSettings&) {
  switch (inference) {
    default:
      return std::make_unique<TreeEngine<double>>();
  }
}

}  // namespace

std::string_view NameOf(Inference inference) { return kNames[static_cast<std::size_t>(inference)]; }

bool FindInference(std::string_view name, Inference& inference) {
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    if (kNames[k] != name) continue;
    inference = static_cast<Inference>(k);
    return true;
  }
  return false;
}

EngineTraits TraitsOf(Inference inference) {
  EngineTraits traits;
  traits.exact = inference == Inference::kTree || inference == Inference::kJunction;
  traits.gradient = inference != Inference::kLoopy;
  traits.tangent = traits.exact;
  traits.counting = inference == Inference::kTree;
  traits.observed = inference == Inference::kPseudo;
  return traits;
}

std::unique_ptr<const GraphPlan> MakePlan(Inference inference, const GraphShape& shape,
                                          const InferenceSettings&) {
  ReducedGraph reduced(shape);
  switch (inference) {
    default:
      if (!IsForest(reduced)) {
        throw Error(ErrorKind::kUsage,
                    "the graph has a cycle of nodes with several labels, which the engine tree "
                    "cannot take; junction and trw can");
      }
      return std::make_unique<TreePlan>(shape, std::move(reduced));
  }
}

template <class Real>
std::unique_ptr<GraphEngine<Real>> MakeEngine(Inference inference,
                                              const InferenceSettings& settings) {
  if constexpr (std::is_same_v<Real, double>) {
    return MakeDoubleEngine(inference, settings);
  } else {
    if (inference == Inference::kTree) return std::make_unique<TreeEngine<float>>();
    return std::make_unique<WidenedEngine>(MakeDoubleEngine(inference, settings));
  }
}

template std::unique_ptr<GraphEngine<float>> MakeEngine(Inference, const InferenceSettings&);
template std::unique_ptr<GraphEngine<double>> MakeEngine(Inference, const InferenceSettings&);

}  // namespace sagitta
