// For programs that behave like CRFsuite, CRF++ or Wapiti: a training as the iterations that these
// tools log, in their units and with their rule for stopping. sagitta/crfsuite.h builds on it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sagitta/train.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// The c2 to use where another tool is told to use no L2 penalty. Without any the optimum need not
/// exist; one as small as this changes no digit of a log.
inline constexpr double kLeastC2 = 1e-8;

/// One pass. The other tools add up the losses of the examples where we take the mean: these are
/// sums.
struct Iteration {
  std::uint64_t number = 0;  // from 1
  double loss = 0;           // the whole objective, penalties included
  double error_norm = 0;     // the largest entry of its gradient
  double seconds = 0;        // of this iteration
  PassRecord record;
  std::optional<Evaluation> scores;  // on the dev corpus, if there is one
};

/// The rule by which the other tools stop when progress is slow: stop when the loss has changed by
/// less than the fraction `least` of its value over `window` iterations, `times` times in a row.
struct ProgressRule {
  std::uint64_t window = 1;
  double least = 0;  // 0: never stop
  std::uint64_t times = 1;
};

/// Reports a pass when the next one is over. So the last one can have the exact objective and
/// gradient, which are known only at the end; before that they are estimates that cost nothing.
class IterationObserver : public TrainObserver {
 public:
  /// `next`, unless null, gets every call too, first, and can stop the training as well; it must
  /// outlive this object.
  explicit IterationObserver(const ProgressRule& rule, TrainObserver* next = nullptr)
      : rule_(rule), next_(next) {}

  void OnStart(const TrainStart& start) final;
  void OnPass(const PassRecord& record) final;
  void OnPathPoint(const PathPoint& point) final;
  void OnFold(const Fold& fold) final;
  void OnFoldPass(const Fold& fold, const PassRecord& record) final;
  void OnFoldPoint(const Fold& fold, const PathPoint& point) final;
  void OnDevEvaluation(const Evaluation& scores) final;
  void OnSampling(const SamplingReport& report) final;
  void OnEnd(const TrainSummary& summary) final;
  bool ShouldStop() final;

 protected:
  virtual void Begin(const TrainStart& start) = 0;
  virtual void Report(const Iteration& iteration) = 0;
  virtual void End(const TrainSummary& summary) = 0;
  /// Asked once after each pass: whether the tool would stop for a reason other than slow progress.
  virtual bool IsEnough(const Iteration&) { return false; }

 private:
  bool IsSlow(double loss);

  ProgressRule rule_;
  TrainObserver* next_;
  std::vector<double> losses_;  // of all iterations
  std::uint64_t slow_ = 0;      // iterations in a row that changed little
  bool enough_ = false;
  std::optional<Iteration> pending_;
  std::optional<Evaluation> scores_;
  double examples_ = 0;
};

}  // namespace sagitta

#pragma GCC visibility pop
