// Train: checks that the parts fit, trains, and makes a model of the weights.
#include "sagitta/train.h"

#include "data/corpus_data.h"
#include "model/model_data.h"
#include "sagitta/error.h"
#include "train/settings.h"
#include "train/trainer.h"

namespace sagitta {

using internal::CorpusAccess;
using internal::ModelAccess;

TrainResult Train(const Corpus& train, const Corpus* dev, const TrainSettings& settings,
                  TrainObserver* observer, const Model* from) {
  const internal::CorpusData& data = CorpusAccess::Data(train);
  const internal::CorpusData* dev_data = dev != nullptr ? &CorpusAccess::Data(*dev) : nullptr;
  if (dev_data != nullptr && dev_data->names != data.names) {
    throw Error(ErrorKind::kUsage,
                "the dev corpus does not share the dictionaries of the training corpus: make it "
                "with ReadHeldOut, EncodeHeldOut or Select");
  }
  TrainStart start;
  start.corpus = train.Size();
  start.settings =
      ResolveSettings(settings, start.corpus.sequences, train.options(), dev != nullptr);
  Trained trained = RunTraining(
      data, dev_data, from != nullptr ? &ModelAccess::Data(*from) : nullptr, start, observer);
  start.settings = trained.settings;
  auto model =
      internal::ModelData::Build(*data.names, trained.layout, trained.weights, settings.precision,
                                 {train.options(), DescribeSettings(start.settings),
                                  trained.summary.certificate, trained.layout.constraints});
  return {ModelAccess::Make(std::move(model)), std::move(trained.summary)};
}

}  // namespace sagitta
