// sagitta/crfsuite.h and sagitta/compat.h: CRFsuite's trainer as a library, without a program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "compat/learn_log.h"
#include "sagitta/compat.h"
#include "sagitta/corpus_appender.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"
#include "support/golden.h"

namespace sagitta::compat_testing {
namespace {

using crfsuite::Parameters;
using crfsuite::ParameterType;

Corpus GoldenCorpus(const std::vector<std::string>& files = {"train.attr"}) {
  std::vector<std::string> paths;
  for (const std::string& file : files) paths.push_back(GoldenPath(file));
  ReadOptions read;
  read.format = Format::kAttributes;
  return Corpus::Read(paths, read);
}

/// A log and its pieces.
struct Pieces {
  std::vector<std::string> all;
  crfsuite::LogSink Sink() {
    return [this](std::string_view piece) { all.emplace_back(piece); };
  }
  std::string Text() const {
    std::string text;
    for (const std::string& piece : all) text += piece;
    return text;
  }
};

std::string Refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

// The names and defaults that CRFsuite 0.12.2 lists (crfsuite learn -H -a NAME), then our own.
TEST(CrfsuiteParameters, AreThoseOfCrfsuite) {
  const auto listed = [](const char* algorithm) {
    std::string text;
    const Parameters parameters(algorithm);
    for (const crfsuite::Parameter& parameter : parameters.list()) {
      text += std::string(parameter.name) + "=" + parameters.Get(parameter.name) + " ";
    }
    return text;
  };
  const std::string features =
      "feature.minfreq=0.000000 feature.possible_states=0 feature.possible_transitions=0 ";
  EXPECT_EQ(listed("lbfgs"),
            features +
                "c1=0.000000 c2=1.000000 num_memories=6 max_iterations=2147483647 epsilon=0.000010 "
                "period=10 delta=0.000010 linesearch=MoreThuente max_linesearch=20 method= ");
  EXPECT_EQ(listed("l2sgd"), features +
                                 "c2=1.000000 max_iterations=1000 period=10 delta=0.000001 "
                                 "calibration.eta=0.100000 calibration.rate=2.000000 "
                                 "calibration.samples=1000 calibration.candidates=10 "
                                 "calibration.max_trials=20 method= ");
  EXPECT_EQ(listed("averaged-perceptron"),
            features + "max_iterations=100 epsilon=0.000000 method= ");
  EXPECT_EQ(listed("pa"), features +
                              "type=1 c=1.000000 error_sensitive=1 averaging=1 max_iterations=100 "
                              "epsilon=0.000000 method= ");
  EXPECT_EQ(listed("arow"), features +
                                "variance=1.000000 gamma=1.000000 max_iterations=100 "
                                "epsilon=0.000000 method= ");
}

TEST(CrfsuiteParameters, HaveTypesHelpAndAnEffectOrNone) {
  const Parameters parameters;
  EXPECT_EQ(parameters.algorithm_name(), "lbfgs");
  EXPECT_EQ(parameters.Find("c2")->type, ParameterType::kFloat);
  EXPECT_EQ(parameters.Find("period")->type, ParameterType::kInt);
  EXPECT_EQ(parameters.Find("linesearch")->type, ParameterType::kString);
  EXPECT_TRUE(parameters.Find("c2")->has_effect);
  EXPECT_FALSE(parameters.Find("linesearch")->has_effect);
  EXPECT_EQ(parameters.Find("calibration.eta"), nullptr);
  for (const char* name : {"lbfgs", "l2sgd", "ap", "pa", "arow"}) {
    for (const crfsuite::Parameter& parameter : Parameters(name).list()) {
      EXPECT_FALSE(parameter.help.empty()) << parameter.name;
    }
  }
}

TEST(CrfsuiteParameters, AreSetAndRead) {
  Parameters parameters("lbfgs");
  EXPECT_FALSE(parameters.IsSet("delta"));
  parameters.Set("delta", "1e-9");
  EXPECT_TRUE(parameters.IsSet("delta"));
  EXPECT_EQ(parameters.Text("delta"), "1e-9");
  EXPECT_EQ(parameters.Number("delta"), 1e-9);
  EXPECT_EQ(parameters.Get("delta"), "0.000000");
  parameters.Set("max_iterations", "50");
  EXPECT_EQ(parameters.Get("max_iterations"), "50");
  EXPECT_EQ(parameters.Settings().passes, 50);
}

TEST(CrfsuiteParameters, AreCheckedAndKeepTheirValueWhenRefused) {
  Parameters parameters("lbfgs");
  parameters.Set("c2", "0.5");
  EXPECT_EQ(Refusal([&] { parameters.Set("c2", "-1"); }),
            "c2: found '-1', expected a number, 0 or above");
  for (const char* value : {"", "x", "1x", "nan", "inf"}) {
    EXPECT_NE(Refusal([&] { parameters.Set("c2", value); }), "") << value;
  }
  EXPECT_EQ(parameters.Get("c2"), "0.500000");
  for (const char* value : {"1.5", "-1", "2147483648"}) {
    EXPECT_EQ(
        Refusal([&] { parameters.Set("period", value); }),
        std::string("period: found '") + value + "', expected a whole number, 0 to 2147483647");
  }
  EXPECT_EQ(Refusal([&] { parameters.Set("priod", "1"); }),
            "'priod' is not a parameter of lbfgs, did you mean 'period'?");
  EXPECT_EQ(Refusal([&] { parameters.Get("variance"); }), "'variance' is not a parameter of lbfgs");
  EXPECT_EQ(Refusal([] { Parameters("sgd"); }),
            "algorithm: found 'sgd', expected one of lbfgs, l2sgd, ap, pa, arow");
  Parameters online("ap");
  online.Set("max_iterations", "0");
  EXPECT_EQ(Refusal([&] { online.Settings(); }), "max_iterations: found 0, expected at least 1");
}

TEST(CrfsuiteParameters, BecomeSettings) {
  Parameters parameters("lbfgs");
  TrainSettings settings = parameters.Settings();
  EXPECT_EQ(settings.features, FeatureSet::kObserved);
  EXPECT_EQ(settings.transitions, FeatureSet::kObserved);
  EXPECT_EQ(settings.c1, 0);
  EXPECT_EQ(settings.c2, 1);
  EXPECT_EQ(settings.tolerance, 1e-5);
  parameters.Set("feature.possible_states", "1");
  parameters.Set("feature.possible_transitions", "1");
  parameters.Set("feature.minfreq", "2.5");
  parameters.Set("c1", "0.25");
  parameters.Set("c2", "0");
  parameters.Set("max_iterations", "0");
  parameters.Set("num_memories", "3");
  parameters.Set("method", "owlqn");
  settings = parameters.Settings();
  EXPECT_EQ(settings.features, FeatureSet::kAll);
  EXPECT_EQ(settings.transitions, FeatureSet::kAll);
  EXPECT_EQ(settings.min_frequency, 2.5);
  EXPECT_EQ(settings.c1, 0.25);
  EXPECT_EQ(settings.c2, kLeastC2);
  EXPECT_EQ(settings.passes, 2147483647);
  EXPECT_EQ(settings.method, "owlqn");
  EXPECT_EQ(settings.method_options.at("history"), "3");
  EXPECT_EQ(settings.precision, Precision::kDouble);
  EXPECT_EQ(Parameters().Settings().precision, Precision::kFloat);
  EXPECT_EQ(Parameters("arow").Settings().c2, 1);
}

TEST(CrfsuiteParameters, NotesTellWhatDiffers) {
  using Notes = std::vector<std::string>;
  Parameters parameters("lbfgs");
  parameters.Set("method", "lbfgs");
  EXPECT_EQ(parameters.Notes(), Notes());
  parameters.Set("max_linesearch", "5");
  parameters.Set("c2", "0");
  EXPECT_EQ(parameters.Notes(),
            Notes({"max_linesearch has no effect",
                   "c2=0: a c2 of 1e-8 is used, because training needs some L2 regularisation"}));
  EXPECT_EQ(Parameters("pa").Notes(),
            Notes({"passive-aggressive: a CRF with c2=1 is trained by sag-nus-secant instead"}));
}

TEST(CrfsuiteTrain, LogsInThePiecesOfCrfsuite) {
  Parameters parameters;
  parameters.Set("max_iterations", "4");
  Pieces pieces;
  const crfsuite::Training training = crfsuite::Train(GoldenCorpus(), parameters, pieces.Sink());
  ASSERT_GT(pieces.all.size(), 60u);
  EXPECT_EQ(pieces.all[0], "Feature generation\n");
  EXPECT_EQ(pieces.all[1], "type: CRF1d\n");
  // feature.* are three lines. Then the bar: 0....1....2, up to 10.
  EXPECT_EQ(pieces.all[5], "0");
  EXPECT_EQ(pieces.all[6], ".");
  EXPECT_EQ(pieces.all[10], "1");
  EXPECT_EQ(pieces.all[55], "10");
  EXPECT_EQ(pieces.all[56], "\n");
  EXPECT_EQ(pieces.all[57], "Number of features: 89\n");
  for (std::size_t i = 57; i < pieces.all.size(); ++i) {
    EXPECT_EQ(pieces.all[i].find('\n'), pieces.all[i].size() - 1) << pieces.all[i];
  }
  EXPECT_TRUE(pieces.Text().ends_with("\n\n"));
  const LearnLog log = ParseLearnLog(pieces.Text());
  EXPECT_TRUE(log.odd.empty()) << log.odd.front();
  EXPECT_EQ(log.iterations.size(), 4u);
  EXPECT_EQ(training.features, 89u);
  EXPECT_EQ(training.corpus.sequences, 12u);
  EXPECT_EQ(training.summary.stop_reason, StopReason::kPasses);
  EXPECT_NEAR(log.Last("Loss"), 12 * training.summary.certificate.objective, 1e-6);
}

TEST(CrfsuiteTrain, WithoutALogGivesTheSameModel) {
  Pieces pieces;
  const Parameters parameters("l2sgd");
  const crfsuite::Training logged = crfsuite::Train(GoldenCorpus(), parameters, pieces.Sink());
  const crfsuite::Training silent = crfsuite::Train(GoldenCorpus(), parameters);
  EXPECT_EQ(silent.summary.certificate.objective, logged.summary.certificate.objective);
}

TEST(CrfsuiteTrain, WhatTheLogThrowsLeavesTrain) {
  struct Stop {};
  const auto sink = [](std::string_view piece) {
    if (piece == "***** Iteration #2 *****\n") throw Stop();
  };
  EXPECT_THROW(crfsuite::Train(GoldenCorpus(), Parameters(), sink), Stop);
}

TEST(CrfsuiteTrain, AnObserverSeesEverythingAndCanStop) {
  struct Observer final : TrainObserver {
    void OnStart(const TrainStart& start) override { weights = start.weights; }
    void OnPass(const PassRecord&) override { ++passes; }
    void OnDevEvaluation(const Evaluation&) override { ++evaluations; }
    void OnEnd(const TrainSummary&) override { ended = true; }
    bool ShouldStop() override { return passes == 3; }
    std::uint64_t weights = 0;
    int passes = 0;
    int evaluations = 0;
    bool ended = false;
  };
  const Corpus corpus = GoldenCorpus({"train.attr", "test.attr"});
  Observer observer;
  Pieces pieces;
  const crfsuite::Training training = crfsuite::Train(
      corpus, Parameters(), pieces.Sink(), {crfsuite::GroupByFile(corpus), 2}, &observer);
  EXPECT_EQ(observer.weights, 89u);
  EXPECT_EQ(observer.passes, 3);
  EXPECT_EQ(observer.evaluations, 3);
  EXPECT_TRUE(observer.ended);
  EXPECT_EQ(training.summary.stop_reason, StopReason::kCancelled);
  EXPECT_EQ(training.corpus.sequences, 18u);
  EXPECT_EQ(pieces.all[0], "Holdout group: 2\n");
  const std::string text = pieces.Text();
  EXPECT_NE(text.find("L-BFGS terminated with the stopping criteria\n"), std::string::npos);
  EXPECT_EQ(ParseLearnLog(text).iterations.back().labels.size(), 4u);
}

TEST(CrfsuiteTrain, RefusesAHoldoutGroupThatIsNotThere) {
  const Corpus corpus = GoldenCorpus({"train.attr", "test.attr"});
  const crfsuite::Groups groups = crfsuite::GroupByFile(corpus);
  EXPECT_EQ(Refusal([&] {
              crfsuite::Train(corpus, Parameters(), {}, {groups, 3});
            }),
            "holdout: found group 3, but there are 2 groups");
  EXPECT_EQ(Refusal([&] {
              crfsuite::Train(corpus, Parameters(), {}, {{groups[0]}, 1});
            }),
            "holdout: found group 1, but there is no other group to train on");
}

TEST(CrfsuiteGroups, PartitionTheSequences) {
  const Corpus corpus = GoldenCorpus({"train.attr", "test.attr"});
  const crfsuite::Groups files = crfsuite::GroupByFile(corpus);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].size(), 12u);
  EXPECT_EQ(files[1], std::vector<std::uint32_t>({12, 13, 14, 15, 16, 17}));
  const crfsuite::Groups split = crfsuite::SplitIntoGroups(corpus, 4);
  ASSERT_EQ(split.size(), 4u);
  std::set<std::uint32_t> seen;
  for (const std::vector<std::uint32_t>& group : split) {
    EXPECT_TRUE(group.size() == 4 || group.size() == 5);
    seen.insert(group.begin(), group.end());
  }
  EXPECT_EQ(seen.size(), 18u);
  EXPECT_EQ(*seen.rbegin(), 17u);
  EXPECT_FALSE(std::is_sorted(split[0].begin(), split[0].end()));
  EXPECT_EQ(crfsuite::SplitIntoGroups(corpus, 4), split);
  EXPECT_NE(Refusal([&] { crfsuite::SplitIntoGroups(corpus, 19); }), "");
}

