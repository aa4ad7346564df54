// Settings: what is left open is settled, what makes no sense is refused by name.
#include "train/settings.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

#include "sagitta/error.h"

namespace sagitta {
namespace {

std::string ErrorOf(const std::function<void(TrainSettings&)>& change) {
  TrainSettings settings;
  change(settings);
  try {
    ResolveSettings(settings, 10);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(ResolveSettings, FillsInDefaults) {
  const TrainSettings settings = ResolveSettings({}, 8);
  EXPECT_EQ(settings.lambda, 0.125);
  EXPECT_FALSE(settings.c2.has_value());
  EXPECT_EQ(
      settings.method_options,
      (std::map<std::string, std::string>{
          {"ahead", "auto"}, {"batch", "1"}, {"initial-lipschitz", "1"}, {"memory", "mixed"}}));
}

TEST(ResolveSettings, AutoStandsForAMethod) {
  EXPECT_EQ(ResolveSettings({}, 8).method, "sag-nus-secant");
  TrainSettings sparse;
  sparse.c1 = 0.1;
  sparse.method_options = {{"history", "3"}};
  EXPECT_EQ(MethodInUse(sparse), "auto");
  EXPECT_EQ(ResolveSettings(sparse, 8).method, "auto");
  EXPECT_EQ(ResolveSettings(sparse, 8).method_options.at("history"), "3");
  sparse.c1 = 0;
  EXPECT_EQ(MethodInUse(sparse), "sag-nus-secant");
  sparse.lambda1 = 0.1;
  sparse.method = "sag";
  EXPECT_EQ(MethodInUse(sparse), "sag");
}

TEST(ResolveSettings, KeepsWhatIsGiven) {
  TrainSettings given;
  given.lambda = 0.75;
  given.method = "lbfgs";
  given.method_options = {{"history", "3"}};
  const TrainSettings settings = ResolveSettings(given, 8);
  EXPECT_EQ(settings.lambda, 0.75);
  EXPECT_EQ(settings.method_options, given.method_options);
}

// CRFsuite minimises n f with the penalty c2 ||w||^2, so c2 = n lambda / 2.
TEST(ResolveSettings, ConvertsC2) {
  TrainSettings given;
  given.c2 = 1;
  EXPECT_EQ(ResolveSettings(given, 8).lambda, 0.25);
  given.c2 = 0.5;
  EXPECT_EQ(ResolveSettings(given, 8).lambda, ResolveSettings({}, 8).lambda);
  EXPECT_FALSE(ResolveSettings(given, 8).c2.has_value());
}

TEST(ResolveSettings, ConvertsC1AndParts) {
  TrainSettings given;
  given.c1 = 4;
  const TrainSettings settings = ResolveSettings(given, 8);
  EXPECT_EQ(settings.lambda1, 0.5);
  EXPECT_FALSE(settings.c1.has_value());
  EXPECT_FALSE(settings.merge_twins) << "twins are equal under the squared penalty only";
}

TEST(ResolveSettings, PathsSetLambda) {
  TrainSettings given;
  given.lambda_path = LambdaPath{1, 0.1, 3};
  EXPECT_EQ(ResolveSettings(given, 8).lambda, 1);
  EXPECT_EQ(CourseSettings(ResolveSettings(given, 8)).at("lambda-path"), "1:0.1:3");
  given.lambda = 2;
  EXPECT_THROW(ResolveSettings(given, 8), Error);
  for (const LambdaPath bad : {LambdaPath{0, 1, 2}, LambdaPath{1, -1, 2}, LambdaPath{1, 1, 0},
                               LambdaPath{1, INFINITY, 2}}) {
    given = {};
    given.lambda_path = bad;
    EXPECT_THROW(ResolveSettings(given, 8), Error);
  }
}

TEST(ResolveSettings, TheAutomaticPathFollowsFromTheNumberOfSequences) {
  for (const char* const option : {"lambda", "c2", "lambda-path"}) {
    TrainSettings given;
    FindTrainOption(option).set(given, "auto");
    EXPECT_EQ(FindTrainOption("lambda-path").get(given), "auto");
    const TrainSettings settings = ResolveSettings(given, 50, {}, true);
    EXPECT_EQ(settings.lambda, 10 / 50.0);
    EXPECT_EQ(CourseSettings(settings).at("lambda-path"), "0.2:2e-05:9:stop");
    // What the log and the model say can be typed again.
    TrainSettings again;
    FindTrainOption("lambda-path").set(again, "0.2:2e-05:9:stop");
    EXPECT_EQ(CourseSettings(ResolveSettings(again, 50, {}, true)), CourseSettings(settings));
  }
}

TEST(ResolveSettings, AutoIsOneOfTheWaysToSetLambda) {
  TrainSettings settings;
  FindTrainOption("lambda").set(settings, "auto");
  FindTrainOption("c2").set(settings, "auto");
  EXPECT_THROW(FindTrainOption("lambda-path").set(settings, "1:0.1:3"), Error);
  settings.lambda = 1;
  EXPECT_THROW(ResolveSettings(settings, 8, {}, true), Error);
  settings = {};
  FindTrainOption("lambda-path").set(settings, "1:0.1:3");
  FindTrainOption("lambda-path").set(settings, "1:0.1:4");
  EXPECT_THROW(FindTrainOption("c2").set(settings, "auto"), Error);
}

TEST(ResolveSettings, AutoNeedsScores) {
  const auto automatic = [](TrainSettings& s) { s.lambda_path = {.automatic = true}; };
  EXPECT_EQ(ErrorOf(automatic),
            "lambda auto needs scores to choose by: add a dev corpus (--dev FILE) or, if there is "
            "none, cross-validation (--cv K)");
  TrainSettings settings;
  automatic(settings);
  EXPECT_NO_THROW(ResolveSettings(settings, 8, {}, true));
  settings.cv = 8;
  EXPECT_NO_THROW(ResolveSettings(settings, 8));
  EXPECT_THROW(ResolveSettings(settings, 8, {}, true), Error) << "dev or cv";
  EXPECT_EQ(ErrorOf([&](TrainSettings& s) {
              automatic(s);
              s.cv = 11;
            }),
            "cv: found '11', expected at most the number of sequences, 10");
}

TEST(CourseSettings, LeaveOutOnlyThePasses) {
  const TrainSettings settings = ResolveSettings({}, 8);
  auto course = CourseSettings(settings);
  auto model = DescribeSettings(settings);
  EXPECT_EQ(model.erase("passes"), 1u);
  EXPECT_EQ(course, model);
}

TEST(ResolveSettings, RefusesByName) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ErrorOf([](auto& s) { s.lambda = 0.0; }),
            "lambda: found '0', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(ErrorOf([](auto& s) { s.lambda = -0.5; }),
            "lambda: found '-0.5', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(ErrorOf([=](auto& s) { s.lambda = kNan; }),
            "lambda: found 'nan', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(ErrorOf([=](auto& s) { s.lambda = kInfinity; }),
            "lambda: found 'inf', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(ErrorOf([](auto& s) { s.c2 = 0; }),
            "c2: found '0', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(ErrorOf([=](auto& s) { s.c2 = kNan; }),
            "c2: found 'nan', expected a number above 0, at most 1e15, or auto");
  EXPECT_NE(ErrorOf([](auto& s) { s.c2 = s.lambda = 1.0; }).find("lambda and c2"),
            std::string::npos);
  EXPECT_EQ(ErrorOf([](auto& s) { s.passes = -1; }),
            "passes: found '-1', expected a number, 0 or above");
  EXPECT_EQ(ErrorOf([=](auto& s) { s.passes = kNan; }),
            "passes: found 'nan', expected a number, 0 or above");
  EXPECT_EQ(ErrorOf([](auto& s) {
              s.passes = 0;
              s.lambda_path = {1, 0.1, 2};
            }),
            "passes: found '0', expected a number above 0 with lambda-path");
  EXPECT_EQ(ErrorOf([](auto& s) { s.tolerance = -1e-3; }),
            "tolerance: found '-0.001', expected a number, 0 or above");
  EXPECT_EQ(ErrorOf([](auto& s) { s.min_count = 0; }),
            "min-count: found '0', expected a whole number, 1 to 4294967295");
  EXPECT_EQ(ErrorOf([](auto& s) { s.method = "adam"; }).rfind("unknown method 'adam'", 0), 0u);
  EXPECT_EQ(ErrorOf([](auto& s) {
              s.method_options = {{"history", "3"}};
            }),
            "method sag-nus-secant has no option 'history'");
}

// A c2 whose lambda underflows or overflows is no better than one that is out of range itself.
TEST(ResolveSettings, RefusesC2BeyondTheRangeOfLambda) {
  EXPECT_EQ(ErrorOf([](auto& s) { s.c2 = 5e-324; }).rfind("lambda: found '0'", 0), 0u);
  EXPECT_EQ(ErrorOf([](auto& s) { s.c2 = 1e308; }).rfind("c2: found '1e+308'", 0), 0u);
}

TEST(DescribeSettings, NamesEverythingThatShapesTheModel) {
  TrainSettings given;
  given.features = FeatureSet::kAll;
  given.min_count = 2;
  given.seed = 18446744073709551615u;
  given.merge_twins = false;
  const auto text = DescribeSettings(ResolveSettings(given, 3));
  const std::map<std::string, std::string> expected = {{"method", "sag-nus-secant"},
                                                       {"features", "all"},
                                                       {"transitions", "all"},
                                                       {"min-count", "2"},
                                                       {"precision", "float"},
                                                       {"passes", "100"},
                                                       {"tolerance", "1e-04"},
                                                       {"stop-at-floor", "on"},
                                                       {"patience", "0"},
                                                       {"lambda1", "0"},
                                                       {"constraints", "none"},
                                                       {"bad-sequences", "refuse"},
                                                       {"merge-twins", "off"},
                                                       {"scale-values", "auto"},
                                                       {"forget", "off"},
                                                       {"penalty", "size"},
                                                       {"seed", "18446744073709551615"},
                                                       {"initial-lipschitz", "1"},
                                                       {"lambda", "0.3333333333333333"},
                                                       {"memory", "mixed"},
                                                       {"ahead", "auto"},
                                                       {"batch", "1"}};
  EXPECT_EQ(text, expected);
}

TEST(DescribeSettings, DoesNotMentionThreads) {
  TrainSettings given;
  given.threads = 3;
  const TrainSettings resolved = ResolveSettings(given, 3);
  EXPECT_EQ(resolved.threads, 3u);
  EXPECT_GE(ResolveSettings({}, 3).threads, 1u);
  EXPECT_FALSE(DescribeSettings(resolved).contains("threads"));
  EXPECT_FALSE(CourseSettings(resolved).contains("threads"));
}

TEST(DescribeSettings, NumbersReadBackToTheSameValue) {
  for (const double lambda : {1.0 / 3, 1e-300, 12345.678, 0.1 + 0.2}) {
    TrainSettings given;
    given.lambda = lambda;
    const std::string text = DescribeSettings(ResolveSettings(given, 3)).at("lambda");
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    EXPECT_EQ(back, lambda);
  }
}

TEST(ResolveSettings, TransitionsFollowTheTemplateUnlessAskedFor) {
  ReadOptions with, without;
  with.template_text = "U:%x[0,0]\nB\n";
  without.template_text = "U:%x[0,0]\nB:%x[0,0]\n#B\n";
  EXPECT_EQ(ResolveSettings({}, 10).transitions, FeatureSet::kAll);
  EXPECT_EQ(ResolveSettings({}, 10, with).transitions, FeatureSet::kAll);
  EXPECT_EQ(ResolveSettings({}, 10, without).transitions, FeatureSet::kNone);
  TrainSettings asked;
  asked.transitions = FeatureSet::kObserved;
  EXPECT_EQ(ResolveSettings(asked, 10, without).transitions, FeatureSet::kObserved);
  TrainSettings nothing;
  nothing.features = FeatureSet::kNone;
  EXPECT_THROW(ResolveSettings(nothing, 10), Error);
}

}  // namespace
}  // namespace sagitta
