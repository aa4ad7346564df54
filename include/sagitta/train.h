// Train: from a corpus to a model, with progress on the way.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"
#include "sagitta/corpus.h"
#include "sagitta/error.h"
#include "sagitta/evaluate.h"
#include "sagitta/methods.h"
#include "sagitta/model.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// Values of lambda, evenly spaced on a logarithmic scale.
struct LambdaPath {
  double first = 0;
  double last = 0;
  std::uint32_t count = 1;
};

/// Where the state of a training is kept, so that it can be continued in another process.
struct Checkpointing {
  std::string file;         // empty: none is written
  std::uint32_t every = 1;  // passes between two checkpoints
  std::string resume;       // continue from this one; empty: start from the beginning
};

/// Every field is described in TrainOptions(), see train_options.h.
struct TrainSettings {
  std::string method = "sag-nus-star";
  std::map<std::string, std::string>
      method_options;  // see Methods(); absent ones have their default

  FeatureSet features = FeatureSet::kObserved;
  /// Default: all; none when there is a template without a plain B line.
  std::optional<FeatureSet> transitions;
  std::uint32_t min_count = 1;  // attributes on fewer tokens get no weight
  /// Labellings that they forbid have probability 0, in training and in the model. Examples with
  /// such labels are refused; forbidden pairs of labels get no weight.
  ConstraintSettings constraints;
  /// Features with a lower frequency get no weight: the sum of the attribute's values with this
  /// label (1 for a pair of labels), each times the weight of its sequence.
  std::optional<double> min_frequency;

  std::optional<double> lambda;           // of the objective; default 1/n
  std::optional<double> c2;               // the same in CRFsuite's units: c2 = n lambda / 2
  double lambda1 = 0;                     // of the L1 term; only for methods that have one
  std::optional<double> c1;               // the same in CRFsuite's units: c1 = n lambda1
  std::optional<LambdaPath> lambda_path;  // instead of lambda: train for each value, warm-started
  Precision precision = Precision::kFloat;
  double passes = 100;      // stop after this many effective passes; 0: certify the initial weights
  double tolerance = 1e-5;  // stop when ||grad||_inf is below, after all examples were seen
  std::uint64_t seed = 1;
  bool merge_twins = true;       // train attributes with identical occurrences as one (exact)
  bool trace_objective = false;  // the exact objective after each pass, not timed or counted
  bool trace_weights = false;    // L2 norm and number of nonzero weights, likewise
  bool stop_at_floor = true;     // stop when rounding hides all further progress
  std::uint32_t patience = 0;  // with a dev corpus: stop after this many passes without a new best
  Checkpointing checkpoint;
};

/// A step size that was tried before training, because none was given.
struct StepTrial {
  double eta = 0;
  double objective = 0;  // of a sample of the data after two passes; infinite: it diverged
};

/// Everything that is known before the first pass.
struct TrainStart {
  TrainSettings settings;              // with lambda and all method options filled in
  std::vector<StepTrial> step_trials;  // empty: no step size was chosen
  CorpusSize corpus;
  std::uint64_t weights = 0;       // number of features
  std::uint64_t rows = 0;          // attribute rows after merging twins
  Constraints constraints;         // empty: everything is allowed
  std::uint64_t memory_bytes = 0;  // gradient memory of the method
  std::string target;              // SIMD target in use
  double prepare_seconds = 0;
  std::uint64_t resumed_evaluations = 0;  // of the checkpoint that is resumed; 0: none
};

/// What is known after a pass.
struct PassRecord {
  double pass = 0;     // effective passes so far
  double seconds = 0;  // of training, without scoring and tracing
  std::uint64_t evaluations = 0;
  std::optional<double> objective;  // exact, when traced
  double objective_estimate = 0;    // from the losses seen during the pass
  double gradient_inf = 0;          // estimate the method stops on
  double step = 0;
  double lambda = 0;  // changes along a path only
  std::optional<double>
      duality_gap;  // upper bound of objective - optimum, from methods with a dual
  std::optional<double> dev_score;
  std::optional<double> weight_norm;            // ||w||_2, when traced
  std::optional<std::uint64_t> active_weights;  // number of nonzero weights, when traced
  double seconds_left = -1;                     // rough; negative: not known
};

/// The result of training with one value of a path.
struct PathPoint {
  double lambda = 0;
  double passes = 0;  // spent on this value
  double seconds = 0;
  double objective_estimate = 0;
  double gradient_inf = 0;
  std::optional<double> dev_score;  // of the weights that would be kept
  bool converged = false;           // the tolerance was reached
};

/// Why a training ended.
enum class StopReason {
  kTolerance,  // the gradient is below the tolerance
  kPrecision,  // the method can make no further progress in this precision
  kFloor,      // rounding hides all further progress
  kPatience,   // the dev score has not improved
  kPasses,     // the number of passes is reached
  kNoPasses,   // no passes were requested
  kCancelled,  // TrainObserver::ShouldStop returned true
  kDiverged,   // in records of comparisons only: Train throws Diverged
};

/// The reason as an English clause: "the gradient is below the tolerance".
std::string_view StopText(StopReason reason);

struct TrainSummary {
  StopReason stop_reason = StopReason::kNoPasses;
  PassRecord last;
  std::vector<PathPoint> path;  // empty: there was none
  double lambda = 0;            // that the model was trained with: the best of a path
  Certificate certificate;
  std::optional<double> best_dev_score;
  double best_dev_pass = 0;
  double total_seconds = 0;  // preparation, training and certificate
};

/// Called by Train on the calling thread, except for ShouldStop. What it throws ends the training
/// and leaves Train.
class TrainObserver {
 public:
  virtual ~TrainObserver() = default;
  virtual void OnStart(const TrainStart&) {}
  virtual void OnPass(const PassRecord&) {}
  virtual void OnPathPoint(const PathPoint&) {}
  /// The scores on the dev corpus, before the OnPass of the same pass.
  virtual void OnDevEvaluation(const Evaluation&) {}
  /// After the last pass, from methods that record it.
  virtual void OnSampling(const SamplingReport&) {}
  virtual void OnEnd(const TrainSummary&) {}
  /// True ends training with the weights there are, and StopReason::kCancelled. Called between
  /// passes and within them, every few milliseconds, never by two threads at once; within a pass
  /// it may be called on any thread that works for this training. It should return at once. A
  /// checkpoint is never written in the middle of a pass: the last one stays as it is, and resuming
  /// from it gives the result of an uninterrupted training.
  virtual bool ShouldStop() { return false; }
};

/// Thrown by Train when the objective or a weight is no longer a finite number. The message says
/// after which pass, and which step size to lower if the method has one. Checkpoints stay as they
/// are.
class Diverged : public Error {
 public:
  explicit Diverged(const std::string& message) : Error(ErrorKind::kData, message) {}
};

struct TrainResult {
  Model model;
  TrainSummary summary;
};

/// Trains. `dev` may be null; it must come from train.ReadHeldOut, train.EncodeHeldOut or Select.
/// `from`, unless null, gives the initial weights, matched by name. Of a path the value with the
/// best dev score is kept, the earliest of equals; without dev the last one. The same corpus,
/// settings and build give the same model. Throws Error(kUsage) as CheckTrainSettings does
/// (train_options.h), and Diverged.
TrainResult Train(const Corpus& train, const Corpus* dev, const TrainSettings& settings,
                  TrainObserver* observer = nullptr, const Model* from = nullptr);

}  // namespace sagitta

#pragma GCC visibility pop
