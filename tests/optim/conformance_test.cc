// What every method of the registry promises, checked for all of them: see CONTRIBUTING.md, "A new
// method".
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/state.h"
#include "optim/expected_results.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr double kLambda = 0.05;
constexpr std::uint64_t kSeed = 3;

const LayoutSettings kAllFeatures{FeatureSet::kAll, FeatureSet::kAll};
const LayoutSettings kObservedFeatures{FeatureSet::kObserved, FeatureSet::kObserved};

struct Problems {
  const char* name;
  SmallDatasetSettings data;
  LayoutSettings layout;
};

const Problems kProblems[] = {
    {"plain", {}, kAllFeatures},
    {"rich", {.labels = 4, .values = true, .weights = true, .edges = true}, kObservedFeatures},
    // Transitions that depend on the text only, as with a template that has no plain B line.
    {"edges alone", {.labels = 4, .edges = true}, {FeatureSet::kObserved, FeatureSet::kNone}},
};

class Conformance : public testing::TestWithParam<ExpectedResult> {
 protected:
  template <class Real>
  std::unique_ptr<Optimizer<Real>> Make(const ChainProblem<Real>& problem) const {
    return problem.Make(GetParam().method, kLambda, GetParam().options);
  }

  /// The weights after this many passes.
  template <class Real>
  DenseVector Trained(const ChainProblem<Real>& problem, int passes, std::uint64_t seed) const {
    const auto method = Make(problem);
    Rng rng(seed);
    for (int pass = 0; pass < passes; ++pass) method->Advance(rng);
    return problem.Flat(*method);
  }

  template <class Real>
  void ExpectToContinue(const ChainProblem<Real>& problem) const;
};

double Optimum(const ChainProblem<double>& problem, double lambda) {
  const auto method = problem.Make("lbfgs", lambda);
  Rng rng(1);
  for (int pass = 0; pass < 500 && !method->Advance(rng).stuck;) ++pass;
  return problem.naive.Objective(problem.Flat(*method), lambda);
}

TEST_P(Conformance, ReachesTheOptimum) {
  for (const Problems& own : kProblems) {
    const ChainProblem<double> problem(SmallDataset(own.data), own.layout);
    const double best = Optimum(problem, kLambda);
    const double zero =
        problem.naive.Objective(DenseVector(problem.layout.weights(), 0.0), kLambda);
    const DenseVector w = Trained(problem, GetParam().passes, kSeed);
    const double gap = problem.naive.Objective(w, kLambda) / best - 1;
    EXPECT_LE(gap, GetParam().gap) << own.name << ": " << GetParam().why;
    EXPECT_LE(gap, 0.2 * (zero / best - 1)) << own.name << ": hardly better than no weights at all";
  }
}

TEST_P(Conformance, IsRepeatable) {
  const ChainProblem<float> problem(SmallDataset(kProblems[1].data), kProblems[1].layout);
  EXPECT_EQ(Trained(problem, 7, kSeed), Trained(problem, 7, kSeed));
}

template <class Real>
void Conformance::ExpectToContinue(const ChainProblem<Real>& problem) const {
  const auto method = Make(problem);
  Rng rng(kSeed);
  for (int pass = 0; pass < 5; ++pass) method->Advance(rng);
  StateWriter writer;
  method->Transfer(writer);
  const Rng saved = rng;
  const auto other = Make(problem);
  // A state of its own must be overwritten, not added to.
  Rng elsewhere(kSeed + 1);
  for (int pass = 0; pass < 3; ++pass) other->Advance(elsewhere);
  StateReader reader(writer.bytes());
  other->Transfer(reader);
  EXPECT_NO_THROW(reader.Finish());
  EXPECT_EQ(problem.Flat(*other), problem.Flat(*method));
  Rng other_rng = saved;
  for (int pass = 0; pass < 6; ++pass) {
    const StepReport report = method->Advance(rng);
    const StepReport again = other->Advance(other_rng);
    ASSERT_EQ(report.evaluations, again.evaluations) << pass;
    ASSERT_EQ(report.objective_estimate, again.objective_estimate) << pass;
    ASSERT_EQ(report.gradient_inf, again.gradient_inf) << pass;
    ASSERT_EQ(report.duality_gap, again.duality_gap) << pass;
    ASSERT_EQ(report.step, again.step) << pass;
    ASSERT_EQ(problem.Flat(*other), problem.Flat(*method)) << pass;
  }
}

TEST_P(Conformance, ContinuesFromItsStateBitForBit) {
  for (const Problems& own : kProblems) {
    SCOPED_TRACE(own.name);
    ExpectToContinue(ChainProblem<double>(SmallDataset(own.data), own.layout));
    ExpectToContinue(ChainProblem<float>(SmallDataset(own.data), own.layout));
  }
}

TEST_P(Conformance, RefusesAStateThatIsCutShort) {
  const ChainProblem<float> problem(SmallDataset(), kAllFeatures);
  const auto method = Make(problem);
  Rng rng(kSeed);
  method->Advance(rng);
  StateWriter writer;
  method->Transfer(writer);
  const std::string_view bytes = writer.bytes();
  for (const std::size_t length : {std::size_t{0}, bytes.size() / 3, bytes.size() - 1}) {
    StateReader reader(bytes.substr(0, length));
    EXPECT_THROW(Make(problem)->Transfer(reader), Error) << length;
  }
}

