// Whole comparisons on small data: against single trainings, stopped, gone on with, side by side.
#include "sagitta/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "api/training.h"
#include "compare/result_store.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

/// Counts what it is told, and stops a comparison after a number of passes.
class Watcher final : public CompareObserver {
 public:
  explicit Watcher(std::size_t stop_after = SIZE_MAX) : stop_after_(stop_after) {}

  void OnOptimum(const Optimum& found) override { optimum = found; }
  void OnProgress(const CompareProgress& progress) override {
    ++passes;
    EXPECT_LE(progress.runs_done, progress.runs_planned);
    last = progress;
  }
  void OnRun(const RunRecord& run) override { names.push_back(run.name); }
  void OnSkipped(const SkippedMethod& skipped) override { names.push_back("-" + skipped.name); }
  bool ShouldStop() override { return passes >= stop_after_; }

  Optimum optimum;
  CompareProgress last;
  std::vector<std::string> names;
  std::size_t passes = 0;

 private:
  std::size_t stop_after_;
};

class CompareTest : public testing::Test {
 protected:
  CompareTest()
      : train_file_(SynthText("chunk", 60, 1)),
        test_file_(SynthText("chunk", 30, 2)),
        train_(Corpus::Read({train_file_.path()}, {})),
        test_(train_.ReadHeldOut({test_file_.path()})),
        folder_(TempPath("-compare")) {
    settings_.directory = folder_;
    settings_.methods = {"sag-nus-star", "lbfgs", "sg"};
    settings_.training.passes = 8;
    settings_.files.train = {"train.txt"};
  }
  ~CompareTest() override { std::filesystem::remove_all(folder_); }