TEST(CrfsuiteStore, WritesTheModelAndLogsItsFigures) {
  const std::string path = testing::TempDir() + "crfsuite_store_model";
  const crfsuite::Training training = crfsuite::Train(GoldenCorpus(), Parameters());
  Pieces pieces;
  crfsuite::Store(training, path, pieces.Sink());
  const Model model = Model::Load(path);
  std::filesystem::remove(path);
  EXPECT_EQ(model.weight_count(), training.model.weight_count());
  ASSERT_EQ(pieces.all.size(), 10u);
  // One attribute occurs only with a negative sum of values, which is below feature.minfreq.
  EXPECT_EQ(pieces.all[0], "Storing the model\n");
  EXPECT_EQ(pieces.all[1], "Number of active features: 89 (89)\n");
  EXPECT_EQ(pieces.all[2], "Number of active attributes: 73 (74)\n");
  EXPECT_EQ(pieces.all[3], "Number of active labels: 3 (3)\n");
  EXPECT_TRUE(pieces.all[8].starts_with("Seconds required: 0."));
  EXPECT_EQ(pieces.all[9], "\n");
}

TEST(CrfsuiteStore, LogsBeforeItWrites) {
  const std::string path = testing::TempDir() + "crfsuite_store_nothing";
  const crfsuite::Training training = crfsuite::Train(GoldenCorpus(), Parameters());
  struct Stop {};
  const auto sink = [](std::string_view) { throw Stop(); };
  EXPECT_THROW(crfsuite::Store(training, path, sink), Stop);
  EXPECT_FALSE(std::filesystem::exists(path));
}

