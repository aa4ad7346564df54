// TrainingRun: passes, stopping, the path of lambdas, and checkpoints.
#include "train/training_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "base/aligned_buffer.h"
#include "kernels/targets.h"
#include "objective/shard_evaluator.h"
#include "sagitta/error.h"
#include "sagitta/version.h"
#include "train/settings.h"
#include "train/stopwatch.h"

namespace sagitta {

namespace {

void TransferRecord(State& state, PassRecord& record) {
  state.Value("pass", record.pass);
  state.Value("seconds", record.seconds);
  state.Value("evaluations", record.evaluations);
  state.Optional("objective", record.objective);
  state.Optional("exact_gradient_inf", record.exact_gradient_inf);
  state.Value("objective_estimate", record.objective_estimate);
  state.Value("gradient_inf", record.gradient_inf);
  state.Value("step", record.step);
  state.Value("lambda", record.lambda);
  state.Optional("duality_gap", record.duality_gap);
  state.Optional("dev_score", record.dev_score);
  state.Optional("weight_norm", record.weight_norm);
  state.Optional("active_weights", record.active_weights);
  state.Value("seconds_left", record.seconds_left);
}

}  // namespace

template <class Real>
void TrainingRun<Real>::Progress::Transfer(State& state) {
  TransferRecord(state, last);
  state.Value("best_dev_score", best_dev_score);
  state.Value("best_dev_pass", best_dev_pass);
  state.Value("check_evaluations", check_evaluations);
  state.Require(
      last.pass >= 0 && last.evaluations <= kMostCounted && check_evaluations <= last.evaluations,
      "evaluations");
}

template <class Real>
TrainingRun<Real>::TrainingRun(const TrainingInput& input, WeightMap map)
    : input_(input),
      map_(std::move(map)),
      start_(input_, map_),
      options_(*input.settings.lambda, input.settings.method_options, input.settings.lambda1),
      cancel_([this] { return input_.observer != nullptr && input_.observer->ShouldStop(); }),
      team_(input.settings.threads),
      sum_(MakeEvaluator<Real>(map_, input.train.dataset, input.plans,
                               TableShapeOf(input.settings.method, options_), /*gram=*/true,
                               start_.center())),
      exact_(input_, start_.center(), &team_),
      w_(map_.space()),
      rng_(input.settings.seed),
      stopping_(StoppingOf()),
      path_(input_.settings, input_.train.dataset.examples()),
      flat_(input.layout.weights()) {
  options_.LimitMemory(PhysicalMemory() / 2);
  sum_.ShareWith(&team_);
  ChooseEtaIfAsked();
  sum_.CancelBy(&cancel_);
  optimizer_ = MakeOptimizer<Real>(input.settings.method, sum_, options_);
  const Checkpointing& checkpoint = input.settings.checkpoint;
  if (input.dev != nullptr) {
    dev_.emplace(*input.dev, input.layout, &team_,
                 input.plans ? std::optional(input.plans->choice()) : std::nullopt);
  }
  if (input.from != nullptr) Start();
  if (!checkpoint.file.empty() || !checkpoint.resume.empty()) key_ = Key();
  if (checkpoint.resume.empty()) return;
  const std::string bytes = ReadCheckpoint(checkpoint.resume, key_);
  StateReader reader(bytes);
  Transfer(reader);
  reader.Finish();
}

template <class Real>
void TrainingRun<Real>::ChooseEtaIfAsked() {
  if (!WantsEta(options_)) return;
  const TrainSettings& settings = input_.settings;
  EtaChoice choice = ChooseEta<Real>(settings.method, sum_, options_, settings.seed);
  options_ = WithEta(options_, choice.eta);
  eta_trials_ = std::move(choice.trials);
}

template <class Real>
void TrainingRun<Real>::Start() {
  map_.FromFlat(start_.TakeTrained(), w_);
  if (!optimizer_->Start(w_)) {
    throw Error(ErrorKind::kUsage,
                "method " + input_.settings.method + " cannot start from the weights of a model");
  }
}

template <class Real>
void TrainingRun<Real>::Describe(TrainStart& start) const {
  start.rows = map_.space()[kNodeBlock].rows() + map_.space()[kEdgeBlock].rows();
  start.memory_bytes = optimizer_->MemoryBytes();
  start.resumed_evaluations = progress_.last.evaluations;
  for (const EtaTrial& trial : eta_trials_) {
    start.step_trials.push_back({trial.eta, trial.objective});
  }
  if (!eta_trials_.empty()) start.settings.method_options[kEtaOption] = options_.Text(kEtaOption);
}

// ---- The course of training ----

template <class Real>
void TrainingRun<Real>::Loop(TrainSummary& summary, std::vector<double>& weights) {
  while (true) {
    TrainPoint();
    summary.stop_reason = stopping_.reason().value_or(StopReason::kCancelled);
    // A later point of a path that was cancelled in its first pass does not count.
    if (PointHasPass() || path_.points().empty()) FinishPoint();
    if (!stopping_.reason() || path_.IsOver()) break;
    NextPoint();
  }
  summary.last = progress_.last;
  summary.lambda = path_.ChosenLambda();
  if (input_.settings.lambda_path) summary.path = path_.points();
  if (progress_.best_dev_score >= 0) {
    summary.best_dev_score = progress_.best_dev_score;
    summary.best_dev_pass = progress_.best_dev_pass;
  }
  weights = path_.kept();
  SamplingReport sampling;
  if (input_.observer != nullptr) optimizer_->Inspect(sampling);
  optimizer_.reset();  // makes room for the certificate
  if (!sampling.visits.empty()) input_.observer->OnSampling(sampling);
  summary.certificate = exact_.Certify(weights, summary.lambda);
  if (input_.plans && !input_.plans->traits().gradient) {
    // The marginals are no gradient: nothing follows from them.
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    summary.certificate = {summary.certificate.objective, unknown, unknown, unknown};
  }
}

// Passes until there is a reason to stop, or the training is cancelled. When that happens between
// two passes a checkpoint is written; within a pass the weights are kept as they are, and the last
// checkpoint stays, so that resuming still gives the result of an uninterrupted training.
template <class Real>
void TrainingRun<Real>::TrainPoint() try {
  while (!stopping_.reason()) {
    if (PointHasPass() && cancel_.Ask()) {
      if (!input_.settings.checkpoint.file.empty()) SaveCheckpoint();
      return;
    }
    OnePass();
  }
} catch (const Cancelled&) {
}

template <class Real>
void TrainingRun<Real>::OnePass() {
  PassRecord& last = progress_.last;
  const Stopwatch stopwatch;
  const StepReport report = optimizer_->Advance(rng_);
  last.seconds += stopwatch.Seconds();
  const double before = last.pass;
  CountPasses(report.evaluations, last);
  // Training ends because passes are counted. Only a forged checkpoint can break this.
  if (last.pass < before) throw Error(ErrorKind::kData, "the counts of the checkpoint disagree");
  last.objective_estimate = report.objective_estimate;
  last.gradient_inf = report.gradient_inf;
  last.exact_gradient_inf.reset();
  last.duality_gap = report.duality_gap;
  last.step = report.step;
  last.note = report.note;
  last.lambda = path_.Lambda();
  Score(last);
  stopping_.Record(last.pass, last.seconds, report, last.dev_score);
  if (stopping_.ChecksNow()) Check(last);
  if (stopping_.best_now() && KeepsBest()) best_ = flat_;
  const bool counts = !KeepsBest() || stopping_.best_now();
  if (last.dev_score && counts && *last.dev_score > progress_.best_dev_score) {
    progress_.best_dev_score = *last.dev_score;
    progress_.best_dev_pass = last.pass;
  }
  last.seconds_left = stopping_.SecondsLeft();
  if (input_.observer != nullptr) input_.observer->OnPass(last);
  if (!std::isfinite(last.objective_estimate)) Diverge("the objective");
  const Checkpointing& checkpoint = input_.settings.checkpoint;
  const bool due = stopping_.recorded() % checkpoint.every == 0 || stopping_.reason().has_value();
  if (!checkpoint.file.empty() && due) SaveCheckpoint();
}

template <class Real>
void TrainingRun<Real>::Diverge(const std::string& what) const {
  char pass[32];
  std::snprintf(pass, sizeof pass, "%.2f", progress_.last.pass);
  std::string message = "method " + input_.settings.method + " diverged: after " + pass +
                        " passes " + what + " is no longer a finite number";
  if (options_.Has(kEtaOption)) {
    message +=
        std::string("; try a smaller --") + kEtaOption + " than " + options_.Text(kEtaOption);
    if (input_.settings.method_options.size() > 1) message += ", or other options of the method";
  }
  throw Diverged(message);
}

template <class Real>
void TrainingRun<Real>::RequireFinite(const std::vector<double>& weights) const {
  const auto finite = [](double w) { return std::isfinite(w); };
  if (!std::all_of(weights.begin(), weights.end(), finite)) Diverge("a weight");
}

template <class Real>
void TrainingRun<Real>::CountPasses(std::uint64_t method_evaluations, PassRecord& record) const {
  record.evaluations = method_evaluations + progress_.check_evaluations;
  record.pass =
      static_cast<double>(record.evaluations) / static_cast<double>(sum_.pass_evaluations());
}

// The gradient is that of the certificate, in double. Its time and evaluations count.
template <class Real>
void TrainingRun<Real>::Check(PassRecord& record) {
  const Stopwatch stopwatch;
  WriteFlat(flat_);
  const Certificate& checked = exact_.Check(flat_, path_.Lambda());
  record.seconds += stopwatch.Seconds();
  const std::uint64_t method_evaluations = record.evaluations - progress_.check_evaluations;
  progress_.check_evaluations += sum_.pass_evaluations();
  CountPasses(method_evaluations, record);
  record.exact_gradient_inf = checked.gradient_inf;
  stopping_.RecordExact(checked.gradient_inf);
}

// What is asked for besides training; outside the clock and the count.
template <class Real>
void TrainingRun<Real>::Score(PassRecord& record) {
  const TrainSettings& settings = input_.settings;
  if (!settings.trace_objective && !settings.trace_weights && !dev_) return;
  WriteFlat(flat_);
  if (settings.trace_weights) TraceWeights(record);
  if (settings.trace_objective) record.objective = exact_.Value(flat_, path_.Lambda());
  if (!dev_) return;
  const Evaluation evaluation = dev_->Score(flat_);
  record.dev_score = evaluation.Score();
  if (input_.observer != nullptr) input_.observer->OnDevEvaluation(evaluation);
}

template <class Real>
void TrainingRun<Real>::TraceWeights(PassRecord& record) const {
  double squares = 0;
  std::uint64_t active = 0;
  for (const double w : flat_) {
    squares += w * w;
    active += w != 0 ? 1 : 0;
  }
  record.weight_norm = std::sqrt(squares);
  record.active_weights = active;
}

// ---- The path ----

// Without patience the weights at hand are those of the point.
template <class Real>
void TrainingRun<Real>::FinishPoint() {
  const PassRecord& last = progress_.last;
  const bool keeps_best = KeepsBest() && !best_.empty();
  const std::optional<double> score = keeps_best ? stopping_.best_score() : last.dev_score;
  if (!keeps_best) WriteFlat(flat_);
  const std::vector<double>& weights = keeps_best ? best_ : flat_;
  if (path_.Keeps(score)) RequireFinite(weights);
  path_.Finish(last, score, stopping_.converged(), weights);
  const bool tells = input_.observer != nullptr && input_.settings.lambda_path;
  if (tells) input_.observer->OnPathPoint(path_.points().back());
}

template <class Real>
void TrainingRun<Real>::NextPoint() {
  path_.Next(progress_.last);
  stopping_ = Stopping(StoppingOf(), path_.first_pass());
  best_.clear();
  optimizer_->ChangeLambda(path_.Lambda());
}

template <class Real>
StoppingSettings TrainingRun<Real>::StoppingOf() const {
  const TrainSettings& settings = input_.settings;
  const double objective_noise = settings.precision == Precision::kFloat ? 1e-7 : 1e-13;
  return {settings.passes, settings.tolerance, settings.patience, settings.stop_at_floor,
          objective_noise};
}

template <class Real>
void TrainingRun<Real>::WriteFlat(std::vector<double>& flat) {
  optimizer_->Write(w_);
  flat.assign(input_.layout.weights(), 0.0);
  map_.ToFlat(w_, flat);
  start_.AddFixed(flat);
  // As the model keeps them, so that scores and the certificate are those of the model.
  for (double& w : flat) w = static_cast<double>(static_cast<Real>(w));
}

// ---- Checkpoints ----

template <class Real>
CheckpointKey TrainingRun<Real>::Key() const {
  CheckpointKey key;
  key.data_hash = HashData(input_.train, input_.dev);
  key.settings = CourseSettings(input_.settings);
  if (input_.from != nullptr) {
    key.settings["--from"] = "a model with hash " + std::to_string(HashWeights(*input_.from));
  }
  // Other vector lengths add up in another order.
  key.settings["SIMD target"] = SimdTargetName();
  key.settings["version"] = SAGITTA_VERSION;
  return key;
}

template <class Real>
void TrainingRun<Real>::SaveCheckpoint() {
  WriteFlat(flat_);
  RequireFinite(flat_);
  StateWriter writer;
  Transfer(writer);
  WriteCheckpoint(input_.settings.checkpoint.file, key_, writer.bytes());
}

template <class Real>
void TrainingRun<Real>::Transfer(State& state) {
  state.Part("progress", progress_);
  Rng::State words = rng_.state();
  state.Array("rng", std::span<std::uint64_t>(words));
  // The generator would stay there.
  state.Require(std::any_of(words.begin(), words.end(), [](auto word) { return word != 0; }),
                "rng");
  rng_.set_state(words);
  state.Part("stopping", stopping_, progress_.last.pass);
  state.Sequence("best", best_);
  state.Require(best_.empty() || best_.size() == flat_.size(), "best");
  state.Part("path", path_, progress_.last.pass, flat_.size());
  state.Part("optimizer", *optimizer_);
}

template class TrainingRun<float>;
template class TrainingRun<double>;

}  // namespace sagitta
