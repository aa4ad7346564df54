// TrainingRun: one training in one precision, from the first pass to the weights that are kept.
//
// Passes follow each other until there is a reason to stop; along a path of lambdas this happens
// once for each value, and the optimizer continues with its weights and its memory (the paper's
// footnote to section 4.1). After a pass the whole state can go to a checkpoint.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/cancel_token.h"
#include "objective/example_sum.h"
#include "objective/weight_map.h"
#include "optim/registry.h"
#include "optim/step_tuner.h"
#include "train/certificate.h"
#include "train/checkpoint.h"
#include "train/dev_scorer.h"
#include "train/stopping.h"
#include "train/trainer.h"

namespace sagitta {

/// What a training is about. Everything must outlive the run; `dev`, `from` and `observer` may be
/// null.
struct TrainingInput {
  const internal::CorpusData& train;
  const internal::CorpusData* dev;
  const internal::ModelData* from;
  const Layout& layout;
  const TrainSettings& settings;  // resolved
  TrainObserver* observer;
};

template <class Real>
class TrainingRun {
 public:
  /// Reads the checkpoint to continue from, if there is one.
  explicit TrainingRun(const TrainingInput& input);

  /// Fills in what the run knows before it starts.
  void Describe(TrainStart& start) const;

  /// Trains. Fills the summary, except for the certificate, and the flat vector of weights.
  void Loop(TrainSummary& summary, std::vector<double>& weights);

 private:
  /// How far the run has come, besides the optimizer: what a checkpoint keeps.
  struct Progress {
    PassRecord last;
    std::uint32_t point = 0;  // of the path
    double point_pass = 0;    // passes and seconds when it was begun
    double point_seconds = 0;
    std::uint32_t chosen = 0;  // the point whose weights are in kept_
    double chosen_score = -1;
    double best_dev_score = -1;  // of all passes
    double best_dev_pass = 0;

    void Transfer(State& state);
  };

  void ChooseEtaIfAsked();
  std::uint32_t Points() const;
  double Lambda() const;
  void StartFrom(const internal::ModelData& model);
  void TrainPoint();
  void OnePass();
  /// Throws Diverged: `what` is no longer finite.
  [[noreturn]] void Diverge(const std::string& what) const;
  void RequireFinite(const std::vector<double>& weights) const;
  void FinishPoint();
  void NextPoint();
  void Score(PassRecord& record);
  double TraceObjective();
  void TraceWeights(PassRecord& record) const;
  void WriteFlat(std::vector<double>& flat);
  /// Whether the current point has had a whole pass.
  bool PointHasPass() const { return progress_.last.pass > progress_.point_pass; }
  bool KeepsBest() const { return dev_.has_value() && input_.settings.patience > 0; }
  StoppingSettings StoppingOf() const;

  CheckpointKey Key() const;
  void SaveCheckpoint();
  void Transfer(State& state);

  TrainingInput input_;
  WeightMap map_;
  Options options_;
  CancelToken cancel_;
  ExampleSum<Real> sum_;
  std::vector<EtaTrial> eta_trials_;  // made for the eta in options_
  std::unique_ptr<Optimizer<Real>> optimizer_;
  std::unique_ptr<ExactObjective> exact_;  // made when it is first asked
  PlainWeights<Real> w_;
  Rng rng_;
  Stopping stopping_;
  std::optional<DevScorer> dev_;
  CheckpointKey key_;  // only with checkpoints
  Progress progress_;
  std::vector<double> flat_;       // the weights at hand, for scoring
  std::vector<double> best_;       // the best on dev of this point, with patience
  std::vector<double> kept_;       // what the point `chosen` came to
  std::vector<PathPoint> points_;  // those that are finished
};

}  // namespace sagitta
