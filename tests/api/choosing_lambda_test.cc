// Choosing lambda, through the public interface: the automatic path on a dev corpus, and
// cross-validation against the same computed fold by fold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "api/training.h"
#include "sagitta/error.h"
#include "sagitta/train.h"
#include "sagitta/train_options.h"
#include "train/folds.h"

namespace sagitta {
namespace {

class Recorder final : public TrainObserver {
 public:
  void OnFold(const Fold& fold) override {
    calls += "f";
    folds.push_back(fold);
  }
  void OnFoldPass(const Fold&, const PassRecord&) override { ++fold_passes; }
  void OnFoldPoint(const Fold& fold, const PathPoint& point) override {
    points[fold.number].push_back(point);
  }
  void OnStart(const TrainStart& given) override {
    calls += "s";
    start = given;
  }
  void OnPathPoint(const PathPoint&) override { calls += "l"; }
  void OnEnd(const TrainSummary&) override { calls += "e"; }
  bool ShouldStop() override { return fold_passes >= stop_after; }

  std::size_t stop_after = 1000000;
  std::size_t fold_passes = 0;
  std::string calls;
  std::vector<Fold> folds;
  std::map<std::uint32_t, std::vector<PathPoint>> points;
  TrainStart start;
};

/// Every weight with its names.
std::map<std::string, double> WeightsOf(const Model& model) {
  std::map<std::string, double> weights;
  model.ForEachWeight([&](const WeightEntry& entry) {
    std::string name(entry.attribute);
    name.append("\t").append(entry.from).append("\t").append(entry.to);
    weights[name] = entry.weight;
  });
  return weights;
}

TrainSettings Automatic() {
  TrainSettings settings;
  FindTrainOption("lambda").set(settings, "auto");
  settings.tolerance = 1e-3;
  settings.passes = 30;
  return settings;
}

TrainSettings CrossValidated(std::uint32_t folds, const LambdaPath& path) {
  TrainSettings settings = Automatic();
  settings.lambda_path = path;
  settings.cv = folds;
  return settings;
}

class ChoosingLambda : public testing::Test {
 protected:
  ChoosingLambda()
      : file_(SynthText("chunk", 60, 1)),
        dev_file_(SynthText("chunk", 40, 2)),
        corpus_(Corpus::Read({file_.path()}, {})),
        dev_(corpus_.ReadHeldOut({dev_file_.path()})) {}

