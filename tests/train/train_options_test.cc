// The table of training options: it has every setting once, and its texts read back.
#include "sagitta/train_options.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/temp_file.h"
#include "sagitta/error.h"
#include "train/settings.h"

namespace sagitta {
namespace {

std::string Refusal(const std::string& name, const std::string& text) {
  TrainSettings settings;
  const std::string before = FindTrainOption(name).get(settings);
  try {
    FindTrainOption(name).set(settings, text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_EQ(FindTrainOption(name).get(settings), before) << "a refused value changes nothing";
    return error.what();
  }
  return "no error";
}

TEST(TrainOptions, NamesAreUnique) {
  std::set<std::string> names;
  for (const TrainOption& option : TrainOptions()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_FALSE(option.group.empty()) << option.name;
    EXPECT_FALSE(option.placeholder.empty()) << option.name;
    EXPECT_EQ(option.Keyword().find('-'), std::string::npos);
  }
  EXPECT_EQ(FindTrainOption("min-count").Keyword(), "min_count");
}

TEST(TrainOptions, TheDefaultsAreInRange) {
  for (const TrainOption& option : TrainOptions()) {
    EXPECT_NO_THROW(option.check(TrainSettings())) << option.name;
  }
  EXPECT_NO_THROW(CheckTrainSettings({}, false));
  EXPECT_EQ(FindTrainOption("passes").default_value, "100");
  EXPECT_EQ(FindTrainOption("lambda").default_value, "1/n");
  EXPECT_EQ(FindTrainOption("c2").default_value, "");
}

// A value of each option that is not its default. An option without a row here fails the test.
TEST(TrainOptions, EveryValueReadsBack) {
  const TempFile rules("forbid A B\n");
  const std::map<std::string, std::string> values = {{"features", "all"},
                                                     {"transitions", "none"},
                                                     {"min-count", "3"},
                                                     {"min-frequency", "-2.5"},
                                                     {"lambda", "0.125"},
                                                     {"c2", "1e-300"},
                                                     {"lambda1", "0.1"},
                                                     {"c1", "0"},
                                                     {"constraints", rules.path()},
                                                     {"bad-sequences", "repair"},
                                                     {"lambda-path", "2:0.5:7:stop"},
                                                     {"cv", "5"},
                                                     {"inference", "junction"},
                                                     {"clique-limit", "5000"},
                                                     {"method", "lbfgs"},
                                                     {"passes", "2.5"},
                                                     {"tolerance", "0"},
                                                     {"stop-at-floor", "off"},
                                                     {"patience", "4"},
                                                     {"seed", "18446744073709551615"},
                                                     {"precision", "double"},
                                                     {"merge-twins", "off"},
                                                     {"scale-values", "all"},
                                                     {"threads", "17"},
                                                     {"forget", "on"},
                                                     {"penalty", "change"},
                                                     {"checkpoint", "a file"},
                                                     {"every", "9"},
                                                     {"resume", "another"},
                                                     {"trace-objective", "on"},
                                                     {"trace-weights", "on"}};
  for (const TrainOption& option : TrainOptions()) {
    ASSERT_TRUE(values.contains(option.name)) << option.name;
    TrainSettings settings;
    EXPECT_NE(option.get(settings), values.at(option.name)) << option.name;
    option.set(settings, values.at(option.name));
    EXPECT_EQ(option.get(settings), values.at(option.name)) << option.name;
    // It is a field of its own: no other option changes with it.
    for (const TrainOption& other : TrainOptions()) {
      if (other.name == option.name) continue;
      EXPECT_EQ(other.get(settings), other.get(TrainSettings())) << option.name << other.name;
    }
  }
}

TEST(TrainOptions, RefuseByName) {
  EXPECT_EQ(Refusal("lambda", "abc"),
            "lambda: found 'abc', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(Refusal("lambda", ""),
            "lambda: found '', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(Refusal("lambda", "1x"),
            "lambda: found '1x', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(Refusal("lambda", "inf"),
            "lambda: found 'inf', expected a number above 0, at most 1e15, or auto");
  EXPECT_EQ(Refusal("tolerance", "-1e-3"),
            "tolerance: found '-0.001', expected a number, 0 or above");
  EXPECT_EQ(Refusal("min-frequency", "nan"), "min-frequency: found 'nan', expected a number");
  EXPECT_EQ(Refusal("seed", "-1"), "seed: found '-1', expected a whole number, 0 or above");
  EXPECT_EQ(Refusal("every", "0"), "every: found '0', expected a whole number, 1 to 4294967295");
  EXPECT_EQ(Refusal("min-count", "4294967296"),
            "min-count: found '4294967296', expected a whole number, 1 to 4294967295");
  EXPECT_EQ(Refusal("precision", "duoble"),
            "precision: found 'duoble', expected one of float, double, did you mean 'double'?");
  EXPECT_EQ(Refusal("merge-twins", "yes"), "merge-twins: found 'yes', expected one of on, off");
  EXPECT_EQ(Refusal("checkpoint", ""), "checkpoint: found '', expected the name of a file");
  for (const char* path : {"1:2", "1:2:3:4", "1:2:", ":2:3", "1:2:1001", "1:inf:2", "0:1:2"}) {
    EXPECT_EQ(Refusal("lambda-path", path).find("lambda-path: found '"), 0u) << path;
  }
  EXPECT_EQ(Refusal("method", "lbfg"), "unknown method 'lbfg', did you mean 'lbfgs'?");
}

TEST(TrainOptions, TheCourseIsWhatACheckpointBelongsTo) {
  const TrainSettings settings = ResolveSettings({}, 8);
  const auto course = CourseSettings(settings);
  for (const TrainOption& option : TrainOptions()) {
    EXPECT_EQ(course.contains(option.name), option.affects_course && !option.get(settings).empty())
        << option.name;
  }
  EXPECT_FALSE(course.contains("passes")) << "a training may be continued for more passes";
}

}  // namespace
}  // namespace sagitta
