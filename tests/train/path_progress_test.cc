// PathProgress: which weights of a path are kept, when it is over, and what its points say.
#include "train/path_progress.h"

#include <gtest/gtest.h>

namespace sagitta {
namespace {

PassRecord After(double pass, double seconds) {
  PassRecord record;
  record.pass = pass;
  record.seconds = seconds;
  return record;
}

TrainSettings WithPath(const LambdaPath& path) {
  TrainSettings settings;
  settings.lambda = path.first;
  settings.lambda_path = path;
  return settings;
}

TEST(PathProgress, OneLambdaIsAPathOfOneValue) {
  TrainSettings settings;
  settings.lambda = 0.25;
  PathProgress path(settings, 8);
  EXPECT_EQ(path.Lambda(), 0.25);
  EXPECT_TRUE(path.IsOver());
  path.Finish(After(3, 1), std::nullopt, true, {0, 1, 2});
  EXPECT_EQ(path.ChosenLambda(), 0.25);
  EXPECT_EQ(path.kept(), (std::vector<double>{0, 1, 2}));
}

TEST(PathProgress, KeepsTheFirstOfTheBest) {
  const TrainSettings settings = WithPath({4, 0.5, 4});
  PathProgress path(settings, 10);
  const double scores[] = {0.5, 0.7, 0.7, 0.6};
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(path.IsOver(), k == 3) << k;
    EXPECT_EQ(path.Keeps(scores[k]), k < 2) << k;
    path.Finish(After(10 * (k + 1), k + 1), scores[k], k != 2, {0, 1.0 + k});
    if (k < 3) path.Next(After(10 * (k + 1), k + 1));
  }
  EXPECT_EQ(path.ChosenLambda(), 2);
  EXPECT_EQ(path.kept(), (std::vector<double>{0, 2}));
  ASSERT_EQ(path.points().size(), 4u);
  const PathPoint& third = path.points()[2];
  EXPECT_EQ(third.lambda, 1);
  EXPECT_EQ(third.c2, 5);
  EXPECT_EQ(third.passes, 10);
  EXPECT_EQ(third.seconds, 1);
  EXPECT_EQ(third.active_weights, 1u);
  EXPECT_FALSE(third.converged);
}

TEST(PathProgress, WithoutScoresTheLastValueIsKept) {
  const TrainSettings settings = WithPath({1, 0.5, 2});
  PathProgress path(settings, 10);
  path.Finish(After(1, 1), std::nullopt, true, {1});
  path.Next(After(1, 1));
  path.Finish(After(2, 2), std::nullopt, true, {2});
  EXPECT_EQ(path.ChosenLambda(), 0.5);
  EXPECT_EQ(path.kept(), std::vector<double>{2});
}

TEST(PathProgress, EndsEarlyWhereThatIsAskedFor) {
  for (const bool stop : {true, false}) {
    const TrainSettings settings = WithPath({16, 0.5, 6, stop});
    PathProgress path(settings, 10);
    for (const double score : {0.9, 0.5, 0.6, 0.7}) {
      EXPECT_FALSE(path.IsOver());
      path.Finish(After(1, 1), score, true, {1});
      if (path.points().size() < 4) path.Next(After(1, 1));
    }
    EXPECT_EQ(path.IsOver(), stop);
  }
}

TEST(PathProgress, ComesBack) {
  const TrainSettings settings = WithPath({4, 0.5, 4});
  PathProgress path(settings, 10);
  path.Finish(After(3, 1), 0.5, true, {1, 2});
  path.Next(After(3, 1));
  StateWriter writer;
  path.Transfer(writer, 3, 2);
  PathProgress other(settings, 10);
  StateReader reader(writer.bytes());
  other.Transfer(reader, 3, 2);
  reader.Finish();
  EXPECT_EQ(other.Lambda(), 2);
  EXPECT_EQ(other.ChosenLambda(), 4);
  EXPECT_EQ(other.first_pass(), 3);
  EXPECT_EQ(other.kept(), path.kept());
  EXPECT_EQ(other.points().size(), 1u);
  EXPECT_FALSE(other.Keeps(0.5));
}

}  // namespace
}  // namespace sagitta
