// Choosing an engine and refusing what it cannot do.
#include "train/graph_training.h"

#include <algorithm>
#include <utility>

#include "data/corpus_graphs.h"
#include "sagitta/error.h"
#include "sagitta/methods.h"

namespace sagitta {
namespace {

[[noreturn]] void Refuse(const std::string& message) { throw Error(ErrorKind::kUsage, message); }

std::string FamilyOf(const std::string& method) {
  const std::vector<MethodInfo>& methods = Methods();
  const auto named = [&](const MethodInfo& info) { return info.name == method; };
  const auto found = std::find_if(methods.begin(), methods.end(), named);
  return found == methods.end() ? "" : found->family;
}

InferenceSettings SettingsOf(const TrainSettings& settings) {
  InferenceSettings limits;
  if (settings.clique_limit) limits.clique_states = *settings.clique_limit;
  return limits;
}

}  // namespace

bool TrainsGraphs(const internal::CorpusData& train, const TrainSettings& settings) {
  return train.dataset.HasGraphs() || settings.inference.value_or("auto") != "auto";
}

Corpus AsGraphs(const Corpus& corpus) {
  if (internal::CorpusAccess::Data(corpus).dataset.HasGraphs()) return corpus;
  auto graphs = std::make_shared<internal::CorpusData>(internal::CorpusAccess::Data(corpus));
  internal::ChainsToGraphs(graphs->dataset, 0);
  internal::NumberTypes(*graphs);
  return internal::CorpusAccess::Make(std::move(graphs));
}

ChosenEngine ChooseEngine(const Dataset& data, const TrainSettings& settings) {
  ChosenEngine chosen;
  chosen.choice.settings = SettingsOf(settings);
  const std::string name = settings.inference.value_or("auto");
  if (FindInference(name, chosen.choice.inference)) return chosen;
  EngineChooser chooser(chosen.choice.settings);
  const GraphShapes shapes(data);
  for (ExampleId i = 0; i < data.examples(); ++i) chooser.Add(shapes.Of(i));
  chosen.choice.inference = chooser.choice();
  chosen.reason = chooser.reason();
  return chosen;
}

std::shared_ptr<const GraphPlans> PlansForTraining(const internal::CorpusData& train,
                                                   const EngineChoice& choice) {
  const auto where = [&train](ExampleId i) {
    const Location at = train.Place(i);
    if (at.line == 0) return "graph " + std::to_string(i + std::uint64_t{1});
    return at.file + ":" + std::to_string(at.line);
  };
  return std::make_shared<const GraphPlans>(train.dataset, choice, where);
}

EngineChoice TaggingEngine(const EngineChoice& trained, EngineChooser& chooser) {
  const bool as_trained =
      trained.inference == Inference::kTrw || trained.inference == Inference::kLoopy;
  return {as_trained ? trained.inference : chooser.choice(), trained.settings};
}

std::shared_ptr<const GraphPlans> PlansForTagging(const internal::CorpusData& graphs,
                                                  const EngineChoice& trained) {
  EngineChooser chooser(trained.settings);
  const GraphShapes shapes(graphs.dataset);
  for (ExampleId i = 0; i < graphs.dataset.examples(); ++i) chooser.Add(shapes.Of(i));
  return PlansForTraining(graphs, TaggingEngine(trained, chooser));
}

void CheckGraphSettings(const internal::CorpusData& train, const TrainSettings& settings,
                        const EngineChoice& choice) {
  if (settings.constraints.kind != ConstraintKind::kNone) {
    Refuse("constraints are for chains: in graphs @labels lines restrict the labels of a node");
  }
  const std::string engine(NameOf(choice.inference));
  const EngineTraits traits = TraitsOf(choice.inference);
  const std::string& method = settings.method;
  const std::string family = FamilyOf(method);
  if (family == "dual") {
    if (!traits.counting) {
      Refuse("method " + method + " cannot be used with inference " + engine +
             ": its dual needs the entropy as a sum over nodes and edges, which only tree offers");
    }
    if (!train.options.symmetric.empty()) {
      Refuse("method " + method +
             " cannot be used with symmetric types: its dual needs the entropies of edges, and "
             "keeps only the sum of the marginals of a, b and b, a");
    }
  }
  if (method == "smd" && !traits.tangent) {
    Refuse("method smd cannot be used with inference " + engine +
           ": it needs products with the Hessian, which this engine does not offer");
  }
  if (!traits.gradient && family != "stochastic") {
    Refuse("method " + method + " cannot be used with inference " + engine +
           ": its line search or stopping rule needs a loss whose gradient the marginals are; use "
           "a stochastic method such as sg or adagrad, or inference trw");
  }
}

std::string ObjectiveName(Inference inference) {
  switch (inference) {
    case Inference::kTrw:
      return "the TRW bound of the likelihood";
    case Inference::kPseudo:
      return "the pseudo-likelihood";
    case Inference::kLoopy:
      return "loopy belief propagation's estimate";
    default:
      return "";
  }
}

}  // namespace sagitta
