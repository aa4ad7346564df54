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
  bool stop = false;       // end it when the score has not improved for kPathPatience values
  bool automatic = false;  // `lambda auto`: all of the above follows from the number of sequences
};

/// A path with `stop` ends when this many values in a row are no better than the best before them.
inline constexpr std::uint32_t kPathPatience = 3;

/// The first passes can have a good score by chance, with weights that are far from settled.
inline constexpr std::uint32_t kPatienceFrom = 10;

/// Where the state of a training is kept, so that it can be continued in another process.
struct Checkpointing {
  std::string file;         // empty: none is written
  std::uint32_t every = 1;  // passes between two checkpoints
  std::string resume;       // continue from this one; empty: start from the beginning
};

/// An attribute with an absolute value above this one has large values.
inline constexpr double kLargeValue = 10;

/// Whose values are divided by the attribute's largest absolute one inside training: those of
/// attributes with large values, of all, or of none. With a scale m the penalty is that of m w,
/// where w is the weight in the model, which is for values as they are.
enum class ScaleValues { kAuto, kAll, kOff };

/// What the penalties of lambda and lambda1 are about: the size of the weights, lambda/2 ||w||^2 +
/// lambda1 ||w||_1, or their change from those of the model that training starts from, w_0:
/// lambda/2 ||w - w_0||^2 + lambda1 ||w - w_0||_1.
enum class Penalty { kSize, kChange };

/// What to do with training sequences whose labels the constraints forbid.
enum class BadSequenceAction {
  kRefuse,  // throw Error(kData)
  kSkip,    // leave them out
  kRepair,  // change as few of their labels as possible
};

/// Every field is described in TrainOptions(), see train_options.h.
struct TrainSettings {
  /// Without an L1 term `auto` is kStochasticOfAuto.
  std::string method = kAutoMethod;
  std::map<std::string, std::string>
      method_options;  // see Methods(); absent ones have their default

  FeatureSet features = FeatureSet::kObserved;
  /// Default: all; none when there is a template without a plain B line.
  std::optional<FeatureSet> transitions;
  std::uint32_t min_count = 1;  // attributes on fewer tokens get no weight
  /// Labellings that they forbid have probability 0, in training and in the model. What happens to
  /// examples with such labels is up to bad_sequences; forbidden pairs of labels get no weight.
  ConstraintSettings constraints;
  BadSequenceAction bad_sequences = BadSequenceAction::kRefuse;
  /// Features with a lower frequency get no weight: the sum of the attribute's values with this
  /// label (1 for a pair of labels), each times the weight of its sequence.
  std::optional<double> min_frequency;

  std::optional<double> lambda;           // of the objective; default 1/n
  std::optional<double> c2;               // the same in CRFsuite's units: c2 = n lambda / 2
  double lambda1 = 0;                     // of the L1 term; only for methods that have one
  std::optional<double> c1;               // the same in CRFsuite's units: c1 = n lambda1
  std::optional<LambdaPath> lambda_path;  // instead of lambda: train for each value, warm-started
  /// Without a dev corpus: choose from lambda_path by cross-validation with this many folds.
  std::optional<std::uint32_t> cv;
  /// How graphs are inferred: auto, tree, junction, trw, pseudo or loopy (docs/graphs.md). With one
  /// of the last five chains are trained as graphs. Default: auto for graphs.
  std::optional<std::string> inference;
  /// Of junction: the largest number of states of a clique.
  std::optional<double> clique_limit;
  Precision precision = Precision::kFloat;
  double passes = 100;      // stop after this many effective passes; 0: certify the initial weights
  double tolerance = 1e-4;  // stop when ||grad||_inf is at most this
  std::uint64_t seed = 1;
  bool merge_twins = true;  // train attributes with identical occurrences as one (exact)
  ScaleValues scale_values = ScaleValues::kAuto;
  bool forget = false;  // of the model to start from: drop what the training data do not have
  Penalty penalty = Penalty::kSize;
  bool trace_objective = false;  // the exact objective after each pass, not timed or counted
  bool trace_weights = false;    // L2 norm and number of nonzero weights, likewise
  bool stop_at_floor = true;     // stop when rounding hides all further progress
  /// With a dev corpus: stop after this many passes without a new best, and keep the best weights;
  /// 0: never. Scores count from pass kPatienceFrom on.
  std::uint32_t patience = 0;
  Checkpointing checkpoint;
  std::uint32_t threads = 0;  // 0: all cores that the process may use; the result is the same
};

/// The sequences with labels that the constraints forbid.
struct BadSequences {
  static constexpr std::size_t kMostPlaces = 3;

