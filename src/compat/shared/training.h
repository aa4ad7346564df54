// What the programs share around a training: Ctrl-C, error rates, time.
#pragma once

#include <chrono>
#include <optional>

#include "cli/interrupt.h"
#include "sagitta/train.h"

namespace sagitta::compat {

/// Ends a training in order at the first Ctrl-C, so that the model is saved; see cli::Interrupt.
/// Before training has begun there is nothing to save, and Ctrl-C ends the program.
class InterruptObserver final : public TrainObserver {
 public:
  void OnStart(const TrainStart&) override { interrupt_.emplace(); }
  bool ShouldStop() override { return interrupt_ && interrupt_->requested(); }

 private:
  std::optional<cli::Interrupt> interrupt_;
};

/// Sequences to compute error rates on after each iteration: all, or 500 that are evenly spaced in
/// the corpus, because labelling all of them would take longer than training.
Corpus ErrorSample(const Corpus& corpus);

/// Seconds since it was made.
class Stopwatch {
 public:
  double Seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace sagitta::compat
