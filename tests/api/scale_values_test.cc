// Values that are not scaled by the user: training copes with them by itself, and says so.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "api/training.h"

namespace sagitta {
namespace {

/// Chunks in which every token has an attribute with a value near `center`.
std::string YearText(int center) {
  std::istringstream lines(SynthText("chunk", 150, 1));
  std::string text;
  std::uint64_t state = 1;
  for (std::string line; std::getline(lines, line);) {
    text += line;
    if (!line.empty()) {
      const int year = center - 10 + static_cast<int>(SplitMix64(state) % 21);
      text += "\tyear:" + std::to_string(year);
    }
    text += "\n";
  }
  return text;
}

double Accuracy(const Model& model, const std::string& path) {
  Tagger tagger(model);
  double correct = 0, tokens = 0;
  for (const Sequence& sequence : ReadAll(path)) {
    const auto labels = sequence.labels();
    const auto found = tagger.Tag(sequence);
    for (std::size_t t = 0; t < labels.size(); ++t) correct += labels[t] == found[t] ? 1 : 0;
    tokens += static_cast<double>(labels.size());
  }
  return correct / tokens;
}

class StartRecorder final : public TrainObserver {
 public:
  void OnStart(const TrainStart& given) override { start = given; }
  TrainStart start;
};

class YearTest : public testing::TestWithParam<int> {
 protected:
  TempFile file_{YearText(GetParam())};
  Corpus corpus_ = Corpus::Read({file_.path()}, {});
};

TEST_P(YearTest, TrainsAsIfTheValuesWereScaled) {
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    for (const std::string& method : {TrainSettings().method, std::string("lbfgs")}) {
      TrainSettings settings;
      settings.c2 = 1;
      settings.method = method;
      settings.precision = precision;
      StartRecorder recorder;
      const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
      EXPECT_GE(Accuracy(result.model, file_.path()), 0.99) << method;
      ASSERT_EQ(recorder.start.large_values.attributes, 1u);
      EXPECT_EQ(recorder.start.large_values.largest.at(0).name, "year");
      EXPECT_EQ(recorder.start.large_values.largest.at(0).largest, GetParam() + 10);
    }
  }
}

TEST_P(YearTest, OffLeavesTheValuesAsTheyAre) {
  TrainSettings settings;
  settings.c2 = 1;
  settings.scale_values = ScaleValues::kOff;
  settings.passes = 20;
  StartRecorder recorder;
  const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
  EXPECT_LT(Accuracy(result.model, file_.path()), 0.9) << "the case has become harmless";
  EXPECT_EQ(recorder.start.large_values.attributes, 1u) << "to warn of";
  const double objective = ObjectiveOf(result.model, file_.path(), 2.0 / 150);
  EXPECT_NEAR(result.summary.certificate.objective, objective, 1e-5 * objective);
}

INSTANTIATE_TEST_SUITE_P(, YearTest, testing::Values(100, 2020),
                         [](const auto& test) { return std::to_string(test.param); });

class LargeValueTest : public testing::Test {
 protected:
  LargeValueTest() {
    settings_.precision = Precision::kDouble;
    settings_.passes = 8;
    settings_.tolerance = 0;
  }

  // SmallText with another factor on the values of q and of the twins x and y.
  static std::string Text(const std::string& q, const std::string& twins) {
    std::string text = SmallText();
    const auto replace = [&text](const std::string& from, const std::string& to) {
      for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
      }
    };
    replace("\tq:-1", "\tq:" + q);
    replace("\tx\ty", "\tx:" + twins + "\ty:" + twins);
    return text;
  }

  TempFile file_{Text("-4096", "64")};
  Corpus corpus_ = Corpus::Read({file_.path()}, {});
  TrainSettings settings_;
};

TEST_F(LargeValueTest, EqualsDividingByHand) {
  const TempFile divided(Text("-1", "1"));
  const Corpus by_hand = Corpus::Read({divided.path()}, {});
  const TrainResult own = Train(corpus_, nullptr, settings_);
  const TrainResult other = Train(by_hand, nullptr, settings_);
  EXPECT_EQ(own.summary.certificate.objective, other.summary.certificate.objective);
  EXPECT_EQ(own.summary.certificate.bound, other.summary.certificate.bound);
  std::map<std::string, double> weights;
  const auto key = [](const WeightEntry& entry) {
    return std::string(entry.attribute) + " " + std::string(entry.from) + " " +
           std::string(entry.to);
  };
  other.model.ForEachWeight([&](const WeightEntry& entry) { weights[key(entry)] = entry.weight; });
  std::size_t seen = 0;
  own.model.ForEachWeight([&](const WeightEntry& entry) {
    const double scale = entry.attribute == "q"                             ? 4096
                         : entry.attribute == "x" || entry.attribute == "y" ? 64
                                                                            : 1;
    EXPECT_EQ(entry.weight * scale, weights.at(key(entry))) << key(entry);
    ++seen;
  });
  EXPECT_EQ(seen, weights.size());
}

// The objective of the model with which training starts is that with which the other ended.
TEST_F(LargeValueTest, ContinuesFromAModel) {
  const TrainResult first = Train(corpus_, nullptr, settings_);
  TrainSettings none = settings_;
  none.passes = 0;
  const TrainResult second = Train(corpus_, nullptr, none, nullptr, &first.model);
  EXPECT_NEAR(second.summary.certificate.objective, first.summary.certificate.objective, 1e-12);
  EXPECT_NEAR(second.summary.certificate.bound, first.summary.certificate.bound,
              1e-9 * first.summary.certificate.bound);
}

TEST_F(LargeValueTest, ContinuesFromACheckpointBitForBit) {
  const TempFile checkpoint("");
  TrainSettings half = settings_;
  half.passes = 4;
  half.checkpoint.file = checkpoint.path();
  Train(corpus_, nullptr, half);
  TrainSettings rest = settings_;
  rest.checkpoint.resume = checkpoint.path();
  EXPECT_EQ(SavedBytes(Train(corpus_, nullptr, rest).model),
            SavedBytes(Train(corpus_, nullptr, settings_).model));
  rest.scale_values = ScaleValues::kOff;
  EXPECT_THROW(Train(corpus_, nullptr, rest), Error) << "another objective";
}

TEST_F(LargeValueTest, DevScoresAreThoseOfTheModel) {
  const TrainResult result = Train(corpus_, &corpus_, settings_);
  EXPECT_NEAR(*result.summary.last.dev_score, Accuracy(result.model, file_.path()), 1e-12);
}

// "all" also makes small values count.
TEST_F(LargeValueTest, AllScalesSmallValuesToo) {
  const TempFile tiny(Text("-0.0009765625", "1")), plain(Text("-1", "1"));
  settings_.scale_values = ScaleValues::kAll;
  const TrainResult own = Train(Corpus::Read({tiny.path()}, {}), nullptr, settings_);
  const TrainResult other = Train(Corpus::Read({plain.path()}, {}), nullptr, settings_);
  EXPECT_EQ(own.summary.certificate.objective, other.summary.certificate.objective);
}

}  // namespace
}  // namespace sagitta
