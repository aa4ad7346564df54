// Mini-batches: the methods on groups of examples.
#include <gtest/gtest.h>

#include "optim/naive_cases.h"
#include "optim/naive_sag.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"
#include "support/naive_batches.h"

namespace sagitta {
namespace {

constexpr const char* kMethods[] = {"sag",      "sag-nus",       "sag-nus-star",  "saga",
                                    "saga-nus", "saga-nus-star", "sag-nus-secant"};

class Batches : public testing::TestWithParam<NaiveCase> {
 protected:
  Batches()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem),
        batch_(std::min<std::size_t>(4, problem_.data.examples())),
        naive_crf_(problem_.data, problem_.layout, batch_) {}

  // All batches have the same size here, so the definition's passes are those of the method.
  void Compare(NaiveSagBase& naive, const std::string& method) {
    const auto mixed = problem_.Make(method, lambda_, {{"batch", "4"}});
    const auto sparse = problem_.Make(method, lambda_, {{"batch", "4"}, {"memory", "sparse"}});
    Rng naive_rng(7), mixed_rng(7), sparse_rng(7);
    for (int pass = 1; pass <= 20; ++pass) {
      SCOPED_TRACE(pass);
      naive.Pass(naive_rng);
      const StepReport report = mixed->Advance(mixed_rng);
      ASSERT_EQ(report.evaluations, batch_ * naive.evaluations());
      ASSERT_EQ(report.seen_all, naive.seen() == naive_crf_.examples());
      ASSERT_LE(RelativeDistance(problem_.Flat(*mixed), naive.w()), 1e-12);
      sparse->Advance(sparse_rng);
      ASSERT_LE(RelativeDistance(problem_.Flat(*sparse), naive.w()), 1e-12);
    }
  }

  double lambda_;
  ChainProblem<double> problem_;
  std::size_t batch_;
  NaiveBatches naive_crf_;
};

TEST_P(Batches, SagIsTheDefinition) {
  NaiveSag naive(naive_crf_, lambda_);
  Compare(naive, "sag");
}

TEST_P(Batches, SagNusIsTheDefinition) {
  NaiveSagNus naive(naive_crf_, lambda_);
  Compare(naive, "sag-nus");
}

TEST_P(Batches, SagNusStarIsTheDefinition) {
  NaiveSagNusStar naive(naive_crf_, lambda_, true);
  Compare(naive, "sag-nus-star");
}

TEST_P(Batches, SagNusSecantIsTheDefinition) {
  NaiveSagNusSecant naive(naive_crf_, lambda_);
  Compare(naive, "sag-nus-secant");
}

TEST_P(Batches, SagaIsTheDefinition) {
  NaiveSag naive(naive_crf_, lambda_, NaiveMove::kSaga);
  Compare(naive, "saga");
}

INSTANTIATE_TEST_SUITE_P(, Batches, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

TEST(Batch, OfOneIsNone) {
  const ChainProblem<float> problem(SmallDataset({.edges = true}), {});
  for (const char* name : kMethods) {
    const auto none = problem.Make(name, 0.05), one = problem.Make(name, 0.05, {{"batch", "1"}});
    Rng none_rng(1), one_rng(1);
    for (int pass = 0; pass < 5; ++pass) {
      none->Advance(none_rng);
      one->Advance(one_rng);
    }
    EXPECT_EQ(problem.Flat(*none), problem.Flat(*one)) << name;
  }
}

void ExpectOptimum(const ChainProblem<double>& problem, const std::string& method,
                   const std::string& batch, const std::string& memory) {
  SCOPED_TRACE(method + " " + batch + " " + memory);
  const auto optimizer = problem.Make(method, 0.05, {{"batch", batch}, {"memory", memory}});
  Rng rng(1);
  StepReport report;
  for (int pass = 0; pass < 3000 && !(report.seen_all && report.gradient_inf < 1e-9); ++pass) {
    report = optimizer->Advance(rng);
  }
  EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(problem.Flat(*optimizer), 0.05)), 1e-7);
}

// Also where batches do not come out even, and where one holds everything. SAG and SAG-NUS halve
// their constants within n iterations: among few batches they forget all directions but the last.
TEST(Batch, ReachesTheOptimum) {
  const LayoutSettings layout{FeatureSet::kObserved, FeatureSet::kAll};
  SmallDatasetSettings settings{.labels = 4, .values = true, .weights = true, .edges = true};
  const ChainProblem<double> small(SmallDataset(settings), layout);
  settings.examples = 100;
  const ChainProblem<double> large(SmallDataset(settings), layout);
  for (const char* memory : {"mixed", "sparse", "naive", "marginals"}) {
    for (const char* batch : {"3", "7", "20", "10000"}) {
      ExpectOptimum(small, "sag-nus-star", batch, memory);
    }
    ExpectOptimum(large, "sag", "7", memory);
    ExpectOptimum(large, "sag-nus", "7", memory);
  }
}

// Marginals stay as they are, and of sums of transitions and full vectors there are fewer; a sparse
// gradient of a batch is that of the union.
TEST(Batch, SavesMemory) {
  const ChainProblem<float> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto bytes = [&](const char* memory, const char* batch) {
    return problem.Make("sag", 0.05, {{"memory", memory}, {"batch", batch}})->MemoryBytes();
  };
  std::size_t edges = 0;
  for (std::size_t i = 0; i < problem.data.examples(); ++i) {
    edges += problem.data.token_begin[i + 1] - problem.data.token_begin[i] > 1 ? 1 : 0;
  }
  const std::size_t batches = problem.data.examples() / 5;
  const std::size_t pairs = problem.data.labels * problem.data.labels;
  EXPECT_EQ(bytes("mixed", "5"), bytes("mixed", "1") - (edges - batches) * pairs * sizeof(float));
  EXPECT_EQ(bytes("marginals", "5"), bytes("marginals", "1"));
  EXPECT_EQ(5 * bytes("naive", "5"), bytes("naive", "1"));
  EXPECT_LT(bytes("sparse", "5"), bytes("sparse", "1"));
  EXPECT_EQ(bytes("sparse", "20"), bytes("naive", "20"));
}

TEST(Batch, IsAWholeNumber) {
  const ChainProblem<float> problem(SmallDataset(), {});
  for (const std::string value : {"0", "-1", "1.5", "10001", "", "all"}) {
    try {
      problem.Make("sag", 0.05, {{"batch", value}});
      FAIL() << value;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(),
                "batch: found '" + value + "', expected a whole number from 1 to 10000");
    }
  }
}

}  // namespace
}  // namespace sagitta
