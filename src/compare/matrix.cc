// Matrix: chooses the next run, makes it and reports progress.
#include "compare/matrix.h"

#include <algorithm>
#include <charconv>
#include <new>

#include "compare/run_method.h"
#include "compare/schedule.h"
#include "compare/step_search.h"
#include "optim/step_tuner.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

// The number of step sizes that a search usually tries.
constexpr std::size_t kUsualTries = 3;

std::string Text(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

}  // namespace

Matrix::Matrix(const MatrixInput& input, Comparison& comparison)
    : input_(input), comparison_(comparison) {
  if (comparison.header.optimum.given) return;
  const std::string deterministic = input.training.lambda1 > 0 ? "owlqn" : "lbfgs";
  for (const std::string& method : {deterministic, std::string("sag-nus-secant")}) {
    const auto& runs = comparison.header.optimum.runs;
    const auto same = [&](const ReferenceRun& run) { return run.method == method; };
    if (std::none_of(runs.begin(), runs.end(), same)) references_.push_back(method);
  }
}

void Matrix::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
}

// ---- The optimum ----

bool Matrix::FindOptimum() {
  RunWorkers(
      std::min(input_.jobs, 2u), [this] { return WorkOnOptimum(); }, [this] { Stop(); });
  if (stopped_) return false;
  // The same order, whichever finished first.
  auto& runs = comparison_.header.optimum.runs;
  std::sort(runs.begin(), runs.end(),
            [](const ReferenceRun& a, const ReferenceRun& b) { return a.method < b.method; });
  input_.observer.OnOptimum(comparison_.header.optimum);
  return true;
}

bool Matrix::WorkOnOptimum() {
  std::string method;
  {
    const std::lock_guard lock(mutex_);
    if (stopped_ || references_.empty()) return false;
    method = references_.front();
    references_.erase(references_.begin());
  }
  try {
    ReferenceRun run = RunReference(input_.train, input_.training, method,
                                    {[&](const PassRecord& pass) { WatchOptimum(method, pass); },
                                     [this] { return ShouldStop(); }});
    const std::lock_guard lock(mutex_);
    comparison_.header.optimum.runs.push_back(std::move(run));
    Save();
  } catch (const RunStopped&) {
    return false;
  }
  return true;
}

void Matrix::WatchOptimum(const std::string& method, const PassRecord& pass) {
  const std::lock_guard lock(mutex_);
  // Until a method has run, the pace of this training run is the best estimate.
  CompareProgress progress = Progress(pass.seconds / pass.pass);
  progress.run = "optimum by " + method;
  progress.pass = pass.pass;
  progress.passes = kReferencePasses;
  progress.seconds_left = pass.seconds_left < 0 ? -1 : pass.seconds_left + progress.seconds_left;
  input_.observer.OnProgress(progress);
}

bool Matrix::ShouldStop() {
  const std::lock_guard lock(mutex_);
  stopped_ = stopped_ || input_.observer.ShouldStop();
  return stopped_;
}

// ---- The runs ----

bool Matrix::RunAll() {
  RunWorkers(
      input_.jobs, [this] { return WorkOnRun(); }, [this] { Stop(); });
  return !stopped_;
}

bool Matrix::WorkOnRun() {
  std::optional<Work> work;
  {
    const std::lock_guard lock(mutex_);
    if (!stopped_) work = Next();
    if (!work) return false;
    active_[work->entry] = Active();
  }
  std::optional<RunRecord> record;
  std::string reason;
  try {
    record = RunMethod(
        input_.train, input_.test, SettingsOf(*work),
        {[&](const PassRecord& pass) { Watch(*work, pass); }, [this] { return ShouldStop(); }});
  } catch (const RunStopped&) {
    return false;
  } catch (const Error& error) {
    reason = error.what();
  } catch (const std::bad_alloc&) {
    reason = "not enough memory";
  }
  const std::lock_guard lock(mutex_);
  active_.erase(work->entry);
  if (record) {
    record->name = input_.entries[work->entry].name;
    record->eta = work->eta;
    record->jobs = input_.jobs;
    Keep(std::move(*record));
  } else {
    Skip(work->entry, reason);
  }
  return true;
}

TrainSettings Matrix::SettingsOf(const Work& work) const {
  const CompareEntry& entry = input_.entries[work.entry];
  TrainSettings settings = input_.training;
  settings.method = entry.method;
  settings.method_options = entry.options;
  if (work.eta) settings.method_options[kEtaOption] = Text(*work.eta);
  return settings;
}

