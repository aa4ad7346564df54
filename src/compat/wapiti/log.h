// Wapiti's messages while it works, on standard error.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "sagitta/compat.h"
#include "sagitta/corpus.h"

namespace sagitta::compat {

/// Prints a line.
void Say(const std::string& text);

/// Prints a line per thousand sequences.
void SayLoaded(std::uint64_t sequences);

/// The percentage of tokens, or sequences, with a wrong label; 0 when there are none.
double TokenError(const Evaluation& scores);
double SequenceError(const Evaluation& scores);

/// Wapiti's stopping rule on the token error of the scored data: stop when it has varied by
/// less than `least` percentage points over `window` iterations; window 0: never.
struct ErrorRule {
  std::uint32_t window = 0;
  double least = 0;
};

/// The error rates are those on the dev corpus.
class TrainLog final : public IterationObserver {
 public:
  /// `devel` is set when the user named one. It must outlive the log.
  TrainLog(std::string algorithm, const std::optional<Corpus>& devel, const ProgressRule& progress,
           const ErrorRule& errors, TrainObserver* next)
      : IterationObserver(progress, next),
        algorithm_(std::move(algorithm)),
        devel_(devel),
        rule_(errors) {}

 private:
  void Begin(const TrainStart& start) override;
  void Report(const Iteration& iteration) override;
  void End(const TrainSummary&) override {}
  bool IsEnough(const Iteration& iteration) override;

  std::string algorithm_;
  const std::optional<Corpus>& devel_;
  ErrorRule rule_;
  std::deque<double> errors_;  // of the last `window` iterations
};

}  // namespace sagitta::compat
