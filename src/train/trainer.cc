#include "train/trainer.h"

#include <chrono>
#include <memory>
#include <optional>

#include "base/denormals.h"
#include "kernels/targets.h"
#include "objective/chain_oracle.h"
#include "objective/problem.h"
#include "optim/registry.h"
#include "train/certificate.h"
#include "train/dev_scorer.h"
#include "train/stopping.h"

namespace sagitta {
namespace {

class Clock {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// One training run in one precision.
template <class Real>
class Run {
 public:
  Run(const internal::CorpusData& train, const internal::CorpusData* dev, const Layout& layout,
      const TrainStart& start, TrainObserver* observer)
      : settings_(start.settings),
        layout_(layout),
        observer_(observer),
        problem_(
            Problem<Real>::Build(train.dataset, layout, {.merge_twins = settings_.merge_twins})),
        options_(*settings_.lambda, settings_.method_options),
        oracle_(problem_, TableShapeOf(settings_.method, options_)),
        optimizer_(MakeOptimizer<Real>(settings_.method, oracle_, options_)),
        tracing_(oracle_.NewScratch()),
        w_(problem_.space),
        rng_(settings_.seed),
        stopping_({settings_.passes, settings_.tolerance, settings_.patience}) {
    if (dev != nullptr) dev_.emplace(*dev, layout);
  }

  void Describe(TrainStart& start) const {
    start.rows = problem_.space[kNodePart].rows() + problem_.space[kEdgePart].rows();
    start.memory_bytes = optimizer_->MemoryBytes();
  }

  // Passes until a reason to stop; the weights kept are the last, or the best on dev with patience.
  void Loop(TrainSummary& summary, std::vector<double>& weights) {
    const bool keep_best = dev_.has_value() && settings_.patience > 0;
    do {
      const Clock clock;
      const StepReport report = optimizer_->Advance(rng_);
      summary.last = Record(report, summary.last.seconds + clock.Seconds());
      Score(summary.last, weights);
      stopping_.Record(summary.last.pass, summary.last.seconds, report, summary.last.dev_score);
      if (stopping_.best_now()) {
        summary.best_dev_score = summary.last.dev_score;
        summary.best_dev_pass = summary.last.pass;
        if (keep_best) best_ = weights;
      }
      summary.last.seconds_left = stopping_.SecondsLeft();
      if (observer_ != nullptr) observer_->OnPass(summary.last);
    } while (stopping_.reason().empty() && !Interrupted());
    summary.stop_reason = stopping_.reason().empty() ? "interrupted" : stopping_.reason();
    if (keep_best) {
      weights = best_;
    } else {
      Write(weights);
    }
  }

 private:
  PassRecord Record(const StepReport& report, double seconds) const {
    PassRecord record;
    record.pass = static_cast<double>(report.evaluations) / static_cast<double>(oracle_.examples());
    record.seconds = seconds;
    record.evaluations = report.evaluations;
    record.objective_estimate = report.objective_estimate;
    record.gradient_inf = report.gradient_inf;
    record.step = report.step;
    return record;
  }

  // What is asked for besides training; outside the clock and the count.
  void Score(PassRecord& record, std::vector<double>& weights) {
    if (settings_.trace_objective) {
      optimizer_->Write(w_);
      record.objective = MeanLoss(oracle_, w_, *tracing_);
      double squares = 0;
      for (const Real x : w_.values()) squares += static_cast<double>(x) * static_cast<double>(x);
      *record.objective += 0.5 * *settings_.lambda * squares;
    }
    if (dev_) {
      Write(weights);
      record.dev_score = dev_->Score(weights).Score();
    }
  }

  void Write(std::vector<double>& weights) {
    optimizer_->Write(w_);
    problem_.ToFlat(layout_, w_, weights);
  }

  bool Interrupted() const { return observer_ != nullptr && observer_->ShouldStop(); }

  const TrainSettings& settings_;
  const Layout& layout_;
  TrainObserver* observer_;
  Problem<Real> problem_;
  Options options_;
  ChainOracle<Real> oracle_;
  std::unique_ptr<Optimizer<Real>> optimizer_;
  std::unique_ptr<typename Oracle<Real>::Scratch> tracing_;
  PlainWeights<Real> w_;
  Rng rng_;
  Stopping stopping_;
  std::optional<DevScorer> dev_;
  std::vector<double> best_;
};

template <class Real>
void TrainIn(const internal::CorpusData& train, const internal::CorpusData* dev, TrainStart start,
             TrainObserver* observer, const Clock& total, Trained& result) {
  Run<Real> run(train, dev, result.layout, start, observer);
  run.Describe(start);
  start.prepare_seconds = total.Seconds();
  if (observer != nullptr) observer->OnStart(start);
  run.Loop(result.summary, result.weights);
  // As the model keeps them, so that the certificate speaks of the model.
  for (double& w : result.weights) w = static_cast<double>(static_cast<Real>(w));
}

}  // namespace

Trained RunTraining(const internal::CorpusData& train, const internal::CorpusData* dev,
                    const TrainStart& given, TrainObserver* observer) {
  const FlushDenormals flush;
  const Clock total;
  const TrainSettings& settings = given.settings;
  Trained result;
  result.layout =
      Layout::Build(train.dataset, {settings.features, settings.transitions, settings.min_count});
  result.weights.resize(result.layout.weights());
  TrainStart start = given;
  start.weights = result.layout.weights();
  start.target = SimdTargetName();
  if (settings.precision == Precision::kFloat) {
    TrainIn<float>(train, dev, start, observer, total, result);
  } else {
    TrainIn<double>(train, dev, start, observer, total, result);
  }
  result.summary.certificate =
      Certify(train.dataset, result.layout, result.weights, *settings.lambda);
  result.summary.total_seconds = total.Seconds();
  if (observer != nullptr) observer->OnEnd(result.summary);
  return result;
}

}  // namespace sagitta