void Matrix::Watch(const Work& work, const PassRecord& pass) {
  const std::lock_guard lock(mutex_);
  active_[work.entry].pass = pass.pass;
  CompareProgress progress = Progress();
  progress.run = input_.entries[work.entry].name;
  if (work.eta) progress.run += ", eta " + Text(*work.eta);
  progress.pass = pass.pass;
  progress.passes = input_.training.passes;
  input_.observer.OnProgress(progress);
}

void Matrix::Keep(RunRecord record) {
  const std::string name = record.name;
  const std::optional<double> eta = record.eta;
  auto& runs = comparison_.runs;
  runs.push_back(std::move(record));
  const auto rank = [this](const RunRecord& run) {
    const auto same = [&](const CompareEntry& entry) { return entry.name == run.name; };
    return std::find_if(input_.entries.begin(), input_.entries.end(), same) -
           input_.entries.begin();
  };
  // In the order of the list, other runs at the end; step sizes in ascending order.
  std::stable_sort(runs.begin(), runs.end(), [&](const RunRecord& a, const RunRecord& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return a.name != b.name ? a.name < b.name : a.eta < b.eta;
  });
  const auto mine = [&](const RunRecord& run) { return run.name == name; };
  const auto begin = std::find_if(runs.begin(), runs.end(), mine);
  const auto end = std::find_if_not(begin, runs.end(), mine);
  MarkRuns({begin, end});
  Save();
  input_.observer.OnRun(
      *std::find_if(begin, end, [&](const RunRecord& run) { return run.eta == eta; }));
}

void Matrix::Skip(std::size_t entry, const std::string& reason) {
  comparison_.skipped.push_back({input_.entries[entry].name, input_.entries[entry].method, reason});
  Save();
  input_.observer.OnSkipped(comparison_.skipped.back());
}

void Matrix::Save() { input_.store.Save(comparison_); }

// ---- Missing runs ----

std::vector<const RunRecord*> Matrix::RunsOf(std::size_t entry) const {
  std::vector<const RunRecord*> runs;
  for (const RunRecord& run : comparison_.runs) {
    if (run.name == input_.entries[entry].name) runs.push_back(&run);
  }
  return runs;
}

bool Matrix::IsSkipped(std::size_t entry) const {
  const auto same = [&](const SkippedMethod& skipped) {
    return skipped.name == input_.entries[entry].name;
  };
  return std::any_of(comparison_.skipped.begin(), comparison_.skipped.end(), same);
}

std::optional<Matrix::Work> Matrix::OpenRun(std::size_t entry) const {
  if (IsSkipped(entry)) return std::nullopt;
  const std::vector<const RunRecord*> runs = RunsOf(entry);
  if (!input_.entries[entry].tuned) {
    return runs.empty() ? std::optional<Work>({entry, std::nullopt}) : std::nullopt;
  }
  std::map<int, double> tried;
  for (const RunRecord* run : runs) {
    if (run->eta) tried[PowerOf(*run->eta)] = run->FinalObjective();
  }
  const std::optional<int> power = NextPower(tried);
  return power ? std::optional<Work>({entry, EtaOf(*power)}) : std::nullopt;
}

std::optional<Matrix::Work> Matrix::Next() const {
  for (std::size_t entry = 0; entry < input_.entries.size(); ++entry) {
    if (active_.contains(entry)) continue;
    if (const auto work = OpenRun(entry)) return work;
  }
  return std::nullopt;
}

// ---- Progress ----

std::size_t Matrix::RunsToCome(std::size_t entry) const {
  if (!OpenRun(entry)) return 0;
  if (!input_.entries[entry].tuned) return 1;
  const std::size_t done = RunsOf(entry).size();
  return done < kUsualTries ? kUsualTries - done : 1;
}

Workload Matrix::LoadOf(std::size_t entry) const {
  Workload load;
  load.passes = static_cast<double>(RunsToCome(entry)) * input_.training.passes;
  const auto active = active_.find(entry);
  if (active != active_.end()) {
    load.passes = std::max(0.0, load.passes - active->second.pass);
    load.pace = active->second.Pace();
  }
  for (const RunRecord* run : RunsOf(entry)) {
    if (load.pace == 0) load.pace = run->wall_seconds / run->curve.pass.back();
  }
  return load;
}

CompareProgress Matrix::Progress(double guess) const {
  CompareProgress progress;
  std::vector<Workload> loads = {{0, guess}};
  for (std::size_t entry = 0; entry < input_.entries.size(); ++entry) {
    const std::size_t done = RunsOf(entry).size();
    progress.runs_done += done;
    progress.runs_planned += done + RunsToCome(entry);
    loads.push_back(LoadOf(entry));
  }
  progress.seconds = stopwatch_.Seconds();
  progress.seconds_left = SecondsLeft(loads, input_.jobs);
  return progress;
}

}  // namespace sagitta