std::string DumpText(const crfsuite::ModelDump& dump) {
  std::string text;
  crfsuite::WriteDump(dump, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(CrfsuiteDump, OfAFileIsTheOriginals) {
  const crfsuite::ModelDump dump = crfsuite::DumpFile(GoldenPath("crfsuite/model"));
  EXPECT_EQ(DumpText(dump), GoldenText("crfsuite/dump.txt"));
  EXPECT_EQ(dump.header.size, 5548u);
  EXPECT_EQ(dump.header.num_attrs, 15u);
  EXPECT_EQ(dump.labels, std::vector<std::string>({"B", "O", "I"}));
  EXPECT_EQ(dump.attributes[7], "\\last");
  // dump.txt: "(1) B --> B: ..." and so on, one line per element.
  const std::string text = GoldenText("crfsuite/dump.txt");
  const auto lines = [&](const std::string& mark) {
    std::size_t count = 0;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(dump.transitions.size(), lines("\n  (1) "));
  EXPECT_EQ(dump.state_features.size(), lines("\n  (0) "));
}

TEST(CrfsuiteDump, OfBytesAndOfAModelIsTheSame) {
  const std::string text = GoldenText("crfsuite/dump.txt");
  EXPECT_EQ(DumpText(crfsuite::DumpBytes(GoldenText("crfsuite/model"))), text);
  EXPECT_EQ(DumpText(crfsuite::Dump(Model::Load(GoldenPath("crfsuite/model")))), text);
}

TEST(CrfsuiteDump, HoldsTheWeightsOfTheModel) {
  const Model model = crfsuite::Train(GoldenCorpus(), Parameters()).model;
  const crfsuite::ModelDump dump = crfsuite::Dump(model);
  std::size_t node = 0, transition = 0;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind == WeightEntry::Kind::kNode) {
      const auto& feature = dump.state_features.at(node++);
      EXPECT_EQ(dump.attributes[feature.attribute], entry.attribute);
      EXPECT_EQ(dump.labels[feature.label], entry.to);
      EXPECT_EQ(feature.weight, entry.weight);
    } else {
      const auto& feature = dump.transitions.at(transition++);
      EXPECT_EQ(dump.labels[feature.from], entry.from);
      EXPECT_EQ(dump.labels[feature.to], entry.to);
      EXPECT_EQ(feature.weight, entry.weight);
    }
  });
  EXPECT_EQ(node, dump.state_features.size());
  EXPECT_EQ(transition, dump.transitions.size());
}

