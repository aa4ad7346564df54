// Train, through the public interface: settings, stopping, records and the resulting model.
#include "sagitta/train.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "api/training.h"
#include "sagitta/error.h"
#include "sagitta/methods.h"

namespace sagitta {
namespace {

constexpr double kLambda = 1.0 / 41;  // the default for SmallText()

/// Records every call.
class Recorder : public TrainObserver {
 public:
  void OnStart(const TrainStart& given) override {
    calls += "s";
    start = given;
  }
  void OnPass(const PassRecord& pass) override {
    calls += "p";
    passes.push_back(pass);
  }
  void OnEnd(const TrainSummary& given) override {
    calls += "e";
    summary = given;
  }
  bool ShouldStop() override {
    ++questions;
    return passes.size() >= stop_after;
  }

  std::size_t stop_after = 1000000;
  std::string calls;
  int questions = 0;
  TrainStart start;
  std::vector<PassRecord> passes;
  TrainSummary summary;
};

class TrainTest : public testing::Test {
 protected:
  TrainTest() : file_(SmallText()), corpus_(Corpus::Read({file_.path()}, {})) {}

  std::string ErrorOf(const std::function<void(TrainSettings&)>& change,
                      const Corpus* dev = nullptr) {
    TrainSettings settings;
    change(settings);
    try {
      Train(corpus_, dev, settings);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return error.what();
    }
    return "no error";
  }

