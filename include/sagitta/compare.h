// Compare: runs training methods on one task and compares them, pass by pass, with the optimum.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sagitta/corpus.h"
#include "sagitta/memory.h"
#include "sagitta/train.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// File names, which are only recorded.
struct CompareFiles {
  std::vector<std::string> train;
  std::string test;
  std::string template_file;
};

struct CompareSettings {
  /// The method, its options, tolerance, patience, a path of lambdas and checkpoints are ignored:
  /// every method runs for the full number of passes.
  TrainSettings training;
  /// NAME or NAME:OPTION=VALUE:...; "all" means every method.
  std::vector<std::string> methods = {"all"};
  std::string directory;   // for results.jsonl and summary.txt; created if necessary
  std::uint32_t jobs = 1;  // number of methods that run in parallel, each in its own thread
  CompareFiles files;
  /// f*, if it is known: the two long training runs are then not made.
  std::optional<double> optimum;
};

/// One of the two long training runs for the optimum.
struct ReferenceRun {
  std::string method;
  Certificate certificate;  // the objective and a bound on its distance to the optimum, in double
  double passes = 0;
  double seconds = 0;
  double wall_seconds = 0;
  StopReason stop_reason = StopReason::kNoPasses;
};

struct Optimum {
  std::optional<double> given;     // by CompareSettings::optimum; then there are no runs
  std::vector<ReferenceRun> runs;  // two, unless interrupted

  /// The largest relative difference at which the two agree.
  static constexpr double kAgreement = 1e-9;

  /// Whether Objective() may be called: f* was given, or there is at least one run.
  bool Known() const { return given.has_value() || !runs.empty(); }
  /// Whether no run for f* is missing.
  bool Complete() const { return given.has_value() || runs.size() == 2; }
  /// f*: the given one, or the lower objective of the two. REQUIRES: Known().
  double Objective() const;
  /// The difference of the two, divided by f*. REQUIRES: there are two runs.
  double RelativeDifference() const;
  bool Agrees() const { return runs.size() == 2 && RelativeDifference() <= kAgreement; }
};

/// The measurements after each pass. Vectors that are not empty have one element per pass.
struct Curve {
  std::vector<double> pass;
  std::vector<double> seconds;
  std::vector<std::uint64_t> evaluations;
  std::vector<double> objective;
  std::vector<double> step;
  std::vector<double> gradient_inf;  // infinite if the method has no estimate
  std::vector<double>
      duality_gap;  // infinite if not known at this pass; empty if the method has no dual
  std::vector<double> test_error;  // of tokens; empty without a test corpus
  std::vector<double> test_f1;     // of spans; empty without a test corpus, or without spans in it
};

/// counts[k] is the number of values in [edges[k], edges[k+1]); the last bin includes its upper
/// end.
struct Histogram {
  std::vector<double> edges;
  std::vector<std::uint64_t> counts;
};

/// The smallest, largest and mean of positive values, and their histogram on a logarithmic scale.
struct Distribution {
  double smallest = 0;
  double largest = 0;
  double mean = 0;
  Histogram histogram;
};

/// How a run sampled the examples.
struct SamplingSummary {
  std::uint64_t examples = 0;
  std::uint64_t unseen = 0;
  std::uint64_t iterations = 0;
  Distribution visits;                    // of the visited examples
  std::optional<Distribution> lipschitz;  // the final L_i of the visited examples
  std::vector<double> lipschitz_visits;   // mean visits in each bin of L_i; NaN if it is empty
};

enum class RunMark {
  kBest,    // the run to show: with the best step size, if it is tuned
  kSecond,  // the second best step size
  kOther,
  kDiverged,
};

