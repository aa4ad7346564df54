// The Wolfe search on functions of one variable: the conditions are checked on what it returns.
#include "optim/parts/wolfe_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace sagitta {
namespace {

struct Function {
  std::string name;
  double (*value)(double);
  double (*slope)(double);
};

// All fall at 0; they differ in where a good step is and in how misleading the way there is.
const Function kFunctions[] = {
    {"near", [](double a) { return 500 * a * a - a; }, [](double a) { return 1000 * a - 1; }},
    {"at one", [](double a) { return (a - 1) * (a - 1); }, [](double a) { return 2 * (a - 1); }},
    {"far", [](double a) { return 1e-9 * (a - 1e5) * (a - 1e5); },
     [](double a) { return 2e-9 * (a - 1e5); }},
    {"quartic", [](double a) { return std::pow(a - 3, 4); },
     [](double a) { return 4 * std::pow(a - 3, 3); }},
    {"no minimum", [](double a) { return -std::log1p(a); }, [](double a) { return -1 / (1 + a); }},
    {"wall", [](double a) { return std::exp(20 * (a - 1)) - a; },
     [](double a) { return 20 * std::exp(20 * (a - 1)) - 1; }},
    {"waves", [](double a) { return -3 * a + 0.9 * std::sin(3 * a) + 0.05 * a * a; },
     [](double a) { return -3 + 2.7 * std::cos(3 * a) + 0.1 * a; }},
    {"kink", [](double a) { return std::sqrt((a - 2) * (a - 2) + 1e-8); },
     [](double a) { return (a - 2) / std::sqrt((a - 2) * (a - 2) + 1e-8); }},
};

class Line {
 public:
  explicit Line(const Function& f) : f_(f) {}
  LinePoint operator()(double step) {
    ++calls;
    last = step;
    return {step, f_.value(step), f_.slope(step)};
  }

  int calls = 0;
  double last = -1;

 private:
  const Function& f_;
};

TEST(WolfeSearch, SlopesOfTheTestFunctionsAreRight) {
  for (const Function& f : kFunctions) {
    for (const double a : {0.1, 0.7, 1.5}) {
      const double h = 1e-6;
      EXPECT_NEAR((f.value(a + h) - f.value(a - h)) / (2 * h), f.slope(a),
                  1e-6 * (1 + std::abs(f.slope(a))))
          << f.name << " at " << a;
    }
    EXPECT_LT(f.slope(0), 0) << f.name;
  }
}

TEST(WolfeSearch, BothConditionsHold) {
  for (const Function& f : kFunctions) {
    for (const double first : {1e-4, 0.01, 1.0, 30.0}) {
      for (const double curvature : {0.9, 0.1}) {
        SCOPED_TRACE(f.name + " from " + std::to_string(first));
        Line line(f);
        const LinePoint start{0, f.value(0), f.slope(0)};
        const WolfeSettings settings{1e-4, curvature, 60};
        const WolfeResult result = WolfeSearch(start, first, std::ref(line), settings);
        ASSERT_TRUE(result.found);
        const double a = result.point.step;
        EXPECT_GT(a, 0);
        EXPECT_EQ(result.point.value, f.value(a));
        EXPECT_EQ(result.point.slope, f.slope(a));
        EXPECT_LE(f.value(a), start.value + 1e-4 * a * start.slope);
        EXPECT_LE(std::abs(f.slope(a)), curvature * std::abs(start.slope));
        EXPECT_EQ(line.last, a) << "the caller stands somewhere else";
        EXPECT_LE(line.calls, 60);
      }
    }
  }
}

TEST(WolfeSearch, TakesAGoodFirstStepAtOnce) {
  Line line(kFunctions[1]);
  const WolfeResult result = WolfeSearch({0, 1, -2}, 1.0, std::ref(line));
  EXPECT_TRUE(result.found);
  EXPECT_EQ(result.point.step, 1.0);
  EXPECT_EQ(line.calls, 1);
}

TEST(WolfeSearch, GivesUpWhereNothingDecreases) {
  int calls = 0;
  const auto flat = [&](double step) {
    ++calls;
    return LinePoint{step, 1.0, -1.0};
  };
  const WolfeResult result = WolfeSearch({0, 1, -1}, 1.0, flat);
  EXPECT_FALSE(result.found);
  EXPECT_LE(calls, WolfeSettings().most_trials);
}

TEST(WolfeSearch, ComesBackFromWhereTheFunctionIsNoNumber) {
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const auto evaluate = [&](double a) {
      if (a > 0.5) return LinePoint{a, bad, bad};
      return LinePoint{a, (a - 0.4) * (a - 0.4), 2 * (a - 0.4)};
    };
    const WolfeResult result = WolfeSearch({0, 0.16, -0.8}, 1e3, evaluate);
    ASSERT_TRUE(result.found);
    EXPECT_LT(result.point.value, 0.16);
    EXPECT_LE(std::abs(result.point.slope), 0.9 * 0.8);
  }
}

// No point satisfies the curvature condition: the search still ends, on a point that decreases.
TEST(WolfeSearch, SettlesForDecreaseWhenTheSlopeNeverFlattens) {
  double last = 0;
  int calls = 0;
  const auto falling = [&](double a) {
    ++calls;
    last = a;
    return LinePoint{a, -a, -1.0};
  };
  const WolfeResult result = WolfeSearch({0, 0, -1}, 1.0, falling);
  EXPECT_TRUE(result.found);
  EXPECT_EQ(result.point.step, last);
  EXPECT_LT(result.point.value, 0);
  EXPECT_LE(calls, WolfeSettings().most_trials + 1);
}

}  // namespace
}  // namespace sagitta