  Comparison Run(CompareObserver* observer = nullptr) const {
    return Compare(train_, &test_, settings_, observer);
  }
  std::string Results() const { return FileBytes(folder_ + "/results.jsonl"); }
  std::string Message(const Corpus& train, const Corpus* test) const {
    try {
      Compare(train, test, settings_);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  void ExpectRefusal(const std::string& part) const {
    EXPECT_NE(Message(train_, &test_).find(part), std::string::npos) << Message(train_, &test_);
  }

  TempFile train_file_, test_file_;
  Corpus train_, test_;
  std::string folder_;
  CompareSettings settings_;
};

/// All that does not depend on the clock.
void ExpectSameCurves(const RunRecord& a, const RunRecord& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.eta, b.eta);
  EXPECT_EQ(a.mark, b.mark);
  EXPECT_EQ(a.options, b.options);
  EXPECT_EQ(a.curve.evaluations, b.curve.evaluations) << a.name;
  EXPECT_EQ(a.curve.objective, b.curve.objective) << a.name;
  EXPECT_EQ(a.curve.test_error, b.curve.test_error) << a.name;
  EXPECT_EQ(a.curve.test_f1, b.curve.test_f1) << a.name;
}

/// Keeps the records of one training.
struct PassKeeper final : TrainObserver {
  void OnPass(const PassRecord& record) override { records.push_back(record); }
  void OnDevEvaluation(const Evaluation& evaluation) override {
    errors.push_back(1 - evaluation.TokenAccuracy());
  }
  std::vector<PassRecord> records;
  std::vector<double> errors;
};

TEST_F(CompareTest, RecordsWhatSingleTrainingsShow) {
  Watcher watcher;
  const Comparison comparison = Run(&watcher);
  EXPECT_TRUE(comparison.complete);
  EXPECT_TRUE(watcher.optimum.Agrees());
  EXPECT_EQ(watcher.names.size(), comparison.runs.size());
  const double optimum = comparison.header.optimum.Objective();
  for (const RunRecord& run : comparison.runs) {
    TrainSettings settings;
    settings.method = run.method;
    settings.passes = 8;
    settings.tolerance = 0;
    settings.trace_objective = true;
    if (run.eta) settings.method_options["eta"] = run.options.at("eta");
    PassKeeper keeper;
    const TrainResult result = Train(train_, &test_, settings, &keeper);
    ASSERT_EQ(run.curve.pass.size(), keeper.records.size()) << run.name;
    for (std::size_t k = 0; k < keeper.records.size(); ++k) {
      EXPECT_EQ(run.curve.pass[k], keeper.records[k].pass);
      EXPECT_EQ(run.curve.evaluations[k], keeper.records[k].evaluations);
      EXPECT_EQ(run.curve.objective[k], *keeper.records[k].objective);
      EXPECT_EQ(run.curve.test_f1[k], *keeper.records[k].dev_score);
    }
    EXPECT_EQ(run.curve.test_error, keeper.errors);
    EXPECT_EQ(run.certificate->objective, result.summary.certificate.objective);
    EXPECT_NEAR(run.FinalObjective(), run.certificate->objective, 1e-7 * run.FinalObjective());
    EXPECT_GE(run.BestObjective(), optimum - 1e-8 * optimum) << run.name;
  }
}

TEST_F(CompareTest, FindsTheOptimumAndTheStart) {
  settings_.methods = {"sag"};
  const Comparison comparison = Run();
  // f(0): every labelling is as likely as any other.
  const double labels = static_cast<double>(comparison.header.corpus.labels);
  const double length = static_cast<double>(comparison.header.corpus.tokens) / 60;
  EXPECT_NEAR(comparison.header.objective_at_zero, length * std::log(labels), 1e-9);
  EXPECT_EQ(comparison.header.weights * 60, comparison.header.memory_published[0].values);
  TrainSettings settings;
  settings.precision = Precision::kDouble;
  settings.tolerance = 1e-8;
  settings.passes = 1000;
  const Certificate certificate = Train(train_, nullptr, settings).summary.certificate;
  EXPECT_NEAR(comparison.header.optimum.Objective(), certificate.objective, 1e-9);
}

TEST_F(CompareTest, TunesStepSizesAndMarksThem) {
  const Comparison comparison = Run();
  const RunRecord* best = nullptr;
  std::vector<double> etas;
  for (const RunRecord& run : comparison.runs) {
    if (run.name != "sg") continue;
    etas.push_back(*run.eta);
    if (run.mark == RunMark::kBest) best = &run;
  }
  ASSERT_NE(best, nullptr);
  EXPECT_TRUE(std::is_sorted(etas.begin(), etas.end()));
  EXPECT_GE(etas.size(), 3u);
  EXPECT_LT(etas.front(), *best->eta);
  EXPECT_GT(etas.back(), *best->eta);
  for (const RunRecord& run : comparison.runs) {
    if (run.name != "sg") continue;
    EXPECT_GE(run.FinalObjective(), best->FinalObjective());
  }
}

TEST_F(CompareTest, KnowsHowExamplesWereSampled) {
  settings_.methods = {"sag-nus-star",  "sag-nus",        "sag",
                       "saga-nus-star", "sg-nus:eta=0.1", "lbfgs"};
  const Comparison comparison = Run();
  for (const RunRecord& run : comparison.runs) {
    if (run.name == "lbfgs") {
      EXPECT_FALSE(run.sampling);
      continue;
    }
    ASSERT_TRUE(run.sampling) << run.name;
    const SamplingSummary& sampling = *run.sampling;
    EXPECT_EQ(sampling.examples, 60u);
    EXPECT_EQ(sampling.lipschitz.has_value(), run.name != "sag");
    std::uint64_t seen = 0;
    for (const std::uint64_t count : sampling.visits.histogram.counts) seen += count;
    EXPECT_EQ(seen + sampling.unseen, 60u);
    // A visit is an evaluation, and a line search some more.
    EXPECT_LE(sampling.iterations, run.curve.evaluations.back());
    EXPECT_GE(2 * sampling.iterations, run.curve.evaluations.back() / 4);
  }
}

TEST_F(CompareTest, GoesOnWhereItWasStopped) {
  const std::vector<RunRecord> whole = Run().runs;
  std::filesystem::remove_all(folder_);
  std::size_t starts = 0, stopped_early = 0;
  Comparison comparison;
  for (std::size_t patience = 20; !comparison.complete && starts < 200; patience += 20, ++starts) {
    Watcher watcher(patience);
    const std::size_t before = comparison.runs.size();
    comparison = Run(&watcher);
    stopped_early += comparison.complete ? 0 : 1;
    EXPECT_GE(comparison.runs.size(), before) << "a run was lost";
    EXPECT_EQ(FileBytes(folder_ + "/summary.txt"), SummaryText(comparison));
    EXPECT_EQ(ReadComparison(folder_).complete, comparison.complete);
  }
  EXPECT_TRUE(comparison.complete);
  EXPECT_GT(stopped_early, 3u);
  ASSERT_EQ(comparison.runs.size(), whole.size());
  for (std::size_t k = 0; k < whole.size(); ++k) ExpectSameCurves(comparison.runs[k], whole[k]);
}

TEST_F(CompareTest, MakesNothingTwice) {
  Run();
  const std::string before = Results();
  Watcher watcher;
  EXPECT_TRUE(Run(&watcher).complete);
  EXPECT_EQ(watcher.passes, 0u);
  EXPECT_EQ(Results(), before);
  settings_.methods = {"sag"};
  const Comparison more = Run(&watcher);
  EXPECT_EQ(watcher.names, std::vector<std::string>{"sag"});
  EXPECT_EQ(more.runs.front().name, "sag");
  EXPECT_GT(more.runs.size(), 3u);
}

// Few passes over few sequences: ThreadSanitizer makes them slow.
TEST_F(CompareTest, ComesToTheSameInThreads) {
  const TempFile few(SynthText("chunk", 12, 1));
  const Corpus corpus = Corpus::Read({few.path()}, {});
  settings_.methods = {"sag-nus-star", "sg", "lbfgs"};
  settings_.training.passes = 3;
  const std::vector<RunRecord> alone = Compare(corpus, nullptr, settings_).runs;
  std::filesystem::remove_all(folder_);
  settings_.jobs = 3;
  const Comparison comparison = Compare(corpus, nullptr, settings_);
  ASSERT_EQ(comparison.runs.size(), alone.size());
  for (std::size_t k = 0; k < alone.size(); ++k) {
    ExpectSameCurves(comparison.runs[k], alone[k]);
    EXPECT_EQ(comparison.runs[k].jobs, 3u);
  }
}

TEST_F(CompareTest, RefusesWhatIsNotTheSame) {
  settings_.methods = {"sag"};
  Run();
  const CompareSettings same = settings_;
  const std::string held = "'" + folder_ + "' contains a comparison ";
  settings_.training.passes = 9;
  ExpectRefusal(held + "with passes 8, this one has 9; choose another directory");
  settings_ = same;
  settings_.training.seed = 2;
  ExpectRefusal("with seed 1, this one has 2");
  settings_ = same;
  settings_.training.lambda1 = 1e-3;
  ExpectRefusal("lambda1 0, this one has 0.001");
  settings_ = same;
  EXPECT_NE(Message(train_, nullptr).find("with test data, this one has none"), std::string::npos);
  const Corpus other = train_.ReadHeldOut({train_file_.path()});
  EXPECT_NE(Message(train_, &other).find("with other test data"), std::string::npos);
  settings_.training.lambda = 1.0 / 60;
  const TempFile file(SynthText("chunk", 61, 1));
  EXPECT_NE(Message(Corpus::Read({file.path()}, {}), nullptr).find("of other training data"),
            std::string::npos);
}

TEST_F(CompareTest, RefusesBadSettings) {
  settings_.methods = {"sgg"};
  ExpectRefusal("unknown method 'sgg', did you mean 'sag'?");
  settings_.methods = {"sg"};
  settings_.jobs = 0;
  ExpectRefusal("jobs: found '0'");
  settings_.jobs = 1;
  settings_.training.lambda = -1;
  ExpectRefusal("lambda: found '-1'");
  settings_.training.lambda.reset();
  settings_.training.passes = 0;
  ExpectRefusal("passes: found '0'");
  settings_.training.passes = 5;
  const Corpus other = Corpus::Read({test_file_.path()}, {});
  EXPECT_NE(Message(train_, &other).find("does not share the dictionaries"), std::string::npos);
  settings_.directory = train_file_.path();
  ExpectRefusal("cannot create the directory of results");
}

TEST_F(CompareTest, RefusesAForeignOrBusyDirectory) {
  std::filesystem::create_directory(folder_);
  std::ofstream(folder_ + "/results.jsonl") << "{\"my\": \"results\"}\n";
  ExpectRefusal("results.jsonl:1: ");
  EXPECT_EQ(Results(), "{\"my\": \"results\"}\n");
  std::filesystem::remove_all(folder_);
  const ResultStore busy(folder_);
  ExpectRefusal("another comparison is running in this directory");
}

TEST_F(CompareTest, KeepsRunsThatDiverge) {
  settings_.methods = {"smd:eta=1e8", "sg:eta=1e30", "sag"};
  const Comparison comparison = Run();
  EXPECT_TRUE(comparison.complete);
  ASSERT_EQ(comparison.runs.size(), 3u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_TRUE(comparison.runs[k].Diverged());
    EXPECT_EQ(comparison.runs[k].mark, RunMark::kDiverged);
    EXPECT_LT(comparison.runs[k].curve.pass.back(), 8) << "it goes on to no avail";
  }
  EXPECT_FALSE(comparison.runs[2].Diverged());
  const std::string before = Results();
  Run();
  EXPECT_EQ(Results(), before) << "a run that diverged is complete";
}

TEST_F(CompareTest, LeavesOutWhatCannotRun) {
  settings_.training.lambda1 = 1e-3;
  settings_.methods = {"lbfgs", "sag-nus-star", "oeg", "sag:batch=0"};
  Watcher watcher;
  const Comparison comparison = Run(&watcher);
  EXPECT_TRUE(comparison.complete);
  EXPECT_EQ(watcher.names,
            (std::vector<std::string>{"-lbfgs", "sag-nus-star", "-oeg", "-sag:batch=0"}));
  EXPECT_NE(comparison.skipped[0].reason.find("has no L1 form"), std::string::npos);
  EXPECT_EQ(comparison.header.optimum.runs[0].method, "owlqn");
}

TEST_F(CompareTest, WorksWithoutTestDataAndSpans) {
  const TempFile file(SmallText());
  const Corpus corpus = Corpus::Read({file.path()}, {});
  settings_.methods = {"sag"};
  const Comparison without = Compare(corpus, nullptr, settings_);
  EXPECT_TRUE(without.runs[0].curve.test_error.empty());
  EXPECT_FALSE(without.runs[0].BestTest());
  std::filesystem::remove_all(folder_);
  const Corpus alike = corpus.ReadHeldOut({file.path()});
  const Comparison with = Compare(corpus, &alike, settings_);
  EXPECT_EQ(with.runs[0].curve.test_error.size(), with.runs[0].curve.pass.size());
  EXPECT_TRUE(with.runs[0].curve.test_f1.empty());
  EXPECT_EQ(with.runs[0].curve.objective, without.runs[0].curve.objective)
      << "scoring must not change training";
}

TEST_F(CompareTest, TakesAKnownOptimum) {
  settings_.methods = {"lbfgs"};
  const Comparison computed = Run();
  const std::string elsewhere = folder_ + "-known";
  settings_.directory = elsewhere;
  settings_.optimum = computed.header.optimum.Objective();
  settings_.training.seed = 2;  // the optimum is that of any seed
  const Comparison known = Run();
  EXPECT_TRUE(known.complete);
  EXPECT_TRUE(known.header.optimum.runs.empty());
  EXPECT_EQ(known.header.optimum.Objective(), computed.header.optimum.Objective());
  ExpectSameCurves(known.runs.at(0), computed.runs.at(0));
  EXPECT_NE(SummaryText(known).find(", as given\n"), std::string::npos);
  EXPECT_EQ(ReadComparison(elsewhere).header.optimum.given, settings_.optimum);
  settings_.optimum = 0.5;
  ExpectRefusal("another optimum");
  settings_.optimum = -1;
  ExpectRefusal("optimum: expected a number above 0");
  settings_.directory = folder_;
  settings_.training.seed = 1;
  settings_.optimum = 0.5;
  ExpectRefusal("another optimum");
  std::filesystem::remove_all(elsewhere);
}

}  // namespace
}  // namespace sagitta