  TempFile file_;
  Corpus corpus_;
};

TEST_F(TrainTest, ResolvesSettings) {
  Recorder recorder;
  const TrainResult result = Train(corpus_, nullptr, {}, &recorder);
  EXPECT_EQ(recorder.start.settings.lambda, kLambda);
  EXPECT_EQ(recorder.start.settings.method_options.at("initial-lipschitz"), "1");
  EXPECT_EQ(recorder.start.corpus.sequences, 41u);
  EXPECT_EQ(recorder.start.corpus.labels, 3u);
  EXPECT_GT(recorder.start.weights, 0u);
  EXPECT_GT(recorder.start.memory_bytes, 0u);
  EXPECT_FALSE(recorder.start.target.empty());
  EXPECT_EQ(result.model.settings().at("lambda"), "0.024390243902439025");
  EXPECT_EQ(result.model.settings().at("method"), "sag-nus-secant");
  TrainSettings by_c2;
  by_c2.c2 = 0.5;
  EXPECT_EQ(SavedBytes(Train(corpus_, nullptr, by_c2).model), SavedBytes(result.model));
}

TEST_F(TrainTest, RefusesSettingsByName) {
  EXPECT_EQ(ErrorOf([](auto& s) { s.lambda = -1; }),
            "lambda: found '-1', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(ErrorOf([](auto& s) { s.passes = -1; }),
            "passes: found '-1', expected a number, 0 or above");
  EXPECT_EQ(ErrorOf([](auto& s) { s.patience = 2; }), "patience needs a dev corpus");
  EXPECT_EQ(ErrorOf([](auto& s) {
              s.method = "lbfgs";
              s.method_options = {{"history", "none"}};
            }),
            "history: found 'none', expected a whole number from 1 to 1000");
  const Corpus other = Corpus::Read({file_.path()}, {});
  EXPECT_NE(ErrorOf([](auto&) {}, &other).find("dev corpus does not share"), std::string::npos);
}

TEST_F(TrainTest, CallsTheObserverInOrder) {
  Recorder recorder;
  TrainSettings settings;
  settings.passes = 3;
  settings.tolerance = 0;
  const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
  const std::size_t n = recorder.passes.size();
  std::string expected = "s";
  expected.append(n, 'p');
  EXPECT_EQ(recorder.calls, expected + "e");
  EXPECT_GE(recorder.questions, static_cast<int>(n) - 1) << "asked between all passes";
  EXPECT_EQ(recorder.summary.stop_reason, StopReason::kPasses);
  EXPECT_EQ(result.summary.stop_reason, recorder.summary.stop_reason);
  EXPECT_GE(result.summary.last.pass, 3);
  EXPECT_EQ(result.summary.last.pass, recorder.passes.back().pass);
  EXPECT_EQ(result.summary.last.seconds_left, 0);
  EXPECT_GE(result.summary.total_seconds, result.summary.last.seconds);
}

TEST_F(TrainTest, RecordsAddUp) {
  Recorder recorder;
  Train(corpus_, nullptr, {}, &recorder);
  PassRecord before;
  for (const PassRecord& record : recorder.passes) {
    EXPECT_NEAR(record.pass, static_cast<double>(record.evaluations) / 41, 1e-12);
    EXPECT_GE(record.evaluations, before.evaluations + 41);
    EXPECT_GE(record.seconds, before.seconds);
    EXPECT_GT(record.step, 0);
    EXPECT_FALSE(record.objective.has_value());
    EXPECT_FALSE(record.dev_score.has_value());
    before = record;
  }
  EXPECT_GT(recorder.passes.size(), 5u);
}

TEST_F(TrainTest, StopsAtTheTolerance) {
  for (const MethodInfo& method : ConvergingMethods()) {
    TrainSettings settings = ToTheOptimum(method.name);
    settings.tolerance = 1e-4;
    const TrainSummary summary = Train(corpus_, nullptr, settings).summary;
    EXPECT_EQ(summary.stop_reason, StopReason::kTolerance) << method.name;
    EXPECT_LE(summary.last.gradient_inf, 1e-4);
    // The estimate is close to the true gradient, which the certificate has.
    EXPECT_LE(summary.certificate.gradient_inf, 2e-3) << method.name;
  }
}

TEST_F(TrainTest, StopsWhereThePrecisionEnds) {
  for (const MethodInfo& method : ConvergingMethods()) {
    TrainSettings settings;
    settings.method = method.name;
    settings.tolerance = 0;
    settings.passes = 100000;
    const TrainSummary summary = Train(corpus_, nullptr, settings).summary;
    EXPECT_EQ(summary.stop_reason,
              method.family == "batch" ? StopReason::kPrecision : StopReason::kFloor)
        << method.name;
    EXPECT_LE(summary.certificate.gradient_inf, 1e-3) << method.name;
  }
}

// Every method asks within its first pass and ends there, with a model that can be used.
TEST_F(TrainTest, StopsWithinAPass) {
  // Long enough a pass for a question, in batches too.
  const Corpus corpus = Corpus::Read(std::vector<std::string>(8, file_.path()), {});
  for (const MethodInfo& method : Methods()) {
    SCOPED_TRACE(method.name);
    Recorder recorder;
    recorder.stop_after = 0;
    TrainSettings settings;
    settings.method = method.name;
    const TrainResult result = Train(corpus, nullptr, settings, &recorder);
    EXPECT_EQ(recorder.calls, "se");
    EXPECT_EQ(result.summary.stop_reason, StopReason::kCancelled);
    EXPECT_EQ(result.summary.last.pass, 0);
    EXPECT_EQ(Evaluate(result.model, file_.path()).tokens, corpus_.Size().tokens);
  }
}

TEST_F(TrainTest, StopsWhenTheObserverSaysSo) {
  Recorder recorder;
  recorder.stop_after = 2;
  const TrainResult result = Train(corpus_, nullptr, {}, &recorder);
  EXPECT_EQ(recorder.calls, "sppe");
  EXPECT_EQ(result.summary.stop_reason, StopReason::kCancelled);
  const Evaluation evaluation = Evaluate(result.model, file_.path());
  EXPECT_EQ(evaluation.tokens, corpus_.Size().tokens);
  EXPECT_GT(evaluation.TokenAccuracy(), 0.5);
  EXPECT_GT(result.summary.certificate.objective, 0);
}

TEST_F(TrainTest, LetsAnObserversExceptionThrough) {
  class Thrower : public TrainObserver {
    void OnPass(const PassRecord&) override { throw std::out_of_range("enough"); }
  };
  Thrower thrower;
  EXPECT_THROW(Train(corpus_, nullptr, {}, &thrower), std::out_of_range);
}

// Every traced objective is that of the weights after the pass: a run that stops there returns
// them.
TEST_F(TrainTest, TracesTheExactObjective) {
  for (const MethodInfo& method : ConvergingMethods()) {
    for (const std::size_t stop : {1u, 3u, 8u}) {
      TrainSettings settings = ToTheOptimum(method.name);
      settings.trace_objective = true;
      Recorder recorder;
      recorder.stop_after = stop;
      const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
      const double expected = ObjectiveOf(result.model, file_.path(), kLambda);
      EXPECT_NEAR(*result.summary.last.objective, expected, 1e-12) << method.name;
      EXPECT_NEAR(result.summary.certificate.objective, expected, 1e-12) << method.name;
    }
  }
}

TEST_F(TrainTest, TracingChangesNothing) {
  TrainSettings settings;
  const std::string plain = SavedBytes(Train(corpus_, nullptr, settings).model);
  settings.trace_objective = true;
  Recorder recorder;
  EXPECT_EQ(SavedBytes(Train(corpus_, nullptr, settings, &recorder).model), plain);
  for (const PassRecord& record : recorder.passes) EXPECT_TRUE(record.objective.has_value());
}

TEST_F(TrainTest, AllMethodsAgreeOnTheOptimum) {
  double optimum = 0;
  for (const MethodInfo& method : ConvergingMethods()) {
    const Certificate c = Train(corpus_, nullptr, ToTheOptimum(method.name)).summary.certificate;
    if (optimum == 0) optimum = c.objective;
    EXPECT_NEAR(c.objective, optimum, 1e-9 * optimum) << method.name;
    EXPECT_LE(c.bound, 1e-12) << method.name;
  }
}

// In either precision the certificate is exactly that of the weights in the model.
TEST_F(TrainTest, CertifiesTheModelItGives) {
  const double optimum =
      Train(corpus_, nullptr, ToTheOptimum("lbfgs")).summary.certificate.objective;
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    for (const double tolerance : {1e-1, 1e-3, 1e-5}) {
      TrainSettings settings;
      settings.precision = precision;
      settings.tolerance = tolerance;
      const TrainResult result = Train(corpus_, nullptr, settings);
      const Certificate& certificate = result.summary.certificate;
      EXPECT_EQ(result.model.certificate().objective, certificate.objective);
      EXPECT_EQ(result.model.certificate().bound, certificate.bound);
      EXPECT_NEAR(ObjectiveOf(result.model, file_.path(), kLambda), certificate.objective, 1e-12);
      const double gap = certificate.objective - optimum;
      EXPECT_GE(certificate.bound, gap - 1e-14);
      EXPECT_LE(certificate.bound, 100 * gap + 1e-12) << "true, but of no use";
    }
  }
}

TEST_F(TrainTest, SameSeedSameBytes) {
  for (const MethodInfo& method : ConvergingMethods()) {
    for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
      TrainSettings settings;
      settings.method = method.name;
      settings.precision = precision;
      settings.seed = 42;
      settings.passes = 5;
      const std::string first = SavedBytes(Train(corpus_, nullptr, settings).model);
      EXPECT_EQ(SavedBytes(Train(corpus_, nullptr, settings).model), first) << method.name;
    }
  }
}

