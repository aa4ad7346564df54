// What every method of the registry promises, checked for all of them on chains and on graphs: see
// CONTRIBUTING.md, "A new method".
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/state.h"
#include "optim/expected_results.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"
#include "support/graph_problem.h"

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

/// Graphs and an engine.
struct GraphProblems {
  const char* name;
  SmallGraphsSettings data;
  LayoutSettings layout;
  Inference inference;
};

constexpr SmallDatasetSettings kTokens{.seed = 2, .longest = 5};

const GraphProblems kGraphProblems[] = {
    {"trees", {.tokens = kTokens, .types = 3}, kObservedFeatures, Inference::kTree},
    {"junction", {.tokens = kTokens, .cycles = true}, kObservedFeatures, Inference::kJunction},
    {"trw", {.tokens = kTokens, .cycles = true, .symmetric = true}, kAllFeatures, Inference::kTrw},
    {"pseudo", {.tokens = kTokens, .cycles = true}, kAllFeatures, Inference::kPseudo},
};

/// Whether the engine offers what the method needs: see docs/graphs.md.
bool CanUse(const std::string& method, const GraphProblems& graphs) {
  const EngineTraits traits = TraitsOf(graphs.inference);
  if (method == "sdca" || method == "oeg") return traits.counting;
  return method != "smd" || traits.tangent;
}

bool IsTreeOrTrw(const GraphProblems& graphs) {
  return graphs.inference == Inference::kTree || graphs.inference == Inference::kTrw;
}

/// How near to its exact value the function is known, relative to the optimum.
double Rounding(Inference inference) { return inference == Inference::kTrw ? 1e-9 : 1e-12; }

class Conformance : public testing::TestWithParam<ExpectedResult> {
 protected:
  template <class Problem>
  auto Make(const Problem& problem) const {
    return problem.Make(GetParam().method, kLambda, GetParam().options);
  }

  /// body(problem) for the graphs that the method can be used on: on all of them, or, where the
  /// engine hardly matters and the test takes long, on one with an exact engine and one with trw.
  template <class Real, class Body>
  void ForEachGraphProblem(const Body& body, bool all = true) const {
    for (const GraphProblems& own : kGraphProblems) {
      if (!CanUse(GetParam().method, own) || !(all || IsTreeOrTrw(own))) continue;
      SCOPED_TRACE(own.name);
      body(GraphProblem<Real>(SmallGraphs(own.data), own.layout, own.inference),
           Rounding(own.inference));
    }
  }

  /// The weights after this many passes.
  template <class Problem>
  DenseVector Trained(const Problem& problem, int passes, std::uint64_t seed) const {
    const auto method = Make(problem);
    Rng rng(seed);
    for (int pass = 0; pass < passes; ++pass) method->Advance(rng);
    return problem.Flat(*method);
  }

  template <class Problem>
  void ExpectOptimum(const Problem& problem, double rounding) const;
  template <class Problem>
  void ExpectToContinue(const Problem& problem) const;
  template <class Problem>
  void ExpectSameOnCopies(const Problem& weighted, const Problem& repeated, double rounding) const;
  template <class Problem>
  void ExpectAnotherLambda(const Problem& problem, double rounding) const;
  template <class Problem>
  void ExpectToStartFromWeights(const Problem& problem, double rounding) const;
};

/// L-BFGS at its end.
template <class Problem>
auto Best(const Problem& problem, double lambda) {
  auto method = problem.Make("lbfgs", lambda);
  Rng rng(1);
  for (int pass = 0; pass < 500 && !method->Advance(rng).stuck;) ++pass;
  return method;
}

template <class Problem>
double Optimum(const Problem& problem, double lambda) {
  return problem.Objective(problem.Flat(*Best(problem, lambda)), lambda);
}

template <class Problem>
void Conformance::ExpectOptimum(const Problem& problem, double rounding) const {
  const double best = Optimum(problem, kLambda);
  const double zero = problem.Objective(DenseVector(problem.layout.weights(), 0.0), kLambda);
  const DenseVector w = Trained(problem, GetParam().passes, kSeed);
  const double gap = problem.Objective(w, kLambda) / best - 1;
  EXPECT_LE(gap, std::max(GetParam().gap, rounding)) << GetParam().why;
  EXPECT_LE(gap, 0.2 * (zero / best - 1)) << "hardly better than no weights at all";
}

TEST_P(Conformance, ReachesTheOptimum) {
  for (const Problems& own : kProblems) {
    SCOPED_TRACE(own.name);
    ExpectOptimum(ChainProblem<double>(SmallDataset(own.data), own.layout), 0);
  }
}

TEST_P(Conformance, ReachesTheOptimumOnGraphs) {
  ForEachGraphProblem<double>(
      [this](const auto& problem, double rounding) { ExpectOptimum(problem, rounding); });
}

TEST_P(Conformance, IsRepeatable) {
  const ChainProblem<float> problem(SmallDataset(kProblems[1].data), kProblems[1].layout);
  EXPECT_EQ(Trained(problem, 7, kSeed), Trained(problem, 7, kSeed));
  ForEachGraphProblem<float>([this](const auto& graphs, double) {
    EXPECT_EQ(Trained(graphs, 7, kSeed), Trained(graphs, 7, kSeed));
  });
}