struct RunRecord {
  std::string name;  // as in CompareSettings::methods
  std::string method;
  std::map<std::string, std::string> options;  // all of them
  std::optional<double> eta;                   // if step sizes are tuned
  RunMark mark = RunMark::kBest;
  StopReason stop_reason = StopReason::kNoPasses;
  std::uint32_t jobs = 1;  // the number of parallel jobs when it was made
  std::uint64_t memory_bytes = 0;
  double prepare_seconds = 0;
  double wall_seconds = 0;  // including scoring
  Curve curve;
  std::optional<Certificate> certificate;  // none if it diverged
  std::optional<SamplingSummary> sampling;

  /// Whether the objective became infinite or not a number.
  bool Diverged() const;
  /// After the last pass; infinite if it diverged.
  double FinalObjective() const;
  /// The lowest of all passes; infinite if there is none.
  double BestObjective() const;
  /// The first pass, as an index into the curve, with (f - f*)/f* <= gap.
  std::optional<std::size_t> Reaches(double gap, double optimum) const;
  /// The first pass with the lowest test error; none without a test corpus.
  std::optional<std::size_t> BestTest() const;
};

/// The relative gaps for which passes and seconds are reported.
inline constexpr double kReportedGaps[] = {1e-2, 1e-4, 1e-6};

/// A method that cannot run with these settings.
struct SkippedMethod {
  std::string name;
  std::string method;
  std::string reason;
};

/// The subject of a comparison, and f*.
struct CompareHeader {
  std::string version;
  CompareFiles files;
  std::map<std::string, std::string> settings;  // resolved, by name, as text
  double passes = 0;
  double lambda = 0;
  std::string target;
  std::string train_hash;
  std::string test_hash;  // empty without a test corpus
  CorpusSize corpus;
  std::optional<CorpusSize> test_corpus;
  std::uint64_t weights = 0;
  std::vector<MemoryUse> memory_published;  // of gradients, as published
  std::vector<MemoryUse> memory_merged;     // with twins merged
  double objective_at_zero = 0;
  Optimum optimum;
};

struct Comparison {
  CompareHeader header;
  std::vector<RunRecord> runs;  // those with the same name are adjacent
  std::vector<SkippedMethod> skipped;
  bool complete = false;  // whether all requested runs are present
};

/// The progress of the whole comparison. With several jobs, `run` is the one that reports.
struct CompareProgress {
  std::size_t runs_done = 0;     // including those of an earlier start
  std::size_t runs_planned = 0;  // grows if a step size search needs more trials than expected
  std::string run;               // "sg, eta 0.1", "optimum by lbfgs"
  double pass = 0;
  double passes = 0;  // the maximum
  double seconds = 0;
  double seconds_left = -1;  // a rough estimate; negative if not known
};

/// Calls are never concurrent, but may come from any thread of Compare.
class CompareObserver {
 public:
  virtual ~CompareObserver() = default;
  /// Called after both training runs for f*, also if they are known from an earlier start.
  virtual void OnOptimum(const Optimum&) {}
  virtual void OnProgress(const CompareProgress&) {}
  virtual void OnRun(const RunRecord&) {}
  virtual void OnSkipped(const SkippedMethod&) {}
  /// True ends the comparison with the runs that are complete. Called between passes and within
  /// them, every few milliseconds; it should return at once.
  virtual bool ShouldStop() { return false; }
};

/// Runs what is missing in settings.directory and keeps it there; see docs/compare.md. `test` may
/// be null; it must come from train.ReadHeldOut. Throws Error: kUsage for settings that make no
/// sense, or when the directory belongs to other data or settings; kData when what it holds is no
/// comparison; kSystem when it cannot be written or another process is at work in it.
Comparison Compare(const Corpus& train, const Corpus* test, const CompareSettings& settings,
                   CompareObserver* observer = nullptr);

/// Reads what Compare left in a directory, complete or not. Throws Error.
Comparison ReadComparison(const std::string& directory);

/// The text of summary.txt.
std::string SummaryText(const Comparison& comparison);

}  // namespace sagitta

#pragma GCC visibility pop
