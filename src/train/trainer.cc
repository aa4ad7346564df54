// Runs a training in the requested precision, and computes the certificate.
#include "train/trainer.h"

#include <memory>
#include <utility>

#include "base/denormals.h"
#include "kernels/targets.h"
#include "model/feature_frequency.h"
#include "train/constraints.h"
#include "train/convergence.h"
#include "train/graph_training.h"
#include "train/large_values.h"
#include "train/settings.h"
#include "train/stopwatch.h"
#include "train/training_run.h"
#include "train/warm_start.h"

namespace sagitta {
namespace {

// The counts are gone when training starts: they take as much memory as some rows.
WeightMap MakeMap(const internal::CorpusData& train, const Layout& layout, TrainStart& start) {
  const WeightCounts counts = WeightCounts::Of(train.dataset);
  start.large_values = FindLargeValues(counts, layout, *train.names);
  return {counts, layout, start.settings.merge_twins, ValueLimit(start.settings.scale_values)};
}

// The layout of the data, with the features of the model unless they are to be forgotten; and the
// map, with how the model agrees with the data.
WeightMap MakeLayoutAndMap(const internal::CorpusData& train, const internal::ModelData* from,
                           TrainStart& start, Layout& layout) {
  Layout own = TrainingLayout(train, start.settings, start.constraints);
  if (from == nullptr) {
    layout = std::move(own);
    return MakeMap(train, layout, start);
  }
  layout = start.settings.forget ? own : WithFeaturesOf(*from, *train.names, own);
  WeightMap map = MakeMap(train, layout, start);
  start.from = CompareWithData(*from, train, own, map);
  return map;
}

template <class Real>
void TrainIn(const internal::CorpusData& train, const internal::CorpusData* dev,
             const internal::ModelData* from, TrainStart start, TrainObserver* observer,
             const Stopwatch& total, Trained& result) {
  WeightMap map = MakeLayoutAndMap(train, from, start, result.layout);
  start.weights = result.layout.weights();
  std::shared_ptr<const GraphPlans> plans;
  if (train.dataset.HasGraphs()) {
    plans = PlansForTraining(train, ChooseEngine(train.dataset, start.settings).choice);
    result.inference = plans->choice().Text();
    result.summary.objective_name = ObjectiveName(plans->choice().inference);
  }
  TrainingRun<Real> run({train, dev, from, result.layout, start.settings, observer, plans},
                        std::move(map));
  run.Describe(start);
  start.prepare_seconds = total.Seconds();
  if (observer != nullptr) observer->OnStart(start);
  run.Loop(result.summary, result.weights);
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
  if (start.constraints.empty()) {
    start.constraints =
        TrainingConstraints(settings.constraints, train, settings.forget ? nullptr : from);
  }
  Trained result;
  result.summary.cross_validation = start.cross_validation;
  start.target = SimdTargetName();
  if (settings.precision == Precision::kFloat) {
    TrainIn<float>(train, dev, from, start, observer, total, result);
  } else {
    TrainIn<double>(train, dev, from, start, observer, total, result);
  }
  result.summary.converged = HasConverged(result.summary, settings);
  result.summary.total_seconds = start.cross_validation.seconds + total.Seconds();
  if (observer != nullptr) observer->OnEnd(result.summary);
  return result;
}

}  // namespace sagitta
