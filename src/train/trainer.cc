// Runs a training in the requested precision, and computes the certificate.
#include "train/trainer.h"

#include <memory>

#include "base/denormals.h"
#include "kernels/targets.h"
#include "model/feature_frequency.h"
#include "train/certificate.h"
#include "train/constraints.h"
#include "train/stopwatch.h"
#include "train/training_run.h"

namespace sagitta {
namespace {

template <class Real>
void TrainIn(const internal::CorpusData& train, const internal::CorpusData* dev,
             const internal::ModelData* from, TrainStart start, TrainObserver* observer,
             const Stopwatch& total, Trained& result) {
  TrainingRun<Real> run({train, dev, from, result.layout, start.settings, observer});
  run.Describe(start);
  start.prepare_seconds = total.Seconds();
  if (observer != nullptr) observer->OnStart(start);
  run.Loop(result.summary, result.weights);
  // As the model keeps them, so that the certificate speaks of the model.
  for (double& w : result.weights) w = static_cast<double>(static_cast<Real>(w));
  result.settings = start.settings;
  result.settings.lambda = result.summary.lambda;
}

}  // namespace

Layout TrainingLayout(const internal::CorpusData& train, const TrainSettings& settings,
                      const Constraints& constraints) {
  const Layout layout = Layout::Build(
      train.dataset,
      {settings.features, settings.transitions.value(), settings.min_count, constraints});
  if (!settings.min_frequency) return layout;
  FeatureFrequency frequency(layout);
  frequency.Add(train.dataset);
  return frequency.Kept(*settings.min_frequency);
}

Trained RunTraining(const internal::CorpusData& train, const internal::CorpusData* dev,
                    const internal::ModelData* from, const TrainStart& given,
                    TrainObserver* observer) {
  const FlushDenormals flush;
  const Stopwatch total;
  const TrainSettings& settings = given.settings;
  TrainStart start = given;
  start.constraints = TrainingConstraints(settings.constraints, train);
  Trained result;
  result.layout = TrainingLayout(train, settings, start.constraints);
  result.weights.resize(result.layout.weights());
  start.weights = result.layout.weights();
  start.target = SimdTargetName();
  if (settings.precision == Precision::kFloat) {
    TrainIn<float>(train, dev, from, start, observer, total, result);
  } else {
    TrainIn<double>(train, dev, from, start, observer, total, result);
  }
  result.summary.certificate = Certify(train.dataset, result.layout, result.weights,
                                       result.summary.lambda, settings.lambda1);
  result.summary.total_seconds = total.Seconds();
  if (observer != nullptr) observer->OnEnd(result.summary);
  return result;
}

}  // namespace sagitta
