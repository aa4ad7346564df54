// The registry and the options of methods: everything is refused by name.
#include "optim/registry.h"

#include <gtest/gtest.h>

#include <set>

#include "sagitta/error.h"
#include "sagitta/train.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

using Values = std::map<std::string, std::string>;

template <class Body>
std::string UsageErrorOf(Body body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(Registry, ListsEveryMethodOnceWithItsDescription) {
  std::set<std::string> names;
  for (const MethodInfo& method : Methods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name;
    EXPECT_FALSE(method.family.empty());
    EXPECT_FALSE(method.summary.empty());
    EXPECT_FALSE(method.citation.empty());
    for (const MethodOption& option : method.options) {
      EXPECT_FALSE(option.default_value.empty()) << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
    }
  }
  EXPECT_EQ(Methods().front().name, TrainSettings().method) << "the default is listed first";
}

TEST(Registry, FillsInDefaults) {
  EXPECT_EQ(CompleteOptions("lbfgs", {}), (Values{{"history", "6"}}));
  EXPECT_EQ(CompleteOptions("lbfgs", {{"history", "9"}}), (Values{{"history", "9"}}));
  EXPECT_EQ(CompleteOptions("sag-nus-star", {}), (Values{{"ahead", "auto"},
                                                         {"batch", "1"},
                                                         {"initial-lipschitz", "1"},
                                                         {"memory", "mixed"},
                                                         {"skip-searches", "on"}}));
}

TEST(Registry, DefaultsMakeEveryMethod) {
  const ChainProblem<double> in_double(SmallDataset(), {});
  const ChainProblem<float> in_float(SmallDataset(), {});
  for (const MethodInfo& method : Methods()) {
    EXPECT_NE(in_double.Make(method.name, 0.1), nullptr);
    EXPECT_NE(in_float.Make(method.name, 0.1), nullptr);
  }
}

TEST(Registry, RefusesUnknownMethods) {
  const std::string message = UsageErrorOf([] { CompleteOptions("perceptron", {}); });
  EXPECT_EQ(message.find("unknown method 'perceptron', expected one of auto, sag-nus-secant, "), 0u)
      << message;
  for (const MethodInfo& method : Methods()) {
    EXPECT_NE(message.find(method.name), std::string::npos) << method.name;
  }
  EXPECT_EQ(UsageErrorOf([] { CompleteOptions("lbgfs", {}); }),
            "unknown method 'lbgfs', did you mean 'lbfgs'?");
  const ChainProblem<double> problem(SmallDataset(), {});
  EXPECT_NE(UsageErrorOf([&] {
              MakeOptimizer<double>("", problem.NewSum(), {0.1, {}});
            }).find("unknown method ''"),
            std::string::npos);
}

TEST(Registry, RefusesUnknownOptions) {
  EXPECT_EQ(UsageErrorOf([] {
              CompleteOptions("sag", {{"history", "6"}});
            }),
            "method sag has no option 'history'");
  EXPECT_EQ(UsageErrorOf([] {
              CompleteOptions("lbfgs", {{"History", "6"}});
            }),
            "method lbfgs has no option 'History'");
}

TEST(Registry, RefusesBadValues) {
  EXPECT_EQ(UsageErrorOf([] { CompleteOptions("lbgfs", {}); }),
            "unknown method 'lbgfs', did you mean 'lbfgs'?");
  const ChainProblem<double> problem(SmallDataset(), {});
  for (const char* value : {"", "0", "-1", "6x", " 6", "1001", "99999999999999999999999", "on"}) {
    EXPECT_EQ(
        UsageErrorOf([&] {
          problem.Make("lbfgs", 0.1, {{"history", value}});
        }),
        "history: found '" + std::string(value) + "', expected a whole number from 1 to 1000");
  }
  for (const char* value : {"", "yes", "ON", "1"}) {
    EXPECT_EQ(UsageErrorOf([&] {
                problem.Make("sag-nus-star", 0.1, {{"skip-searches", value}});
              }),
              "skip-searches: found '" + std::string(value) + "', expected on or off");
  }
  for (const char* value : {"", "0", "-1", "9e-13", "1.1e12", "inf", "nan", "1 "}) {
    EXPECT_EQ(UsageErrorOf([&] {
                problem.Make("sag", 0.1, {{"initial-lipschitz", value}});
              }),
              "initial-lipschitz: found '" + std::string(value) +
                  "', expected a number from 1e-12 to 1e+12");
  }
}

TEST(Options, ReadValues) {
  const Options options(0.25, {{"a", "on"}, {"b", "off"}, {"c", "17"}, {"d", "-2.5"}});
  EXPECT_EQ(options.lambda(), 0.25);
  EXPECT_TRUE(options.Flag("a"));
  EXPECT_FALSE(options.Flag("b"));
  EXPECT_EQ(options.Count("c", 17, 17), 17u);
  EXPECT_EQ(options.Number("d", -2.5, -2.5), -2.5);
}

}  // namespace
}  // namespace sagitta
