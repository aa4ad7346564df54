// Runs a method while recording its passes, and summarizes how it sampled the examples.
#include "compare/run_method.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "train/stopwatch.h"

namespace sagitta {
namespace {

constexpr double kReferenceTolerance = 1e-9;

// Passes on what the watcher needs to know, and ends the training when it says so.
class Watched : public TrainObserver {
 public:
  explicit Watched(const RunWatcher& watcher) : watcher_(watcher) {}
  void OnPass(const PassRecord& pass) override { watcher_.on_pass(pass); }
  bool ShouldStop() final {
    if (watcher_.should_stop()) throw RunStopped();
    return false;
  }

 private:
  const RunWatcher& watcher_;
};

// Fills a record during training.
class Recorder final : public Watched {
 public:
  Recorder(RunRecord& record, const RunWatcher& watcher) : Watched(watcher), record_(record) {}

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
    Watched::OnPass(pass);
  }

  void OnSampling(const SamplingReport& report) override { record_.sampling = Summarize(report); }

  /// Removes the curves that the run does not have.
  void Finish() {
    if (!has_dual_) record_.curve.duality_gap.clear();
    if (!has_spans_) record_.curve.test_f1.clear();
  }

 private:
  RunRecord& record_;
  bool has_spans_ = false;
  bool has_dual_ = false;
};

// ---- Histograms ----

// Bin edges from smallest to at least largest, in equal ratios. For whole numbers, edges are
// rounded up and made unique.
std::vector<double> Edges(double smallest, double largest, bool whole) {
  const double end = whole ? largest + 1 : largest;
  std::vector<double> edges = {smallest};
  for (std::size_t k = 1; k < kMostBins && smallest < largest; ++k) {
    const double fraction = static_cast<double>(k) / static_cast<double>(kMostBins);
    double edge = smallest * std::pow(end / smallest, fraction);
    if (whole) edge = std::ceil(edge);
    if (edge > edges.back() && edge < end) edges.push_back(edge);
  }
  edges.push_back(end);
  return edges;
}

std::size_t BinOf(double value, const std::vector<double>& edges) {
  const auto above = std::upper_bound(edges.begin(), edges.end(), value);
  const auto bin = static_cast<std::size_t>(above - edges.begin());
  return std::clamp<std::size_t>(bin, 1, edges.size() - 1) - 1;
}

// The distribution of the positive values.
Distribution Distribute(const std::vector<double>& values, bool whole) {
  Distribution result;
  std::uint64_t count = 0;
  double sum = 0;
  for (const double value : values) {
    if (!(value > 0)) continue;
    result.smallest = count == 0 ? value : std::min(result.smallest, value);
    result.largest = std::max(result.largest, value);
    sum += value;
    ++count;
  }
  if (count == 0) return result;
  result.mean = sum / static_cast<double>(count);
  result.histogram.edges = Edges(result.smallest, result.largest, whole);
  result.histogram.counts.resize(result.histogram.edges.size() - 1);
  for (const double value : values) {
    if (value > 0) ++result.histogram.counts[BinOf(value, result.histogram.edges)];
  }
  return result;
}

}  // namespace

SamplingSummary Summarize(const SamplingReport& report) {
  SamplingSummary summary;
  const std::vector<double> visits(report.visits.begin(), report.visits.end());
  summary.examples = visits.size();
  summary.unseen = static_cast<std::uint64_t>(std::count(visits.begin(), visits.end(), 0.0));
  summary.iterations =
      std::accumulate(report.visits.begin(), report.visits.end(), std::uint64_t{0});
  summary.visits = Distribute(visits, true);
  if (report.lipschitz.empty()) return summary;
  summary.lipschitz = Distribute(report.lipschitz, false);
  const Histogram& histogram = summary.lipschitz->histogram;
  summary.lipschitz_visits.resize(histogram.counts.size());
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (!(report.lipschitz[i] > 0)) continue;
    summary.lipschitz_visits[BinOf(report.lipschitz[i], histogram.edges)] += visits[i];
  }
  for (std::size_t k = 0; k < histogram.counts.size(); ++k) {
    const std::uint64_t count = histogram.counts[k];
    summary.lipschitz_visits[k] = count > 0
                                      ? summary.lipschitz_visits[k] / static_cast<double>(count)
                                      : std::numeric_limits<double>::quiet_NaN();
  }
  return summary;
}

RunRecord RunMethod(const Corpus& train, const Corpus* test, const TrainSettings& settings,
                    const RunWatcher& watcher) {
  const Stopwatch stopwatch;
  RunRecord record;
  Recorder recorder(record, watcher);
  try {
    const TrainResult result = Train(train, test, settings, &recorder);
    record.stop_reason = result.summary.stop_reason;
    record.certificate = result.summary.certificate;
  } catch (const Diverged&) {
    // Whichever number diverged first, the curve ends in infinity.
    std::vector<double>& objective = record.curve.objective;
    if (!objective.empty()) objective.back() = std::numeric_limits<double>::infinity();
    record.stop_reason = StopReason::kDiverged;
  }
  recorder.Finish();
  record.wall_seconds = stopwatch.Seconds();
  return record;
}

ReferenceRun RunReference(const Corpus& train, const TrainSettings& given,
                          const std::string& method, const RunWatcher& watcher) {
  const Stopwatch stopwatch;
  TrainSettings settings = given;
  settings.method = method;
  settings.method_options.clear();
  settings.precision = Precision::kDouble;
  settings.passes = kReferencePasses;
  settings.tolerance = kReferenceTolerance;
  settings.stop_at_floor = true;
  settings.trace_objective = false;
  Watched observer(watcher);
  const TrainSummary summary = Train(train, nullptr, settings, &observer).summary;
  return {method,
          summary.certificate,
          summary.last.pass,
          summary.last.seconds,
          stopwatch.Seconds(),
          summary.stop_reason};
}

}  // namespace sagitta
