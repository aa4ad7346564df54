// What Wapiti says while it works, on standard error.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "compat/shared/pass_printer.h"
#include "sagitta/corpus.h"

namespace sagitta::compat {

/// A line.
void Say(const std::string& text);

/// A line for every thousand sequences.
void SayLoaded(std::uint64_t sequences);

/// The percentage of tokens, or sequences, with a wrong label; of none there is no wrong one.
double TokenError(const Evaluation& scores);
double SequenceError(const Evaluation& scores);

/// Wapiti's stopping rule on the token error of the development data: enough when it lies within
/// `least` percent points over `window` iterations; window 0: never.
struct ErrorRule {
  std::uint32_t window = 0;
  double least = 0;
};

/// Errors are those on the corpus that was given as dev.
class TrainLog final : public PassPrinter {
 public:
  /// `devel` is there when the user named one, and only then errors stop anything; it must outlive
  /// the log.
  TrainLog(std::string algorithm, const std::optional<Corpus>& devel, const ProgressRule& progress,
           const ErrorRule& errors)
      : PassPrinter(progress), algorithm_(std::move(algorithm)), devel_(devel), rule_(errors) {}

 private:
  void Begin(const TrainStart& start) override;
  void Print(const Iteration& iteration) override;
  void End(const TrainSummary&) override {}
  bool IsEnough(const Iteration& iteration) override;

  std::string algorithm_;
  const std::optional<Corpus>& devel_;
  ErrorRule rule_;
  std::deque<double> errors_;  // of the last iterations, as many as the rule looks at
};

}  // namespace sagitta::compat