TEST_F(TrainTest, OtherSeedsGoOtherWays) {
  for (const char* method : {"sag", "sag-nus", "sag-nus-secant"}) {
    TrainSettings settings;
    settings.method = method;
    settings.passes = 5;
    settings.tolerance = 0;
    const Model first = Train(corpus_, nullptr, settings).model;
    settings.seed = 2;
    const Model second = Train(corpus_, nullptr, settings).model;
    EXPECT_NE(first.certificate().objective, second.certificate().objective) << method;
  }
}

TEST_F(TrainTest, TwinsMakeNoDifferenceToTheModel) {
  TrainSettings settings = ToTheOptimum();
  Recorder merged, apart;
  const TrainResult one = Train(corpus_, nullptr, settings, &merged);
  settings.merge_twins = false;
  const TrainResult other = Train(corpus_, nullptr, settings, &apart);
  EXPECT_EQ(apart.start.rows, merged.start.rows + 1);
  EXPECT_EQ(apart.start.weights, merged.start.weights);
  EXPECT_NEAR(one.summary.certificate.objective, other.summary.certificate.objective, 1e-12);
}

TEST_F(TrainTest, MinCountLeavesRareAttributesOut) {
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  Recorder all, some;
  Train(corpus_, nullptr, settings, &all);
  settings.min_count = 2;
  Train(corpus_, nullptr, settings, &some);
  EXPECT_EQ(all.start.weights, 11u * 3 + 9);   // x y p0 .. p5 q r rare
  EXPECT_EQ(some.start.weights, 10u * 3 + 9);  // "rare" is on one token only
}

