// What the programs share around a training: where its log goes, Ctrl-C, error rates, time.
#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/interrupt.h"
#include "sagitta/train.h"

namespace sagitta::compat {

/// Standard output or a file. Everything is written immediately, for people who watch it. When the
/// reader of standard output closes it, training continues without a log.
class LogStream {
 public:
  /// "-" is standard output. Throws Error(kSystem) when the file cannot be written, Write too.
  explicit LogStream(const std::string& path);
  ~LogStream();
  LogStream(const LogStream&) = delete;
  LogStream& operator=(const LogStream&) = delete;

  void Write(std::string_view text);

 private:
  std::string path_;
  std::FILE* file_;
  bool open_ = true;
};

/// Ends a training in order at the first Ctrl-C, so that the model is saved; see cli::Interrupt.
/// Before training has begun there is nothing to save, and Ctrl-C ends the program. Warns of
/// attributes with large values on standard error: the programs minimise the objective of the
/// original, so they are not scaled.
class ProgramObserver final : public TrainObserver {
 public:
  explicit ProgramObserver(std::string program) : program_(std::move(program)) {}

  void OnStart(const TrainStart& start) override;
  bool ShouldStop() override { return interrupt_ && interrupt_->requested(); }

 private:
  std::string program_;
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