  std::uint64_t sequences = 0;
  std::uint64_t of = 0;  // all
  std::uint64_t left_out = 0;
  std::uint64_t changed_labels = 0;
  std::vector<std::string> places;  // of up to kMostPlaces of them, and what is wrong there

  /// "1 of 8323 sequences had labels that the constraints forbid: 1 repaired by changing 1 label
  /// (train.tsv:7 begins with 'I-LOC' at token 1)".
  std::string Text() const;
};

/// A step size that was tried before training, because none was given.
struct StepTrial {
  double eta = 0;
  double objective = 0;  // of a sample of the data after two passes; infinite: it diverged
};

struct LargeAttribute {
  std::string name;
  double largest = 0;  // absolute value
};

/// The attributes with large values that have weights.
struct LargeValues {
  static constexpr std::size_t kMostNamed = 5;

  std::uint64_t attributes = 0;         // number
  std::vector<LargeAttribute> largest;  // up to kMostNamed of them, the largest first

  /// "2 attributes with large values: year, at most 2030; size, at most 64".
  std::string Text() const;
};

/// How many labels, attributes or weights the model that training starts from and the training data
/// have in common.
struct FromCounts {
  std::uint64_t matched = 0;  // in both
  std::uint64_t kept = 0;     // only in the model
  std::uint64_t added = 0;    // only in the data
  std::uint64_t dropped = 0;  // only in the model, and not in the new one
};

/// The model that training starts from, compared with the training data.
struct FromModel {
  FromCounts labels;
  FromCounts attributes;        // on tokens and edges
  FromCounts weights;           // added ones start at zero
  std::uint64_t untrained = 0;  // weights that stay as they are: their attributes do not occur

  /// "7 labels (22 kept, 0 added), 90 attributes (31 kept, 8 added), 200 weights (99 kept, 12
  /// added), 80 of them untrained"; and how many were dropped, if any.
  std::string Text() const;
};

/// The result of training with one value of a path. Of a cross-validation: of all folds together,
/// with passes over the whole corpus and the mean score.
struct PathPoint {
  double lambda = 0;
  double c2 = 0;      // the same in CRFsuite's units
  double passes = 0;  // spent on this value
  double seconds = 0;
  double objective_estimate = 0;
  double gradient_inf = 0;
  std::optional<double> dev_score;            // of the weights that would be kept
  std::optional<double> standard_error = {};  // of a mean score
  bool converged = false;                     // an exact gradient was below the tolerance
  std::uint64_t active_weights = 0;           // number of nonzero weights; of folds the mean
};

/// A part of a cross-validation: training on all sequences but some, which are scored.
struct Fold {
  std::uint32_t number = 0;  // from 1
  std::uint32_t folds = 0;
  std::uint64_t trained = 0;  // sequences
  std::uint64_t scored = 0;
};

/// How a cross-validation chose lambda.
struct CrossValidation {
  std::uint32_t folds = 0;      // 0: there was none
  std::vector<PathPoint> path;  // the values that all folds have
  double passes = 0;            // of all folds, over the whole corpus
  double seconds = 0;
  /// The cross-validation was cancelled, and the model is that of this fold, with its best lambda;
  /// 0: it was not.
  std::uint32_t kept_fold = 0;
};

/// Everything that is known before the first pass.
struct TrainStart {
  TrainSettings settings;              // with lambda and all method options filled in
  std::vector<StepTrial> step_trials;  // empty: no step size was chosen
  CorpusSize corpus;                   // without sequences that were left out
  BadSequences bad_sequences;          // that were left out or repaired
  std::uint64_t weights = 0;           // number of features
  std::uint64_t rows = 0;              // attribute rows after merging twins
  Constraints constraints;             // empty: everything is allowed
  LargeValues large_values;            // settings.scale_values says whether they are scaled
  std::string inference;               // of graphs: the engine that was chosen and why; else empty
  std::optional<FromModel> from;       // unless training starts at zero
  std::uint64_t memory_bytes = 0;      // gradient memory of the method
  std::string target;                  // SIMD target in use
  double prepare_seconds = 0;
  std::uint64_t resumed_evaluations = 0;  // of the checkpoint that is resumed; 0: none
  CrossValidation cross_validation;       // which has chosen settings.lambda
};