TEST(Train, ObservedTransitionsGetWeightsAlone) {
  const TempFile file("A\tx\nB\tx\nA\tx\n\nC\tx\nC\tx\n");
  TrainSettings settings = ToTheOptimum();
  settings.transitions = FeatureSet::kObserved;
  std::string pairs;
  const Corpus corpus = Corpus::Read({file.path()}, {});
  Train(corpus, nullptr, settings).model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != WeightEntry::Kind::kTransition) return;
    pairs += std::string(entry.from) + std::string(entry.to) + " ";
  });
  EXPECT_EQ(pairs, "AB BA CC ");
}

TEST(Train, OneTokenSequencesAreLogisticRegression) {
  const TempFile file("A\tx\n\nB\ty\n\nA\tx\ty\n\nB\ty\tz:2\n");
  const Corpus corpus = Corpus::Read({file.path()}, {});
  double optimum = 0;
  for (const MethodInfo& method : ConvergingMethods()) {
    const TrainResult result = Train(corpus, nullptr, ToTheOptimum(method.name));
    const double objective = ObjectiveOf(result.model, file.path(), 0.25);
    if (optimum == 0) optimum = objective;
    EXPECT_NEAR(objective, optimum, 1e-9) << method.name;
    EXPECT_LT(objective, std::log(2.0)) << method.name;
    result.model.ForEachWeight(
        [](const WeightEntry& entry) { EXPECT_EQ(entry.kind, WeightEntry::Kind::kNode); });
  }
}

TEST(Train, WeightsCountLikeRepetition) {
  const TempFile weighted("@weight:2\nA\tx\nB\ty\n\nB\tx\n\n@weight:0\nA\ty\n");
  const TempFile repeated("A\tx\nB\ty\n\nA\tx\nB\ty\n\nB\tx\n");
  TrainSettings settings = ToTheOptimum();
  settings.features = FeatureSet::kAll;
  settings.lambda = 0.1;  // the weights sum to 3 over 3 examples, as without weights
  const Model one = Train(Corpus::Read({weighted.path()}, {}), nullptr, settings).model;
  const Model other = Train(Corpus::Read({repeated.path()}, {}), nullptr, settings).model;
  std::vector<double> first, second;
  one.ForEachWeight([&](const WeightEntry& entry) { first.push_back(entry.weight); });
  other.ForEachWeight([&](const WeightEntry& entry) { second.push_back(entry.weight); });
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(first[k], second[k], 1e-8);
}

// Values that overflow when they are squared: an error or a finite model, never a hang.
TEST(Train, SurvivesEnormousValues) {
  for (const char* value : {"1e10", "1e19", "1e30", "3e38"}) {
    const std::string x = std::string("x:") + value;
    const TempFile file("A\t" + x + "\nB\ty\n\nB\t" + x + "\tz\nA\ty:-" + value + "\n");
    for (const MethodInfo& method : ConvergingMethods()) {
      for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
        TrainSettings settings;
        settings.method = method.name;
        settings.precision = precision;
        settings.passes = 20;
        try {
          const TrainResult result = Train(Corpus::Read({file.path()}, {}), nullptr, settings);
          result.model.ForEachWeight(
              [](const WeightEntry& entry) { ASSERT_TRUE(std::isfinite(entry.weight)); });
        } catch (const Error&) {
        }
      }
    }
  }
}

