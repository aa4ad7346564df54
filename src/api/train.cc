// Train: checks that the parts fit, trains, and makes a model of the weights.
#include "sagitta/train.h"

#include <memory>
#include <optional>
#include <utility>

#include "data/corpus_data.h"
#include "data/joined_names.h"
#include "model/model_data.h"
#include "sagitta/error.h"
#include "train/bad_sequences.h"
#include "train/cross_validation.h"
#include "train/graph_training.h"
#include "train/settings.h"
#include "train/trainer.h"
#include "train/warm_start.h"

namespace sagitta {

using internal::CorpusAccess;
using internal::ModelAccess;

namespace {

using Names = std::shared_ptr<const internal::Dictionaries>;

const Names& NamesIn(const Corpus& corpus) { return CorpusAccess::Data(corpus).names; }

/// The corpus with these dictionaries, which have all of its names.
Corpus Renamed(const Corpus& corpus, const Names& names) {
  if (NamesIn(corpus) == names) return corpus;
  return CorpusAccess::Make(internal::WithNames(CorpusAccess::Data(corpus), names));
}

/// Chooses the engine of a training on graphs. Chains have none.
void ResolveInference(const internal::CorpusData& train, TrainStart& start) {
  TrainSettings& settings = start.settings;
  if (!train.dataset.HasGraphs()) {
    settings.inference.reset();
    settings.clique_limit.reset();
    return;
  }
  const ChosenEngine chosen = ChooseEngine(train.dataset, settings);
  CheckGraphSettings(train, settings, chosen.choice);
  settings.inference = NameOf(chosen.choice.inference);
  if (chosen.choice.inference == Inference::kJunction) {
    settings.clique_limit = chosen.choice.settings.clique_states;
  } else {
    settings.clique_limit.reset();
  }
  start.inference = *settings.inference + (chosen.reason.empty() ? "" : ": " + chosen.reason);
}

}  // namespace

Corpus WithNamesOf(const Corpus& corpus, const Model& model) {
  return Renamed(corpus, internal::JoinNames(NamesOf(ModelAccess::Data(model)), NamesIn(corpus)));
}

TrainResult Train(const Corpus& given_train, const Corpus* given_dev, const TrainSettings& settings,
                  TrainObserver* observer, const Model* from) {
  if (given_dev != nullptr && NamesIn(*given_dev) != NamesIn(given_train)) {
    throw Error(ErrorKind::kUsage,
                "the dev corpus does not share the dictionaries of the training corpus: make it "
                "with ReadHeldOut, EncodeHeldOut or Select");
  }
  const bool keeps = from != nullptr && !settings.forget;
  Corpus train = keeps ? WithNamesOf(given_train, *from) : given_train;
  TrainStart start;
  if (auto changed =
          WithoutBadSequences(settings, CorpusAccess::Data(train), start.bad_sequences)) {
    train = CorpusAccess::Make(std::move(changed));
  }
  if (TrainsGraphs(CorpusAccess::Data(train), settings)) train = AsGraphs(train);
  const internal::CorpusData& data = CorpusAccess::Data(train);
  std::optional<Corpus> dev;
  if (given_dev != nullptr) dev = Renamed(*given_dev, NamesIn(train));
  const internal::CorpusData* dev_data = dev ? &CorpusAccess::Data(*dev) : nullptr;
  start.corpus = train.Size();
  if (start.corpus.sequences == 0) {
    throw Error(ErrorKind::kData, "found no sequence to train on, expected at least one");
  }
  start.settings = ResolveSettings(settings, start.corpus.sequences, train.options(),
                                   dev_data != nullptr, from != nullptr);
  if (data.dataset.HasGraphs() && !settings.transitions) {
    start.settings.transitions = FeatureSet::kAll;
  }
  ResolveInference(data, start);
  const internal::ModelData* from_data = from != nullptr ? &ModelAccess::Data(*from) : nullptr;
  Trained trained = start.settings.cv ? CrossValidatedTraining(data, from_data, start, observer)
                                      : RunTraining(data, dev_data, from_data, start, observer);
  if (data.image) data.image->RequireUnchanged();
  std::map<std::string, std::string> described = DescribeSettings(trained.settings);
  described["converged"] = trained.summary.converged ? "yes" : "no";
  described["stopped"] = StopText(trained.summary.stop_reason);
  auto model = internal::ModelData::Build(
      *data.names, trained.layout, trained.weights, settings.precision,
      {train.options(), std::move(described), trained.summary.certificate,
       trained.layout.constraints, trained.inference});
  return {ModelAccess::Make(std::move(model)), std::move(trained.summary)};
}

}  // namespace sagitta
