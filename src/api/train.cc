// Train: the library's front door to training.
#include "sagitta/train.h"

#include "data/corpus_data.h"
#include "model/model_data.h"
#include "sagitta/error.h"
#include "train/settings.h"
#include "train/trainer.h"

namespace sagitta {

TrainResult Train(const Corpus& train, const Corpus* dev, const TrainSettings& settings,
                  TrainObserver* observer, const Model* from) {
  if (dev != nullptr && dev->data().names != train.data().names) {
    throw Error(ErrorKind::kUsage,
                "the dev corpus does not share the dictionaries of the training corpus: read it "
                "with ReadAlike");
  }
  TrainStart start;
  start.corpus = train.Size();
  start.settings =
      ResolveSettings(settings, start.corpus.sequences, train.options(), dev != nullptr);
  Trained trained = RunTraining(train.data(), dev != nullptr ? &dev->data() : nullptr,
                                from != nullptr ? &from->data() : nullptr, start, observer);
  start.settings = trained.settings;
  auto model = internal::ModelData::Build(
      *train.data().names, trained.layout, trained.weights, settings.precision,
      {train.options(), DescribeSettings(start.settings), trained.summary.certificate,
       trained.layout.constraints});
  return {Model(std::move(model)), std::move(trained.summary)};
}

}  // namespace sagitta