TEST(CrfsuiteDump, RefusesOtherModels) {
  EXPECT_THROW(crfsuite::DumpFile(GoldenPath("wapiti/model")), Error);
  EXPECT_THROW(crfsuite::DumpBytes("lCRF"), Error);
  EXPECT_THROW(crfsuite::DumpBytes(GoldenText("crfsuite/model").substr(0, 100)), Error);
  // CRFsuite's format has no place for edge attributes.
  EXPECT_THROW(crfsuite::Dump(Model::Load(GoldenPath("wapiti/model"))), Error);
}

/// Records the calls.
class Recorder final : public IterationObserver {
 public:
  using IterationObserver::IterationObserver;
  std::vector<Iteration> iterations;
  bool began = false;
  bool ended = false;

 private:
  void Begin(const TrainStart&) override { began = true; }
  void Report(const Iteration& iteration) override { iterations.push_back(iteration); }
  void End(const TrainSummary&) override { ended = true; }
};

PassRecord Pass(double objective, double seconds) {
  PassRecord record;
  record.objective_estimate = objective;
  record.gradient_inf = objective / 10;
  record.seconds = seconds;
  return record;
}

TEST(IterationObserver, ReportsSumsAndExactFiguresAtTheEnd) {
  Recorder recorder(ProgressRule{});
  TrainStart start;
  start.corpus.sequences = 10;
  recorder.OnStart(start);
  EXPECT_TRUE(recorder.began);
  recorder.OnPass(Pass(3, 1.0));
  EXPECT_TRUE(recorder.iterations.empty());
  recorder.OnPass(Pass(2, 1.5));
  ASSERT_EQ(recorder.iterations.size(), 1u);
  EXPECT_EQ(recorder.iterations[0].loss, 30);
  EXPECT_EQ(recorder.iterations[0].error_norm, 3);
  TrainSummary summary;
  summary.certificate.objective = 1.875;
  summary.certificate.gradient_inf = 0.125;
  recorder.OnEnd(summary);
  ASSERT_EQ(recorder.iterations.size(), 2u);
  EXPECT_EQ(recorder.iterations[1].number, 2u);
  EXPECT_EQ(recorder.iterations[1].loss, 18.75);
  EXPECT_EQ(recorder.iterations[1].error_norm, 1.25);
  EXPECT_EQ(recorder.iterations[1].seconds, 0.5);
  EXPECT_TRUE(recorder.ended);
}