/// What is known after a pass.
struct PassRecord {
  double pass = 0;     // effective passes so far
  double seconds = 0;  // of training, without scoring and tracing
  std::uint64_t evaluations = 0;
  std::optional<double> objective;  // exact, when traced
  double objective_estimate = 0;    // from the losses seen during the pass
  double gradient_inf = 0;          // the method's estimate of the largest entry of the gradient
  std::optional<double> exact_gradient_inf;  // computed when the estimate is below the tolerance
  double step = 0;
  double lambda = 0;  // changes along a path only
  std::optional<double>
      duality_gap;  // upper bound of objective - optimum, from methods with a dual
  std::optional<double> dev_score;
  std::optional<double> weight_norm;            // ||w||_2, when traced
  std::optional<std::uint64_t> active_weights;  // number of nonzero weights, when traced
  double seconds_left = -1;                     // rough; negative: not known
  std::string note;  // what the method did besides: that it changed over to another one, and why
};

/// Why a training ended.
enum class StopReason {
  kTolerance,  // the gradient is below the tolerance, an exact one
  kPrecision,  // the method can make no further progress in this precision
  kFloor,      // rounding hides all further progress
  kUnsettled,  // the objective swings instead of falling
  kPatience,   // the dev score has not improved
  kPasses,     // the number of passes is reached
  kNoPasses,   // no passes were requested
  kCancelled,  // TrainObserver::ShouldStop returned true
  kDiverged,   // in records of comparisons only: Train throws Diverged
};

/// The reason as an English clause: "the gradient is below the tolerance".
std::string_view StopText(StopReason reason);

/// See TrainSummary::converged.
inline constexpr double kConvergedGap = 1e-6;
inline constexpr double kFloorGap = 1e-3;

struct TrainSummary {
  StopReason stop_reason = StopReason::kNoPasses;
  PassRecord last;
  std::vector<PathPoint> path;  // empty: there was none
  CrossValidation cross_validation;
  double lambda = 0;  // that the model was trained with: the one that was chosen from a path
  Certificate certificate;
  /// What the objective of the certificate is, if not the likelihood: "the TRW bound".
  std::string objective_name;
  /// The certificate's gradient is at most the tolerance, or its bound at most kConvergedGap of the
  /// objective; or the training ended at the limit of single precision, with a bound of at most
  /// kFloorGap of the objective.
  bool converged = false;
  std::optional<double> best_dev_score;
  double best_dev_pass = 0;
  double total_seconds = 0;  // preparation, training and certificate

  /// What to tell a user whose training did not converge, and did not end because that was asked
  /// for: "training did not converge: ...". Empty: nothing.
  std::string Warning() const;
  /// Why this lambda was chosen from a path: "the best dev score; ...". Empty: there was no choice.
  std::string ChoiceText() const;
  /// What the choice cost: "the path took 120.0 passes, ...". Empty: there was none.
  std::string CostText() const;
};

/// The method that trains with these settings: settings.method, or what `auto` is without an L1
/// term.
std::string MethodInUse(const TrainSettings& settings);

/// Called by Train on the calling thread, except for ShouldStop. What it throws ends the training
/// and leaves Train.
class TrainObserver {
 public:
  virtual ~TrainObserver() = default;
  virtual void OnStart(const TrainStart&) {}
  virtual void OnPass(const PassRecord&) {}
  virtual void OnPathPoint(const PathPoint&) {}
  /// A cross-validation, before OnStart: a fold begins, a pass of it, a value of its path. The
  /// records of a fold are about the sequences that it is trained on; lambda is that of the path.
  virtual void OnFold(const Fold&) {}
  virtual void OnFoldPass(const Fold&, const PassRecord&) {}
  virtual void OnFoldPoint(const Fold&, const PathPoint&) {}
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

/// The same sequences, numbered so that the labels and attributes of the model come first and with
/// their ids. Held-out data of the result know everything that the model knows, which a dev corpus
/// of a training from this model should. Cost: a copy of the corpus, unless it is numbered like
/// that already. Throws Error(kData) when there are too many labels.
Corpus WithNamesOf(const Corpus& corpus, const Model& model);

/// Trains. `dev` may be null; it must come from train.ReadHeldOut, train.EncodeHeldOut or Select.
/// `from`, unless null, is a model to train further. It gives the initial weights, matched by name,
/// and the new model keeps its labels, attributes and features, unless settings.forget is true;
/// weights on which the loss of the training data does not depend stay as they are. A corpus that
/// does not come from WithNamesOf(train, *from) is numbered like that for the training. Of a path
/// the value with the best dev score is kept, the earliest of equals; without dev the last one.
/// With settings.cv, lambda is chosen by cross-validation, and the model is that of a training with
/// this lambda. The same corpus, settings and build give the same model. Throws Error(kUsage) as
/// CheckTrainSettings does (train_options.h), and Diverged.
TrainResult Train(const Corpus& train, const Corpus* dev, const TrainSettings& settings,
                  TrainObserver* observer = nullptr, const Model* from = nullptr);

}  // namespace sagitta

#pragma GCC visibility pop