  TempFile file_, dev_file_;
  Corpus corpus_, dev_;
};

TEST_F(ChoosingLambda, TheAutomaticPathKeepsTheBestAndStopsAfterIt) {
  const TrainResult result = Train(corpus_, &dev_, Automatic());
  const std::vector<PathPoint>& path = result.summary.path;
  ASSERT_GE(path.size(), 4u);
  EXPECT_DOUBLE_EQ(path.front().lambda, 10.0 / 60);
  EXPECT_DOUBLE_EQ(path.front().c2, 5);
  std::size_t best = 0;
  for (std::size_t k = 1; k < path.size(); ++k) {
    EXPECT_LT(path[k].lambda, path[k - 1].lambda);
    if (path[k].dev_score > path[best].dev_score) best = k;
  }
  EXPECT_EQ(result.summary.lambda, path[best].lambda);
  EXPECT_TRUE(path.size() == 9 || path.size() == best + 1 + kPathPatience) << path.size();
  EXPECT_DOUBLE_EQ(Evaluate(result.model, dev_file_.path()).Score(), *path[best].dev_score);
  EXPECT_EQ(result.summary.ChoiceText().rfind("the best dev score", 0), 0u);
  EXPECT_EQ(path[best].active_weights, result.model.weight_count());
}

// Not that of the last one.
TEST_F(ChoosingLambda, TheCertificateIsThatOfTheKeptWeights) {
  TrainSettings settings = Automatic();
  settings.lambda_path = LambdaPath{0.01, 10, 3};
  settings.passes = 100;
  const TrainResult result = Train(corpus_, &dev_, settings);
  ASSERT_LT(result.summary.lambda, 10);
  const double objective = ObjectiveOf(result.model, file_.path(), result.summary.lambda);
  EXPECT_NEAR(result.summary.certificate.objective, objective, 1e-5 * objective);
}

// From weak to strong: the scores fall long before the end.
TEST_F(ChoosingLambda, APathOfFallingScoresStopsEarly) {
  TrainSettings settings = Automatic();
  settings.lambda_path = LambdaPath{1e-4, 10, 9, true};
  const TrainResult result = Train(corpus_, &dev_, settings);
  const std::vector<PathPoint>& path = result.summary.path;
  ASSERT_GE(path.size(), 4u);
  EXPECT_LT(path.size(), 9u);
  const double best = *std::max_element(path.begin(), path.end(), [](const auto& a, const auto& b) {
                         return a.dev_score < b.dev_score;
                       })->dev_score;
  for (auto point = path.end() - kPathPatience; point != path.end(); ++point) {
    EXPECT_LE(*point->dev_score, best);
  }
  EXPECT_EQ(*(path.end() - kPathPatience - 1)->dev_score, best);
}

// The same, computed fold by fold from public functions.
TEST_F(ChoosingLambda, CrossValidationIsTheMeanOverTheFolds) {
  const LambdaPath path{0.2, 0.002, 3};
  const TrainSettings settings = CrossValidated(4, path);
  const double lambdas[] = {0.2, 0.02, 0.002};
  Recorder recorder;
  const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
  EXPECT_EQ(recorder.calls, "ffffse");
  std::vector<std::vector<double>> scores(3);
  double passes = 0;
  const auto parts = MakeFolds(60, 4, settings.seed);
  for (std::uint32_t k = 0; k < 4; ++k) {
    std::vector<std::uint32_t> rest;
    for (std::uint32_t other = 0; other < 4; ++other) {
      if (other != k) rest.insert(rest.end(), parts[other].begin(), parts[other].end());
    }
    std::sort(rest.begin(), rest.end());
    EXPECT_EQ(recorder.folds[k].number, k + 1);
    EXPECT_EQ(recorder.folds[k].folds, 4u);
    EXPECT_EQ(recorder.folds[k].trained, rest.size());
    EXPECT_EQ(recorder.folds[k].scored, parts[k].size());
    const double share = static_cast<double>(rest.size()) / 60;
    TrainSettings fold_settings = settings;
    fold_settings.cv.reset();
    fold_settings.lambda_path = LambdaPath{path.first / share, path.last / share, 3};
    const Corpus held_out = corpus_.Select(parts[k]);
    const TrainSummary fold = Train(corpus_.Select(rest), &held_out, fold_settings).summary;
    for (std::size_t j = 0; j < 3; ++j) {
      scores[j].push_back(*fold.path[j].dev_score);
      EXPECT_EQ(recorder.points[k + 1][j].dev_score, fold.path[j].dev_score);
      EXPECT_DOUBLE_EQ(recorder.points[k + 1][j].lambda, lambdas[j]);
      EXPECT_DOUBLE_EQ(recorder.points[k + 1][j].c2, 30 * lambdas[j]) << "the same c2 in all folds";
    }
    passes += share * fold.last.pass;
  }
  const CrossValidation& cv = result.summary.cross_validation;
  ASSERT_EQ(cv.path.size(), 3u);
  EXPECT_NEAR(cv.passes, passes, 1e-9);
  for (std::size_t j = 0; j < 3; ++j) {
    double mean = 0, squares = 0;
    for (const double score : scores[j]) mean += score / 4;
    for (const double score : scores[j]) squares += (score - mean) * (score - mean);
    EXPECT_NEAR(*cv.path[j].dev_score, mean, 1e-12);
    EXPECT_NEAR(*cv.path[j].standard_error, std::sqrt(squares / 12), 1e-12);
  }
  const auto worse = [](const PathPoint& a, const PathPoint& b) {
    return a.dev_score < b.dev_score;
  };
  const PathPoint& best = *std::max_element(cv.path.begin(), cv.path.end(), worse);
  const auto chosen = std::find_if(cv.path.begin(), cv.path.end(), [&](const PathPoint& point) {
    return *point.dev_score >= *best.dev_score - *best.standard_error;  // from strong to weak
  });
  EXPECT_EQ(result.summary.lambda, chosen->lambda);
  EXPECT_EQ(recorder.start.cross_validation.path.size(), 3u);
  EXPECT_EQ(recorder.start.settings.lambda, result.summary.lambda);
}

TEST_F(ChoosingLambda, TheModelIsThatOfTheChosenLambda) {
  TrainSettings settings = CrossValidated(3, {0.2, 0.002, 3});
  const TrainResult chosen = Train(corpus_, nullptr, settings);
  EXPECT_EQ(chosen.model.settings().at("cv"), "3");
  EXPECT_EQ(chosen.model.settings().at("lambda-path"), "0.2:0.002:3");
  settings.cv.reset();
  settings.lambda_path.reset();
  settings.lambda = chosen.summary.lambda;
  const TrainResult direct = Train(corpus_, nullptr, settings);
  EXPECT_EQ(WeightsOf(chosen.model), WeightsOf(direct.model));
  EXPECT_EQ(chosen.summary.last.pass, direct.summary.last.pass);
}

TEST_F(ChoosingLambda, TheResultDependsOnTheSeedAlone) {
  TrainSettings settings = CrossValidated(3, {0.2, 0.02, 2});
  settings.threads = 1;
  const std::string bytes = SavedBytes(Train(corpus_, nullptr, settings).model);
  settings.threads = 3;
  EXPECT_EQ(SavedBytes(Train(corpus_, nullptr, settings).model), bytes);
  const auto scores = [&] {
    std::vector<double> values;
    for (const PathPoint& point : Train(corpus_, nullptr, settings).summary.cross_validation.path)
      values.push_back(*point.dev_score);
    return values;
  };
  const std::vector<double> before = scores();
  settings.seed = 2;
  EXPECT_NE(scores(), before) << "other folds";
}

// In all folds the path ends where the first one ends it.
TEST_F(ChoosingLambda, FoldsHaveTheSameValues) {
  TrainSettings settings = CrossValidated(3, {1e-4, 10, 9, true});
  Recorder recorder;
  const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
  const std::size_t count = result.summary.cross_validation.path.size();
  EXPECT_LT(count, 9u);
  for (const auto& [fold, points] : recorder.points) {
    ASSERT_EQ(points.size(), count) << fold;
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_DOUBLE_EQ(points[k].lambda, result.summary.cross_validation.path[k].lambda);
    }
  }
}

TEST_F(ChoosingLambda, WorksWithWeightsConstraintsL1AndOtherMethods) {
  const TempFile file(SmallText());
  const Corpus small = Corpus::Read({file.path()}, {});
  for (const char* const method : {"sag-nus-secant", "lbfgs", "sdca", "saga-nus-star"}) {
    TrainSettings settings = CrossValidated(41, {0.1, 0.01, 2});
    settings.method = method;
    settings.passes = 3;
    settings.constraints.kind = ConstraintKind::kObserved;
    if (settings.method == "saga-nus-star") settings.c1 = 0.5;
    const TrainResult result = Train(small, nullptr, settings);
    EXPECT_EQ(result.summary.cross_validation.path.size(), 2u) << method;
    EXPECT_GT(*result.summary.cross_validation.path[0].dev_score, 0) << method;
  }
}

TEST_F(ChoosingLambda, StartsFromAModel) {
  TrainSettings settings = CrossValidated(2, {0.1, 0.01, 2});
  const Model model = Train(corpus_, nullptr, TrainSettings()).model;
  Recorder cold, warm;
  Train(corpus_, nullptr, settings, &cold);
  Train(corpus_, nullptr, settings, &warm, &model);
  EXPECT_NE(cold.points[1][0].passes, warm.points[1][0].passes);
  settings.method = "sdca";
  EXPECT_THROW(Train(corpus_, nullptr, settings, nullptr, &model), Error);
}

// Cancelled in the third fold: the second one is complete.
TEST_F(ChoosingLambda, CancellingKeepsTheModelOfAFold) {
  const TrainSettings settings = CrossValidated(3, {0.2, 0.02, 2});
  Recorder whole;
  Train(corpus_, nullptr, settings, &whole);
  Recorder recorder;
  recorder.stop_after = whole.fold_passes - 1;
  const TrainResult result = Train(corpus_, nullptr, settings, &recorder);
  EXPECT_EQ(recorder.calls, "fffse");
  EXPECT_EQ(result.summary.stop_reason, StopReason::kCancelled);
  EXPECT_EQ(result.summary.cross_validation.kept_fold, 2u);
  EXPECT_EQ(recorder.start.corpus.sequences, recorder.folds[1].trained);
  EXPECT_GT(result.model.weight_count(), 0u);
  const auto& points = recorder.points[2];
  const PathPoint& best = points[0].dev_score >= points[1].dev_score ? points[0] : points[1];
  EXPECT_EQ(best.active_weights, result.model.weight_count());
  Recorder early;
  early.stop_after = 1;
  EXPECT_EQ(Train(corpus_, nullptr, settings, &early).summary.cross_validation.kept_fold, 1u);
}

}  // namespace
}  // namespace sagitta