TEST(IterationObserver, StopsWhenProgressIsSlow) {
  // Changes by less than a tenth over two passes, twice in a row.
  Recorder recorder(ProgressRule{2, 0.1, 2});
  TrainStart start;
  start.corpus.sequences = 1;
  recorder.OnStart(start);
  std::vector<bool> stops;
  for (const double objective : {100.0, 50.0, 49.0, 48.0, 30.0, 29.0, 28.0, 27.5}) {
    recorder.OnPass(Pass(objective, 0));
    stops.push_back(recorder.ShouldStop());
  }
  // Compared with two passes before, 48 (50), 28 (30) and 27.5 (29) are slow.
  EXPECT_EQ(stops, std::vector<bool>({false, false, false, false, false, false, false, true}));
}

// What CRFsuite 0.12.2 writes for no data: a header and empty tables.
TEST(CrfsuiteTrain, NoDataGivesAModelWithoutLabels) {
  Pieces pieces;
  const Corpus nothing = CorpusAppender().Finish();
  const crfsuite::Training training = crfsuite::Train(nothing, Parameters(), pieces.Sink());
  EXPECT_NE(pieces.Text().find("Number of features: 0\n"), std::string::npos);
  EXPECT_NE(pieces.Text().find("Total seconds required for training: "), std::string::npos);
  const std::string bytes = training.model.ToBytes(ModelFormat::kCrfsuite);
  EXPECT_EQ(bytes.size(), 4236u);
  EXPECT_EQ(bytes.substr(0, 4), "lCRF");
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 'Q'), 2);  // of the two CQDB tables
  EXPECT_THROW(Model::FromBytes(bytes), Error);
}

