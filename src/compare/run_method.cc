#include "compare/run_method.h"

#include <cmath>
#include <limits>

#include "compare/sampling_summary.h"
#include "train/clock.h"

namespace sagitta {
namespace {

constexpr double kReferenceTolerance = 1e-9;

// Fills a record while the training goes on.
class Recorder final : public TrainObserver {
 public:
  Recorder(RunRecord& record, const PassWatcher& watcher) : record_(record), watcher_(watcher) {}

  void OnStart(const TrainStart& start) override {
    record_.method = start.settings.method;
    record_.options = start.settings.method_options;
    record_.memory_bytes = start.memory_bytes;
    record_.prepare_seconds = start.prepare_seconds;
  }

  void OnDevEvaluation(const Evaluation& evaluation) override {
    record_.curve.test_error.push_back(1 - evaluation.TokenAccuracy());
    record_.curve.test_f1.push_back(evaluation.all_spans.F1());
    has_spans_ = has_spans_ || evaluation.has_spans;
  }

  void OnPass(const PassRecord& pass) override {
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    Curve& curve = record_.curve;
    curve.pass.push_back(pass.pass);
    curve.seconds.push_back(pass.seconds);
    curve.evaluations.push_back(pass.evaluations);
    curve.objective.push_back(pass.objective.value());
    curve.step.push_back(pass.step);
    curve.gradient_inf.push_back(pass.gradient_inf);
    curve.duality_gap.push_back(pass.duality_gap.value_or(kUnknown));
    has_dual_ = has_dual_ || pass.duality_gap.has_value();
    if (!std::isfinite(*pass.objective)) throw Diverged("the exact objective is not finite");
    if (!watcher_(pass)) throw RunStopped();
  }

  void OnSampling(const SamplingReport& report) override { record_.sampling = Summarize(report); }

  /// Takes away what the run turned out not to have.
  void Finish() {
    if (!has_dual_) record_.curve.duality_gap.clear();
    if (!has_spans_) record_.curve.test_f1.clear();
  }

 private:
  RunRecord& record_;
  const PassWatcher& watcher_;
  bool has_spans_ = false;
  bool has_dual_ = false;
};

// Only asks whether to go on.
class Watching final : public TrainObserver {
 public:
  explicit Watching(const PassWatcher& watcher) : watcher_(watcher) {}
  void OnPass(const PassRecord& pass) override {
    if (!watcher_(pass)) throw RunStopped();
  }

 private:
  const PassWatcher& watcher_;
};

}  // namespace

RunRecord RunMethod(const Corpus& train, const Corpus* test, const TrainSettings& settings,
                    const PassWatcher& watcher) {
  const Clock clock;
  RunRecord record;
  Recorder recorder(record, watcher);
  try {
    const TrainResult result = Train(train, test, settings, &recorder);
    record.stop_reason = result.summary.stop_reason;
    record.certificate = result.summary.certificate;
  } catch (const Diverged&) {
    // Whichever number it was that ran away first, the curve ends in infinity.
    std::vector<double>& objective = record.curve.objective;
    if (!objective.empty()) objective.back() = std::numeric_limits<double>::infinity();
    record.stop_reason = StopReason::kDiverged;
  }
  recorder.Finish();
  record.wall_seconds = clock.Seconds();
  return record;
}

ReferenceRun RunReference(const Corpus& train, const TrainSettings& given,
                          const std::string& method, const PassWatcher& watcher) {
  const Clock clock;
  TrainSettings settings = given;
  settings.method = method;
  settings.method_options.clear();
  settings.precision = Precision::kDouble;
  settings.passes = kReferencePasses;
  settings.tolerance = kReferenceTolerance;
  settings.stop_at_floor = true;
  settings.trace_objective = false;
  Watching observer(watcher);
  const TrainSummary summary = Train(train, nullptr, settings, &observer).summary;
  return {method,          summary.certificate, summary.last.pass, summary.last.seconds,
          clock.Seconds(), summary.stop_reason};
}

}  // namespace sagitta
