// TrainingRun: one training in one precision, from the first pass to the weights that are kept.
//
// Passes follow each other until there is a reason to stop; along a path of lambdas this happens
// once for each value, and the optimizer continues with its weights and its memory (the paper's
// footnote to section 4.1). After a pass the whole state can go to a checkpoint.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel_token.h"
#include "base/thread_team.h"
#include "objective/example_sum.h"
#include "objective/weight_map.h"
#include "optim/registry.h"
#include "optim/step_tuner.h"
#include "train/checkpoint.h"
#include "train/dev_scorer.h"
#include "train/exact_checks.h"
#include "train/path_progress.h"
#include "train/start_weights.h"
#include "train/stopping.h"
#include "train/training_input.h"

namespace sagitta {

template <class Real>
class TrainingRun {
 public:
  /// Reads the checkpoint to continue from, if there is one. The map is that of the input's
  /// training data, layout and settings.
  TrainingRun(const TrainingInput& input, WeightMap map);

  /// Fills in what the run knows before it starts.
  void Describe(TrainStart& start) const;

  /// Trains. Fills the summary, except for `converged`, and the flat vector of weights.
  void Loop(TrainSummary& summary, std::vector<double>& weights);

 private:
  /// How far the run has come, besides the optimizer: what a checkpoint keeps.
  struct Progress {
    PassRecord last;
    double best_dev_score = -1;  // of all passes
    double best_dev_pass = 0;
    std::uint64_t check_evaluations = 0;  // spent on exact gradients

    void Transfer(State& state);
  };

  void ChooseEtaIfAsked();
  void Start();
  void TrainPoint();
  void OnePass();
  /// Throws Diverged: `what` is no longer finite.
  [[noreturn]] void Diverge(const std::string& what) const;
  void RequireFinite(const std::vector<double>& weights) const;
  void FinishPoint();
  void NextPoint();
  void Score(PassRecord& record);
  /// Lets an exact gradient decide whether the training has converged, if it is time to.
  void Check(PassRecord& record);
  void CountPasses(std::uint64_t method_evaluations, PassRecord& record) const;
  void TraceWeights(PassRecord& record) const;
  void WriteFlat(std::vector<double>& flat);
  /// Whether the current point has had a whole pass.
  bool PointHasPass() const { return progress_.last.pass > path_.first_pass(); }
  bool KeepsBest() const { return dev_.has_value() && input_.settings.patience > 0; }
  StoppingSettings StoppingOf() const;

  CheckpointKey Key() const;
  void SaveCheckpoint();
  void Transfer(State& state);

  TrainingInput input_;
  WeightMap map_;
  StartWeights start_;
  Options options_;
  CancelToken cancel_;
  ThreadTeam team_;
  ExampleSum<Real> sum_;
  ExactChecks exact_;
  std::vector<EtaTrial> eta_trials_;  // made for the eta in options_
  std::unique_ptr<Optimizer<Real>> optimizer_;
  PlainWeights<Real> w_;
  Rng rng_;
  Stopping stopping_;
  PathProgress path_;
  std::optional<DevScorer> dev_;
  CheckpointKey key_;  // only with checkpoints
  Progress progress_;
  std::vector<double> flat_;  // the weights at hand, for scoring
  std::vector<double> best_;  // the best on dev of this point, with patience
};

}  // namespace sagitta
