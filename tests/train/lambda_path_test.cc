// Paths of lambdas: values, the rule that ends them, and the choice.
#include "train/lambda_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace sagitta {
namespace {

PathPoint Point(double lambda, double score, double error) {
  PathPoint point;
  point.lambda = lambda;
  point.dev_score = score;
  point.standard_error = error;
  return point;
}

TEST(PathLambda, IsEvenOnALogarithmicScale) {
  const LambdaPath path{8, 0.5, 5};
  for (std::uint32_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(PathLambda(path, k), 8 / std::pow(2.0, k), 1e-14);
  }
  EXPECT_EQ(PathLambda(path, 0), 8);
  EXPECT_EQ(PathLambda(path, 4), 0.5);
  EXPECT_EQ(PathLambda({3, 1, 1}, 0), 3) << "one value: the first";
}

TEST(AutomaticPath, LeadsFromStrongToWeakThroughOneOverN) {
  const LambdaPath path = AutomaticPath(200);
  EXPECT_TRUE(path.stop);
  EXPECT_FALSE(path.automatic) << "it is resolved";
  bool has_default = false;
  for (std::uint32_t k = 0; k + 1 < path.count; ++k) {
    EXPECT_NEAR(PathLambda(path, k) / PathLambda(path, k + 1), std::sqrt(10), 1e-9);
    has_default = has_default || std::abs(200 * PathLambda(path, k) - 1) < 1e-9;
  }
  EXPECT_TRUE(has_default);
}

TEST(HasStoppedImproving, AfterThreeValuesThatAreNoBetter) {
  EXPECT_FALSE(HasStoppedImproving({}));
  EXPECT_FALSE(HasStoppedImproving(std::vector<double>{0.5}));
  EXPECT_FALSE(HasStoppedImproving(std::vector<double>{0.5, 0.4, 0.3}));
  EXPECT_TRUE(HasStoppedImproving(std::vector<double>{0.5, 0.4, 0.3, 0.2}));
  EXPECT_TRUE(HasStoppedImproving(std::vector<double>{0.5, 0.5, 0.5, 0.5})) << "equal is no better";
  EXPECT_TRUE(HasStoppedImproving(std::vector<double>{0.1, 0.5, 0.4, 0.45, 0.49}));
}

// Two lower scores in a row, by chance, on the way up.
TEST(HasStoppedImproving, NotBecauseOfNoise) {
  std::vector<double> scores;
  for (const double score : {0.70, 0.74, 0.73, 0.739, 0.76, 0.75, 0.77, 0.76, 0.769}) {
    scores.push_back(score);
    EXPECT_FALSE(HasStoppedImproving(scores)) << scores.size();
  }
  scores.push_back(0.77);
  EXPECT_TRUE(HasStoppedImproving(scores));
}

TEST(MeanOf, HasTheStandardErrorOfTheMean) {
  const MeanScore score = MeanOf(std::vector<double>{1, 2, 3, 6});
  EXPECT_DOUBLE_EQ(score.mean, 3);
  EXPECT_DOUBLE_EQ(score.standard_error, std::sqrt((4 + 1 + 0 + 9) / 3.0 / 4));
  EXPECT_EQ(MeanOf(std::vector<double>{0.5, 0.5}).standard_error, 0);
}

TEST(StrongestNearBest, IsTheStrongestWithinOneStandardErrorOfTheBest) {
  std::vector<PathPoint> points = {Point(8, 0.70, 0.5), Point(4, 0.77, 0.1), Point(2, 0.781, 0.01),
                                   Point(1, 0.80, 0.02), Point(0.5, 0.79, 0.03)};
  EXPECT_EQ(BestPoint(points), 3u);
  EXPECT_EQ(StrongestNearBest(points), 2u) << "the error of the best counts, not that of others";
  points[3].standard_error = 0.031;
  EXPECT_EQ(StrongestNearBest(points), 1u);
  points[3].standard_error = 0;
  EXPECT_EQ(StrongestNearBest(points), 3u);
  points[4].dev_score = points[3].dev_score;
  EXPECT_EQ(BestPoint(points), 3u) << "the stronger one of equals";
}

TEST(StrongestNearBest, DoesNotDependOnTheDirectionOfThePath) {
  const std::vector<PathPoint> points = {Point(0.5, 0.79, 0.03), Point(1, 0.80, 0.02),
                                         Point(2, 0.781, 0.01), Point(4, 0.77, 0.1)};
  EXPECT_EQ(StrongestNearBest(points), 2u);
}

TEST(ChoiceText, SaysWhy) {
  TrainSummary summary;
  EXPECT_EQ(summary.ChoiceText(), "");
  EXPECT_EQ(summary.CostText(), "");
  summary.path = {Point(4, 0.5, 0), Point(2, 0.7, 0), Point(1, 0.6, 0)};
  summary.path[0].passes = 7;
  summary.path[1].passes = 3;
  summary.last.pass = 12;
  summary.lambda = 2;
  EXPECT_EQ(summary.ChoiceText(), "the best dev score");
  EXPECT_EQ(summary.CostText(),
            "the path took 12.0 passes; one training from zero, its first, took 7.0, and that with "
            "lambda 2, from there on, 3.0");
  summary.lambda = 1;
  EXPECT_EQ(summary.ChoiceText(),
            "the best dev score; that is the weak end of the path, and a weaker one may be better");
  summary.lambda = 4;
  EXPECT_EQ(
      summary.ChoiceText(),
      "the best dev score; that is the strong end of the path, and a stronger one may be better");
}

TEST(ChoiceText, SaysWhyOfCrossValidations) {
  TrainSummary summary;
  CrossValidation& cv = summary.cross_validation;
  cv.folds = 5;
  cv.passes = 100;
  cv.path = {Point(4, 0.695, 0), Point(2, 0.7, 0.01), Point(1, 0.6, 0)};
  summary.lambda = 4;
  summary.last.pass = 12;
  EXPECT_EQ(summary.ChoiceText(),
            "the strongest within one standard error of the best, 2 with 0.7000 +- 0.0100");
  EXPECT_EQ(summary.CostText(),
            "cross-validation took 100.0 passes; one training with lambda 4 took 12.0");
  summary.lambda = 2;
  EXPECT_EQ(summary.ChoiceText(), "the best mean score");
  cv.kept_fold = 3;
  EXPECT_EQ(summary.ChoiceText(),
            "cross-validation was interrupted; this is the model of fold 3 of 5");
  EXPECT_EQ(summary.CostText(), "");
}

}  // namespace
}  // namespace sagitta
