// Training on graphs: which engine infers them, and which methods can use it.
#pragma once

#include <memory>
#include <string>

#include "data/corpus_data.h"
#include "objective/graph_plans.h"
#include "sagitta/corpus.h"
#include "sagitta/train.h"

namespace sagitta {

/// The engine of a training: settings.inference, or the one that `auto` chooses for these graphs.
struct ChosenEngine {
  EngineChoice choice;
  std::string reason;  // why `auto` chose it; empty: it was given
};

/// Whether the training is one on graphs: its data are, or an engine was named.
bool TrainsGraphs(const internal::CorpusData& train, const TrainSettings& settings);

/// The corpus as graphs; chains have edges of the empty type.
Corpus AsGraphs(const Corpus& corpus);

/// REQUIRES: the data are graphs.
ChosenEngine ChooseEngine(const Dataset& data, const TrainSettings& settings);

/// The plans of the training data. Throws Error(kUsage) that gives the place of a graph that the
/// engine cannot take.
std::shared_ptr<const GraphPlans> PlansForTraining(const internal::CorpusData& train,
                                                   const EngineChoice& choice);

/// The plans for labelling graphs with a model trained with this engine. With an exact one, or
/// `pseudo`, they are those of the cheapest exact engine that can take all graphs, else `trw`.
std::shared_ptr<const GraphPlans> PlansForTagging(const internal::CorpusData& graphs,
                                                  const EngineChoice& trained);
EngineChoice TaggingEngine(const EngineChoice& trained, EngineChooser& chooser);

/// Throws Error(kUsage) with the reason when the method needs what the engine does not offer, and
/// when other settings do not fit graphs.
void CheckGraphSettings(const internal::CorpusData& train, const TrainSettings& settings,
                        const EngineChoice& choice);

/// What the objective of a training with this engine is: "" for the likelihood.
std::string ObjectiveName(Inference inference);

}  // namespace sagitta
