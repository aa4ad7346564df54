// Matrix: makes the runs of a comparison that are missing, one after the other or side by side.
//
// The runs of one method follow each other, because the next step size to try depends on the ones
// before; different methods are independent. Whatever is finished is saved at once.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compare/entries.h"
#include "compare/result_store.h"
#include "compare/time_left.h"
#include "sagitta/compare.h"
#include "train/clock.h"

namespace sagitta {

/// What the runs are made with. Everything must outlive the matrix.
struct MatrixInput {
  const Corpus& train;
  const Corpus* test;             // may be null
  const TrainSettings& training;  // of every run, but for the method
  const std::vector<CompareEntry>& entries;
  unsigned jobs;
  const ResultStore& store;
  CompareObserver& observer;
};

class Matrix {
 public:
  /// `comparison` holds what is known so far and gets the rest.
  Matrix(const MatrixInput& input, Comparison& comparison);

  /// The trainings for f*, those that are missing. False: stopped.
  bool FindOptimum();
  /// All runs that are missing. False: stopped.
  bool RunAll();

 private:
  /// A run that is to be made.
  struct Work {
    std::size_t entry;
    std::optional<double> eta;
  };
  /// A run that is being made.
  struct Active {
    Clock clock;
    double pass = 0;
    double Pace() const { return pass > 0 ? clock.Seconds() / pass : 0; }
  };

  TrainSettings SettingsOf(const Work& work) const;

  // These take the lock.
  bool WorkOnOptimum();
  bool WorkOnRun();
  bool Watch(const Work& work, const PassRecord& pass);
  bool WatchOptimum(const std::string& method, const PassRecord& pass);
  void Stop();

  // These expect to have it.
  std::optional<Work> Next() const;
  std::optional<Work> OpenRun(std::size_t entry) const;
  std::vector<const RunRecord*> RunsOf(std::size_t entry) const;
  bool IsSkipped(std::size_t entry) const;
  std::size_t RunsToCome(std::size_t entry) const;
  Workload LoadOf(std::size_t entry) const;
  /// `guess`: seconds a pass where nothing better is known; 0: none.
  CompareProgress Progress(double guess = 0) const;
  void Keep(RunRecord record);
  void Skip(std::size_t entry, const std::string& reason);
  void Save();

  MatrixInput input_;
  Comparison& comparison_;
  Clock clock_;
  std::vector<std::string> references_;   // methods whose trainings for f* are still to be begun
  std::map<std::size_t, Active> active_;  // by entry
  bool stopped_ = false;
  std::mutex mutex_;
};

}  // namespace sagitta
