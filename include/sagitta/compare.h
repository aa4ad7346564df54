// Compare: many methods on one task, pass by pass, against the optimum.
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

/// Names of files, for the record only.
struct CompareFiles {
  std::vector<std::string> train;
  std::string test;
  std::string template_file;
};

struct CompareSettings {
  /// Method, its options, tolerance, patience, a path of lambdas and checkpoints are not looked at:
  /// every method runs for all of the passes.
  TrainSettings training;
  /// NAME or NAME:OPTION=VALUE:...; "all" stands for every method there is.
  std::vector<std::string> methods = {"all"};
  std::string directory;   // where results.jsonl and summary.txt are kept; made if need be
  std::uint32_t jobs = 1;  // methods side by side, each in a thread of its own
  CompareFiles files;
};

/// One of the two long trainings for the optimum.
struct ReferenceRun {
  std::string method;
  Certificate certificate;  // objective and how far it can be from the optimum, in double
  double passes = 0;
  double seconds = 0;
  double wall_seconds = 0;
  StopReason stop_reason = StopReason::kNoPasses;
};

struct Optimum {
  std::vector<ReferenceRun> runs;  // two, when nothing was interrupted

  /// How far the two may be apart, of the optimum.
  static constexpr double kAgreement = 1e-9;

  /// f*: the lower of the two. REQUIRES: there is one.
  double Objective() const;
  /// Of the two, divided by f*. REQUIRES: there are two.
  double RelativeDifference() const;
  bool Agrees() const { return runs.size() == 2 && RelativeDifference() <= kAgreement; }
};

/// What was measured after each pass; all vectors that are not empty have one element a pass.
struct Curve {
  std::vector<double> pass;
  std::vector<double> seconds;
  std::vector<std::uint64_t> evaluations;
  std::vector<double> objective;
  std::vector<double> step;
  std::vector<double> gradient_inf;  // infinite: the method knows none
  std::vector<double> duality_gap;   // infinite: not at this pass; empty: the method has no dual
  std::vector<double> test_error;    // of tokens; empty: no test corpus
  std::vector<double> test_f1;       // of spans; empty: no test corpus, or no spans in it
};

/// counts[k] of the values are in [edges[k], edges[k+1]), in the last bin also its right end.
struct Histogram {
  std::vector<double> edges;
  std::vector<std::uint64_t> counts;
};

/// Smallest, largest and mean of values above zero, and their distribution on a logarithmic scale.
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
  Distribution visits;                    // of the examples seen
  std::optional<Distribution> lipschitz;  // L_i of the examples seen, at the end
  std::vector<double> lipschitz_visits;   // mean visits in each bin of L_i; NaN: it is empty
};

enum class RunMark {
  kBest,    // the run to look at: of a tuned step size the best
  kSecond,  // the second best step size
  kOther,
  kDiverged,
};

struct RunRecord {
  std::string name;  // as in CompareSettings::methods
  std::string method;
  std::map<std::string, std::string> options;  // all of them
  std::optional<double> eta;                   // when step sizes are tuned
  RunMark mark = RunMark::kBest;
  StopReason stop_reason = StopReason::kNoPasses;
  std::uint32_t jobs = 1;  // when it was made
  std::uint64_t memory_bytes = 0;
  double prepare_seconds = 0;
  double wall_seconds = 0;  // with scoring
  Curve curve;
  std::optional<Certificate> certificate;  // none: diverged
  std::optional<SamplingSummary> sampling;

  /// The objective ceased to be a finite number.
  bool Diverged() const;
  /// After the last pass; infinite: diverged.
  double FinalObjective() const;
  /// The lowest of all passes; infinite: there is none.
  double BestObjective() const;
  /// The first pass, as an index into the curve, with (f - f*)/f* <= gap.
  std::optional<std::size_t> Reaches(double gap, double optimum) const;
  /// The first pass with the lowest test error; none: no test corpus.
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

/// What a comparison is about, and f*.
struct CompareHeader {
  std::string version;
  CompareFiles files;
  std::map<std::string, std::string> settings;  // resolved, by name, as text
  double passes = 0;
  double lambda = 0;
  std::string target;
  std::string train_hash;
  std::string test_hash;  // empty: no test corpus
  CorpusSize corpus;
  std::optional<CorpusSize> test_corpus;
  std::uint64_t weights = 0;
  std::vector<MemoryUse> memory_published;  // of gradients, as published
  std::vector<MemoryUse> memory_merged;     // with twins as one
  double objective_at_zero = 0;
  Optimum optimum;
};

struct Comparison {
  CompareHeader header;
  std::vector<RunRecord> runs;  // those of one name one after the other
  std::vector<SkippedMethod> skipped;
  bool complete = false;  // nothing that was asked for is missing
};

/// Where the whole comparison is. With several jobs `run` is the one that reports.
struct CompareProgress {
  std::size_t runs_done = 0;     // also those of an earlier start
  std::size_t runs_planned = 0;  // grows when a step size needs more tries than expected
  std::string run;               // "sg, eta 0.1", "optimum by lbfgs"
  double pass = 0;
  double passes = 0;  // at most
  double seconds = 0;
  double seconds_left = -1;  // rough; negative: not known
};

/// Called one call at a time, from any of the threads that Compare makes.
class CompareObserver {
 public:
  virtual ~CompareObserver() = default;
  /// After both trainings for f*; also when they are known from an earlier start.
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
