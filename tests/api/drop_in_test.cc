// What the library offers to programs that stand in for other tools: parts of a corpus, rare
// features, weights of every pass, scaled models.
#include <gtest/gtest.h>

#include <cmath>

#include "api/training.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

class DropInTest : public testing::Test {
 protected:
  DropInTest()
      : first_(SynthText("chunk", 30, 1)),
        second_(SynthText("chunk", 12, 2)),
        corpus_(Corpus::Read({first_.path(), second_.path()}, {})) {
    settings_.passes = 8;
  }

  TempFile first_;
  TempFile second_;
  Corpus corpus_;
  TrainSettings settings_;
};

struct Passes final : TrainObserver {
  void OnPass(const PassRecord& record) override { records.push_back(record); }
  void OnStart(const TrainStart& start) override { weights = start.weights; }
  std::vector<PassRecord> records;
  std::uint64_t weights = 0;
};

TEST_F(DropInTest, ACorpusKnowsItsFilesAndLabels) {
  EXPECT_EQ(corpus_.file_sequences(), (std::vector<std::uint64_t>{30, 12}));
  EXPECT_EQ(corpus_.labels(), Train(corpus_, nullptr, settings_).model.labels());
}

TEST_F(DropInTest, OnePartIsTrainedOnAndTheOtherScored) {
  std::vector<std::uint32_t> train, dev;
  for (std::uint32_t i = 0; i < 42; ++i) (i < 30 ? train : dev).push_back(i);
  const Corpus held_out = corpus_.Select(dev);
  EXPECT_EQ(held_out.Size().sequences, 12u);
  const TrainResult result = Train(corpus_.Select(train), &held_out, settings_);
  const Evaluation seen = Evaluate(result.model, second_.path());
  EXPECT_DOUBLE_EQ(*result.summary.last.dev_score, seen.Score());
  // The model has the labels of the whole corpus.
  EXPECT_EQ(result.model.labels(), corpus_.labels());
}

TEST_F(DropInTest, TracesTheWeightsOfEveryPass) {
  settings_.trace_weights = true;
  settings_.c1 = 1;
  Passes passes;
  const TrainResult result = Train(corpus_, nullptr, settings_, &passes);
  double squares = 0;
  result.model.ForEachWeight(
      [&](const WeightEntry& entry) { squares += entry.weight * entry.weight; });
  EXPECT_NEAR(*passes.records.back().weight_norm, std::sqrt(squares), 1e-6);
  EXPECT_EQ(*passes.records.back().active_weights, result.model.weight_count());
  settings_.trace_weights = false;
  Passes untraced;
  Train(corpus_, nullptr, settings_, &untraced);
  EXPECT_FALSE(untraced.records.back().weight_norm);
}

TEST_F(DropInTest, RareFeaturesGetNoWeight) {
  Passes all, frequent;
  Train(corpus_, nullptr, settings_, &all);
  settings_.min_frequency = 3;
  const TrainResult result = Train(corpus_, nullptr, settings_, &frequent);
  EXPECT_LT(frequent.weights, all.weights);
  EXPECT_EQ(result.model.settings().at("min-frequency"), "3");
  settings_.min_frequency = INFINITY;
  EXPECT_THROW(Train(corpus_, nullptr, settings_), Error);
}

TEST_F(DropInTest, ScaledModelsHaveScaledScores) {
  const Model model = Train(corpus_, nullptr, settings_).model;
  const Model half = model.Scaled(0.5);
  Tagger before(model), after(half);
  for (const Sequence& sequence : ReadAll(second_.path())) {
    const auto labels = before.Tag(sequence);
    const auto same = after.Tag(sequence);
    EXPECT_TRUE(std::equal(labels.begin(), labels.end(), same.begin(), same.end()));
    EXPECT_NEAR(after.Score(), 0.5 * before.Score(), 1e-5);
    EXPECT_LE(after.Probability(), before.Probability());
  }
  for (const double factor : {0.0, -1.0, double{INFINITY}, double{NAN}}) {
    EXPECT_THROW(model.Scaled(factor), Error);
  }
  EXPECT_THROW(model.Scaled(1e300), Error);
}

// In the second text a and b always occur together, but the model was trained on them separately.
TEST(NoPasses, WeightsAreCertifiedAsTheyCame) {
  const TempFile apart("X\ta\n\nX\tb\tc\n\nY\tc\n\n");
  const TempFile together("X\ta\tb\n\nY\tc\n\nY\tc\n\n");
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  settings.precision = Precision::kDouble;
  settings.lambda = 0.1;
  const Model model = Train(Corpus::Read({apart.path()}, {}), nullptr, settings).model;
  settings.passes = 0;
  const Corpus corpus = Corpus::Read({together.path()}, {});
  for (const char* method : {"sag-nus-secant", "sag", "lbfgs", "svrg", "sg"}) {
    settings.method = method;
    settings.method_options.clear();
    Passes passes;
    const TrainResult result = Train(corpus, &corpus, settings, &passes, &model);
    EXPECT_TRUE(passes.records.empty());
    EXPECT_EQ(result.summary.stop_reason, StopReason::kNoPasses);
    EXPECT_NEAR(result.summary.certificate.objective, ObjectiveOf(model, together.path(), 0.1),
                1e-12)
        << method;
    EXPECT_EQ(result.model.weight_count(), model.weight_count());
  }
  // Without a dev corpus there is no best pass.
  settings.patience = 2;
  EXPECT_NEAR(Train(corpus, &corpus, settings, nullptr, &model).summary.certificate.objective,
              ObjectiveOf(model, together.path(), 0.1), 1e-12);
}

}  // namespace
}  // namespace sagitta
