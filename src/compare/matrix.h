// Matrix: makes the missing runs of a comparison, sequentially or in parallel.
//
// The runs of one method are sequential, because the next step size to try depends on the previous
// ones; different methods are independent. Every completed run is saved immediately.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compare/entries.h"
#include "compare/result_store.h"
#include "compare/schedule.h"
#include "sagitta/compare.h"
#include "train/stopwatch.h"

namespace sagitta {

/// The input of the runs. Everything must outlive the matrix.
struct MatrixInput {
  const Corpus& train;
  const Corpus* test;             // may be null
  const TrainSettings& training;  // of every run, except the method
  const std::vector<CompareEntry>& entries;
  unsigned jobs;
  const ResultStore& store;
  CompareObserver& observer;
};

class Matrix {
 public:
  /// `comparison` contains the results so far and receives the others.
  Matrix(const MatrixInput& input, Comparison& comparison);

  /// Makes the missing training runs for f*. Returns false if stopped.
  bool FindOptimum();
  /// Makes all missing runs. Returns false if stopped.
  bool RunAll();

 private:
  /// A run that is still to be made.
  struct Work {
    std::size_t entry;
    std::optional<double> eta;
  };
  /// A run in progress.
  struct Active {
    Stopwatch stopwatch;
    double pass = 0;
    double Pace() const { return pass > 0 ? stopwatch.Seconds() / pass : 0; }
  };

  TrainSettings SettingsOf(const Work& work) const;

  // These functions acquire the lock.
  bool WorkOnOptimum();
  bool WorkOnRun();
  bool ShouldStop();
  void Watch(const Work& work, const PassRecord& pass);
  void WatchOptimum(const std::string& method, const PassRecord& pass);
  void Stop();

  // The caller of these functions holds the lock.
  std::optional<Work> Next() const;
  std::optional<Work> OpenRun(std::size_t entry) const;
  std::vector<const RunRecord*> RunsOf(std::size_t entry) const;
  bool IsSkipped(std::size_t entry) const;
  std::size_t RunsToCome(std::size_t entry) const;
  Workload LoadOf(std::size_t entry) const;
  /// `guess`: seconds per pass for methods of unknown pace; 0 if there is no estimate.
  CompareProgress Progress(double guess = 0) const;
  void Keep(RunRecord record);
  void Skip(std::size_t entry, const std::string& reason);
  void Save();

  MatrixInput input_;
  Comparison& comparison_;
  Stopwatch stopwatch_;
  std::vector<std::string> references_;   // methods whose training runs for f* have not started
  std::map<std::size_t, Active> active_;  // by entry
  bool stopped_ = false;
  std::mutex mutex_;
};

}  // namespace sagitta
