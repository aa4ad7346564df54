// PassPrinter: training as a log of iterations in another tool's units, with Ctrl-C.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cli/interrupt.h"
#include "sagitta/train.h"

namespace sagitta::compat {

using namespace cli;  // the parts of src/cli that these programs share with sagitta

/// What the logs show of a pass. The other tools add losses up where we take the mean: sums here.
struct Iteration {
  std::uint64_t number = 0;  // from 1
  double loss = 0;           // the whole objective, penalties included
  double error_norm = 0;     // the largest entry of its gradient
  double seconds = 0;        // of this iteration
  PassRecord record;
  std::optional<Evaluation> scores;  // on the data held out
};

/// The stopping rule of the other tools, which they have beside one on the gradient: enough when
/// the loss has changed by less than a part `least` of itself over `window` iterations, `times`
/// times in a row.
struct ProgressRule {
  std::uint64_t window = 1;
  double least = 0;  // 0: never enough
  std::uint64_t times = 1;
};

/// Prints a pass when the next one is over. So the last one can have the exact objective and
/// gradient, which are known at the end; before that they are estimates that cost nothing.
class PassPrinter : public TrainObserver {
 public:
  explicit PassPrinter(const ProgressRule& rule) : rule_(rule) {}

  void OnStart(const TrainStart& start) final;
  void OnPass(const PassRecord& record) final;
  void OnDevEvaluation(const Evaluation& scores) final { scores_ = scores; }
  void OnEnd(const TrainSummary& summary) final;
  bool ShouldStop() final { return enough_ || interrupted(); }

  bool interrupted() const { return interrupt_ && interrupt_->requested(); }

 protected:
  virtual void Begin(const TrainStart& start) = 0;
  virtual void Print(const Iteration& iteration) = 0;
  virtual void End(const TrainSummary& summary) = 0;
  /// Asked once after each pass: whether the tool would stop for another reason than its progress.
  virtual bool IsEnough(const Iteration&) { return false; }

 private:
  void Judge(double loss);

  ProgressRule rule_;
  std::vector<double> losses_;  // of all iterations
  std::uint64_t small_ = 0;     // iterations in a row that changed little
  bool enough_ = false;
  std::optional<Interrupt> interrupt_;  // none: not started yet, nothing to save
  std::optional<Iteration> pending_;
  std::optional<Evaluation> scores_;
  double examples_ = 0;
};

/// Sequences to compute error rates on after each iteration: all, or some hundreds that lie evenly
/// in the corpus, because labelling all of them would take longer than training.
Corpus ErrorSample(const Corpus& corpus);

/// Why training ended, in the three ways that the other tools tell apart.
enum class Ending { kConverged, kIterations, kOther };
Ending EndingOf(const TrainSummary& summary, const TrainSettings& settings);

}  // namespace sagitta::compat