template <class Problem>
void Conformance::ExpectToContinue(const Problem& problem) const {
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

TEST_P(Conformance, ContinuesOnGraphsBitForBit) {
  const auto check = [this](const auto& problem, double) { ExpectToContinue(problem); };
  ForEachGraphProblem<double>(check);
  ForEachGraphProblem<float>(check);
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

void CopyRows(const SparseRows& from, std::uint64_t first, std::uint64_t last, SparseRows& to) {
  const auto at = [](std::uint64_t k) { return static_cast<std::ptrdiff_t>(k); };
  for (std::uint64_t row = first; row < last; ++row) {
    const auto begin = at(from.begin[row]), end = at(from.begin[row + 1]);
    to.attribute.append(from.attribute.begin() + begin, from.attribute.begin() + end);
    if (!from.value.empty()) {
      to.value.append(from.value.begin() + begin, from.value.begin() + end);
    }
    to.begin.push_back(to.attribute.size());
  }
}

/// The data, graphs or chains without attributes on edges, with every example as often as its
/// weight says, and no weights.
Dataset Repeated(const Dataset& data) {
  Dataset copies = data;
  copies.weight.clear();
  copies.token_begin = {0};
  copies.label.clear();
  copies.node = copies.edge = {};
  GraphParts& graphs = copies.graphs;
  if (data.HasGraphs()) graphs.edge_begin = {0};
  graphs.label_set.clear();
  graphs.edge.clear();
  graphs.given.clear();
  for (ExampleId i = 0; i < data.examples(); ++i) {
    const std::uint64_t first = data.token_begin[i], last = data.token_begin[i + 1];
    for (int copy = 0; copy < static_cast<int>(data.Weight(i)); ++copy) {
      CopyRows(data.node, first, last, copies.node);
      for (std::uint64_t t = first; t < last; ++t) {
        copies.label.push_back(data.label[t]);
        if (data.graphs.given.empty()) continue;
        graphs.given.push_back(data.graphs.given[t]);
        graphs.label_set.push_back(data.graphs.label_set[t]);
      }
      copies.token_begin.push_back(copies.label.size());
      if (!data.HasGraphs()) continue;
      for (std::size_t e = 0; e < data.edges(i); ++e) graphs.edge.push_back(data.EdgeAt(i, e));
      graphs.edge_begin.push_back(graphs.edge.size());
      if (!data.HasEdgeAttributes()) continue;
      CopyRows(data.edge, data.graphs.edge_begin[i], data.graphs.edge_begin[i + 1], copies.edge);
    }
  }
  return copies;
}

Dataset WithWeights(Dataset data) {
  data.weight.clear();
  for (ExampleId i = 0; i < data.examples(); ++i) data.weight.push_back(1 + i % 3);
  return data;
}

template <class Problem>
void Conformance::ExpectSameOnCopies(const Problem& weighted, const Problem& repeated,
                                     double rounding) const {
  const double lambda = kLambda * static_cast<double>(weighted.data.examples()) /
                        static_cast<double>(repeated.data.examples());
  const DenseVector w = Trained(weighted, GetParam().passes, kSeed);
  EXPECT_LE(repeated.Objective(w, lambda) / Optimum(repeated, lambda) - 1,
            2 * std::max(GetParam().gap, rounding) + 1e-12)
      << GetParam().why;
}

// Weight k is k copies: both have the same sum of losses, so the same weights are optimal when
// lambda times the number of examples agrees.
TEST_P(Conformance, HonoursExampleWeights) {
  const Dataset data = WithWeights(SmallDataset());
  ExpectSameOnCopies(ChainProblem<double>(data, kAllFeatures),
                     ChainProblem<double>(Repeated(data), kAllFeatures), 0);
  for (const GraphProblems& own : kGraphProblems) {
    if (!CanUse(GetParam().method, own) || !IsTreeOrTrw(own)) continue;
    SCOPED_TRACE(own.name);
    const Dataset graphs = WithWeights(SmallGraphs(own.data));
    ExpectSameOnCopies(GraphProblem<double>(graphs, own.layout, own.inference),
                       GraphProblem<double>(Repeated(graphs), own.layout, own.inference),
                       Rounding(own.inference));
  }
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

template <class Problem>
void Conformance::ExpectAnotherLambda(const Problem& problem, double rounding) const {
  const auto method = problem.Make(GetParam().method, 4 * kLambda, GetParam().options);
  Rng rng(kSeed);
  // As many passes with the other one, so that whatever is left of them weighs as much.
  for (int pass = 0; pass < GetParam().passes; ++pass) method->Advance(rng);
  method->ChangeLambda(kLambda);
  for (int pass = 0; pass < GetParam().passes; ++pass) method->Advance(rng);
  EXPECT_LE(problem.Objective(problem.Flat(*method), kLambda) / Optimum(problem, kLambda) - 1,
            2 * std::max(GetParam().gap, rounding) + 1e-12)
      << GetParam().why;
}

// Another lambda on the way: the method ends where it would have ended with it from the start.
TEST_P(Conformance, GoesOnWithAnotherLambda) {
  ExpectAnotherLambda(ChainProblem<double>(SmallDataset(), kAllFeatures), 0);
  ForEachGraphProblem<double>(
      [this](const auto& problem, double rounding) { ExpectAnotherLambda(problem, rounding); },
      /*all=*/false);
}

template <class Problem>
void Conformance::ExpectToStartFromWeights(const Problem& problem, double rounding) const {
  const auto best = Best(problem, kLambda);
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
  Rng rng(1);
  for (int pass = 0; pass < 3; ++pass) method->Advance(rng);
  const double optimum = problem.Objective(problem.Flat(*best), kLambda);
  const double now = problem.Objective(problem.Flat(*method), kLambda);
  EXPECT_LE(now / optimum - 1, std::max({GetParam().gap, rounding, 1e-9})) << "left the optimum";
}

// Methods that can begin at given weights do, and do not move away from the optimum.
TEST_P(Conformance, StartsFromGivenWeights) {
  ExpectToStartFromWeights(ChainProblem<double>(SmallDataset(), kAllFeatures), 0);
  ForEachGraphProblem<double>([this](const auto& problem, double rounding) {
    ExpectToStartFromWeights(problem, rounding);
  });
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