class TrainWithDevTest : public testing::Test {
 protected:
  TrainWithDevTest()
      : train_file_(SynthText("chunk", 60, 1)),
        dev_file_(SynthText("chunk", 30, 2)),
        train_(Corpus::Read({train_file_.path()}, {})),
        dev_(train_.ReadHeldOut({dev_file_.path()})) {}

  TempFile train_file_, dev_file_;
  Corpus train_, dev_;
};

TEST_F(TrainWithDevTest, ScoresAreThoseOfTheModel) {
  for (const std::size_t stop : {1u, 4u}) {
    Recorder recorder;
    recorder.stop_after = stop;
    const TrainResult result = Train(train_, &dev_, {}, &recorder);
    const TempFile saved("");
    result.model.Save(saved.path());
    const Evaluation evaluation = Evaluate(Model::Load(saved.path()), dev_file_.path());
    EXPECT_TRUE(evaluation.has_spans);
    EXPECT_DOUBLE_EQ(*result.summary.last.dev_score, evaluation.Score());
  }
}

TEST_F(TrainWithDevTest, ScoringChangesNothing) {
  TrainSettings settings;
  settings.passes = 8;
  EXPECT_EQ(SavedBytes(Train(train_, nullptr, settings).model),
            SavedBytes(Train(train_, &dev_, settings).model));
}

TEST_F(TrainWithDevTest, PatienceKeepsTheBest) {
  TrainSettings settings;
  settings.patience = 3;
  settings.tolerance = 0;
  settings.passes = 300;
  Recorder recorder;
  const TrainResult result = Train(train_, &dev_, settings, &recorder);
  EXPECT_EQ(result.summary.stop_reason, StopReason::kPatience);
  ASSERT_GE(recorder.passes.size(), kPatienceFrom);
  const auto best = std::max_element(
      recorder.passes.begin() + kPatienceFrom - 1, recorder.passes.end(),
      [](const PassRecord& a, const PassRecord& b) { return *a.dev_score < *b.dev_score; });
  EXPECT_EQ(result.summary.best_dev_score, best->dev_score);
  EXPECT_EQ(result.summary.best_dev_pass, best->pass);
  EXPECT_EQ(recorder.passes.end() - best, 4) << "three passes after the best";
  EXPECT_DOUBLE_EQ(Evaluate(result.model, dev_file_.path()).Score(), *best->dev_score);
  EXPECT_NEAR(ObjectiveOf(result.model, train_file_.path(), 1.0 / 60),
              result.summary.certificate.objective, 1e-10);
}

TEST_F(TrainWithDevTest, PatienceKeepsTheLastOfAFewPasses) {
  TrainSettings settings;
  settings.patience = 1;
  settings.passes = kPatienceFrom - 2;
  const TrainResult result = Train(train_, &dev_, settings);
  EXPECT_EQ(result.summary.stop_reason, StopReason::kPasses);
  EXPECT_FALSE(result.summary.best_dev_score.has_value()) << "none of them counts";
  settings.patience = 0;
  EXPECT_EQ(result.summary.certificate.objective,
            Train(train_, &dev_, settings).summary.certificate.objective);
}

TEST_F(TrainWithDevTest, WithoutPatienceTheLastIsKept) {
  TrainSettings settings;
  settings.passes = 12;
  const TrainResult result = Train(train_, &dev_, settings);
  EXPECT_TRUE(result.summary.best_dev_score.has_value());
  EXPECT_DOUBLE_EQ(Evaluate(result.model, dev_file_.path()).Score(),
                   *result.summary.last.dev_score);
}

TEST_F(TrainTest, UnknownDevLabelsAreErrors) {
  const TempFile file("A\tx\ty\tp0\tr\nZ\tx\ty\tp1\n\nZ\tp2\n");
  const Corpus dev = corpus_.ReadHeldOut({file.path()});
  const TrainResult result = Train(corpus_, &dev, {});
  EXPECT_DOUBLE_EQ(*result.summary.last.dev_score, 1.0 / 3);
  EXPECT_DOUBLE_EQ(Evaluate(result.model, file.path()).Score(), 1.0 / 3);
}

}  // namespace
}  // namespace sagitta