/// The data with every example as often as its weight says, and no weights.
Dataset Repeated(const Dataset& data) {
  Dataset copies = data;
  copies.weight.clear();
  copies.token_begin = {0};
  copies.label.clear();
  copies.node = {};
  for (ExampleId i = 0; i < data.examples(); ++i) {
    for (int copy = 0; copy < static_cast<int>(data.Weight(i)); ++copy) {
      for (std::uint64_t t = data.token_begin[i]; t < data.token_begin[i + 1]; ++t) {
        copies.label.push_back(data.label[t]);
        copies.node.attribute.insert(
            copies.node.attribute.end(),
            data.node.attribute.begin() + static_cast<std::ptrdiff_t>(data.node.begin[t]),
            data.node.attribute.begin() + static_cast<std::ptrdiff_t>(data.node.begin[t + 1]));
        copies.node.begin.push_back(copies.node.attribute.size());
      }
      copies.token_begin.push_back(copies.label.size());
    }
  }
  return copies;
}

// Weight k is k copies: both have the same sum of losses, so the same weights are optimal when
// lambda times the number of examples agrees.
TEST_P(Conformance, HonoursExampleWeights) {
  Dataset data = SmallDataset();
  for (ExampleId i = 0; i < data.examples(); ++i) data.weight.push_back(1 + i % 3);
  const Dataset copies = Repeated(data);
  const double lambda_of_copies =
      kLambda * static_cast<double>(data.examples()) / static_cast<double>(copies.examples());
  const ChainProblem<double> weighted(data, kAllFeatures);
  const ChainProblem<double> repeated(copies, kAllFeatures);
  const DenseVector w = Trained(weighted, GetParam().passes, kSeed);
  const double best = Optimum(repeated, lambda_of_copies);
  EXPECT_LE(repeated.naive.Objective(w, lambda_of_copies) / best - 1, 2 * GetParam().gap + 1e-12)
      << GetParam().why;
}

TEST_P(Conformance, RefusesBadOptionsByName) {
  const ChainProblem<double> problem(SmallDataset(), kAllFeatures);
  const std::string& method = GetParam().method;
  const auto message = [&](const std::string& name, const std::string& value) -> std::string {
    try {
      problem.Make(method, kLambda, {{name, value}});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return error.what();
    }
    return "";
  };
  for (const MethodInfo& info : Methods()) {
    if (info.name != method) continue;
    for (const MethodOption& option : info.options) {
      for (const char* value : {"nonsense", "", "-1", "1e999"}) {
        EXPECT_NE(message(option.name, value).find(option.name + ": found '"), std::string::npos)
            << option.name << " " << value << ": " << message(option.name, value);
      }
    }
  }
  EXPECT_NE(message("no-such-option", "1").find("has no option 'no-such-option'"),
            std::string::npos);
}

// Another lambda on the way: the method ends where it would have ended with it from the start.
TEST_P(Conformance, GoesOnWithAnotherLambda) {
  const ChainProblem<double> problem(SmallDataset(), kAllFeatures);
  const auto method = problem.Make(GetParam().method, 4 * kLambda, GetParam().options);
  Rng rng(kSeed);
  // As many passes with the other one, so that whatever is left of them weighs as much.
  for (int pass = 0; pass < GetParam().passes; ++pass) method->Advance(rng);
  method->ChangeLambda(kLambda);
  for (int pass = 0; pass < GetParam().passes; ++pass) method->Advance(rng);
  const double best = Optimum(problem, kLambda);
  EXPECT_LE(problem.naive.Objective(problem.Flat(*method), kLambda) / best - 1,
            2 * GetParam().gap + 1e-12)
      << GetParam().why;
}

// Methods that can begin at given weights do, and do not move away from the optimum.
TEST_P(Conformance, StartsFromGivenWeights) {
  const ChainProblem<double> problem(SmallDataset(), kAllFeatures);
  const auto best = problem.Make("lbfgs", kLambda);
  Rng rng(1);
  for (int pass = 0; pass < 500 && !best->Advance(rng).stuck;) ++pass;
  PlainWeights<double> w(problem.map.space());
  best->Write(w);
  const auto method = Make(problem);
  const bool starts = method->Start(w);
  // The weights of a dual method follow from its dual variables.
  const bool dual = GetParam().method == "sdca" || GetParam().method == "oeg";
  ASSERT_EQ(starts, !dual);
  if (dual) return;
  EXPECT_LE(RelativeDistance(problem.Flat(*method), problem.Flat(*best)), 1e-12);
  if (GetParam().leaves_start) return;
  for (int pass = 0; pass < 3; ++pass) method->Advance(rng);
  const double optimum = problem.naive.Objective(problem.Flat(*best), kLambda);
  const double now = problem.naive.Objective(problem.Flat(*method), kLambda);
  EXPECT_LE(now / optimum - 1, std::max(GetParam().gap, 1e-9)) << "left the optimum";
}

INSTANTIATE_TEST_SUITE_P(, Conformance, testing::ValuesIn(ExpectedResults()), [](const auto& test) {
  std::string name = test.param.method;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(ExpectedResults, HaveARowForEveryMethod) {
  std::set<std::string> expected, registered;
  for (const ExpectedResult& row : ExpectedResults()) expected.insert(row.method);
  for (const MethodInfo& method : Methods()) registered.insert(method.name);
  EXPECT_EQ(expected, registered);
}

}  // namespace
}  // namespace sagitta
