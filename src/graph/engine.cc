// The list of engines, and how they are made.
#include "graph/engine.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <type_traits>
#include <utility>

#include "graph/exact_decoder.h"
#include "graph/forest.h"
#include "graph/guess_decoder.h"
#include "graph/junction_engine.h"
#include "graph/loopy_engine.h"
#include "graph/max_solver.h"
#include "graph/pseudo_engine.h"
#include "graph/tree_engine.h"
#include "graph/trw_engine.h"
#include "graph/widened.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

// "a clique of 12 nodes has 2e+08 states, more than 65536".
std::string TooLarge(const EliminationPlan& elimination, const InferenceSettings& settings) {
  char text[160];
  std::snprintf(text, sizeof(text),
                elimination.largest() > settings.clique_states
                    ? "a clique of %zu nodes has %.3g states, more than %.15g"
                    : "its cliques, of up to %zu nodes and %.3g states, have more than 64 times "
                      "%.15g states together",
                elimination.largest_nodes(), elimination.largest(), settings.clique_states);
  return text;
}

constexpr std::array<std::string_view, 5> kNames = {"tree", "junction", "trw", "pseudo", "loopy"};

std::unique_ptr<GraphEngine<double>> MakeDoubleEngine(Inference inference,
                                                      const InferenceSettings& settings) {
  switch (inference) {
    case Inference::kTree:
      return std::make_unique<TreeEngine<double>>();
    case Inference::kJunction:
      return std::make_unique<JunctionEngine>();
    case Inference::kTrw:
      return std::make_unique<TrwEngine>(settings);
    case Inference::kPseudo:
      return std::make_unique<PseudoEngine<double>>();
    case Inference::kLoopy:
      return std::make_unique<LoopyEngine>(settings);
  }
  throw Error(ErrorKind::kUsage, "there is no such engine");
}

std::unique_ptr<const GraphPlan> MakeTreePlan(const GraphShape& shape, ReducedGraph reduced) {
  if (!IsForest(reduced)) {
    throw Error(ErrorKind::kUsage,
                "the graph has a cycle of nodes with several labels, which the engine tree cannot "
                "take; junction and trw can");
  }
  return std::make_unique<TreePlan>(shape, std::move(reduced));
}

std::unique_ptr<const GraphPlan> MakeJunctionPlan(const GraphShape& shape, ReducedGraph reduced,
                                                  const InferenceSettings& settings) {
  EliminationPlan elimination(reduced, settings.clique_states);
  if (!elimination.is_complete()) {
    throw Error(ErrorKind::kUsage, "the engine junction cannot take the graph: " +
                                       TooLarge(elimination, settings) + "; trw can");
  }
  return std::make_unique<JunctionPlan>(shape, std::move(reduced), std::move(elimination));
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
                                          const InferenceSettings& settings) {
  switch (inference) {
    case Inference::kTree:
      return MakeTreePlan(shape, ReducedGraph(shape));
    case Inference::kJunction:
      return MakeJunctionPlan(shape, ReducedGraph(shape), settings);
    case Inference::kTrw:
      return std::make_unique<TrwPlan>(shape, ReducedGraph(shape));
    case Inference::kPseudo:
      return std::make_unique<PseudoPlan>(shape);
    case Inference::kLoopy:
      return std::make_unique<LoopyPlan>(shape, ReducedGraph(shape));
  }
  throw Error(ErrorKind::kUsage, "there is no such engine");
}

template <class Real>
std::unique_ptr<GraphEngine<Real>> MakeEngine(Inference inference,
                                              const InferenceSettings& settings) {
  if constexpr (std::is_same_v<Real, double>) {
    return MakeDoubleEngine(inference, settings);
  } else {
    if (inference == Inference::kTree) return std::make_unique<TreeEngine<float>>();
    if (inference == Inference::kPseudo) return std::make_unique<PseudoEngine<float>>();
    return std::make_unique<WidenedEngine>(MakeDoubleEngine(inference, settings));
  }
}

template std::unique_ptr<GraphEngine<float>> MakeEngine(Inference, const InferenceSettings&);
template std::unique_ptr<GraphEngine<double>> MakeEngine(Inference, const InferenceSettings&);

std::unique_ptr<GraphDecoder> MakeDecoder(Inference inference, const InferenceSettings& settings) {
  switch (inference) {
    case Inference::kTree:
      return std::make_unique<ExactDecoder>(MakeTreeMaxSolver());
    case Inference::kJunction:
      return std::make_unique<ExactDecoder>(MakeJunctionMaxSolver());
    case Inference::kTrw:
    case Inference::kLoopy:
      return std::make_unique<GuessDecoder>(MakeDoubleEngine(inference, settings));
    case Inference::kPseudo:
      break;
  }
  throw Error(ErrorKind::kUsage, "the engine pseudo is for training, it finds no labels");
}

// ---- The choice ----

void EngineChooser::Add(const GraphShape& shape) {
  ++graphs_;
  const ReducedGraph reduced(shape);
  if (IsForest(reduced)) return;
  ++with_cycles_;
  if (choice_ == Inference::kTrw) return;
  const EliminationPlan elimination(reduced, settings_.clique_states);
  choice_ = elimination.is_complete() ? Inference::kJunction : Inference::kTrw;
  largest_clique_ = std::max(largest_clique_, elimination.largest());
  if (elimination.is_complete()) return;
  too_large_ = TooLarge(elimination, settings_);
  first_too_large_ = graphs_;
}

std::string EngineChooser::reason() const {
  if (choice_ == Inference::kTree) return "all graphs are forests";
  const std::string cycles =
      std::to_string(with_cycles_) + " of " + std::to_string(graphs_) + " graphs have cycles";
  if (choice_ == Inference::kTrw) {
    return "in graph " + std::to_string(first_too_large_) + " " + too_large_;
  }
  char states[32];
  std::snprintf(states, sizeof(states), "%.15g", largest_clique_);
  return cycles + ", and the largest clique has " + states + " states";
}

}  // namespace sagitta