TEST(CrfsuiteTrain, StoresTheSameBytesInMemory) {
  const crfsuite::Training training = crfsuite::Train(GoldenCorpus(), Parameters());
  Pieces pieces;
  EXPECT_EQ(crfsuite::StoreBytes(training, pieces.Sink()),
            training.model.ToBytes(ModelFormat::kCrfsuite));
  EXPECT_TRUE(pieces.Text().starts_with("Storing the model\n"));
  EXPECT_TRUE(pieces.Text().ends_with("\n\n"));
}

TEST(CrfsuiteTrain, OneLabelCanBeTrained) {
  CorpusAppender appender;
  Sequence sequence;
  sequence.Add("X", {{"a"}});
  sequence.Add("X", {{"b", 0.5}});
  for (const char* method : {"", "lbfgs", "sag"}) {
    Parameters parameters;
    parameters.Set("method", method);
    appender.Add(sequence);
    const crfsuite::Training training = crfsuite::Train(appender.Finish(), parameters);
    Tagger tagger(Model::FromBytes(training.model.ToBytes(ModelFormat::kCrfsuite)));
    EXPECT_EQ(tagger.Tag(sequence), (std::vector<std::string>{"X", "X"}));
    EXPECT_DOUBLE_EQ(tagger.Probability(), 1);
  }
}

}  // namespace
}  // namespace sagitta::compat_testing
