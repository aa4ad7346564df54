// The four forms of memory: the same gradients come out, whatever they are kept as.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "optim/naive_cases.h"
#include "optim/parts/memory_form.h"
#include "optim/parts/row_memory.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

constexpr MemoryForm kForms[] = {MemoryForm::kNaive, MemoryForm::kSparse, MemoryForm::kMarginals,
                                 MemoryForm::kMixed};

std::string NameOf(MemoryForm form) { return MemoryFormNames()[static_cast<std::size_t>(form)]; }

template <class Real>
const ExampleEvaluator<Real>& ExamplesFor(const ChainProblem<Real>& problem, MemoryForm form) {
  return ShapeFor(form) == TableShape::kMixed ? problem.examples : problem.apart;
}

class MemoryForms : public testing::TestWithParam<NaiveCase> {
 protected:
  ChainProblem<double> problem_{SmallDataset(GetParam().data), GetParam().layout,
                                GetParam().problem};
};

TEST_P(MemoryForms, GiveTheSameIterates) {
  for (const std::string method :
       {"sag", "sag-nus", "sag-nus-star", "sag-nus-secant", "saga", "saga-nus", "saga-nus-star",
        "saga-nus-secant", "saga-any", "saga-two-sample"}) {
    const auto mixed = problem_.Make(method, GetParam().lambda);
    Rng rng(3);
    std::vector<DenseVector> iterates;
    std::vector<StepReport> reports;
    for (int pass = 0; pass < 8; ++pass) {
      reports.push_back(mixed->Advance(rng));
      iterates.push_back(problem_.Flat(*mixed));
    }
    for (const std::string form : {"naive", "sparse", "marginals"}) {
      SCOPED_TRACE(method + ", " + form);
      const auto other = problem_.Make(method, GetParam().lambda, {{"memory", form}});
      Rng own(3);
      for (std::size_t pass = 0; pass < iterates.size(); ++pass) {
        const StepReport report = other->Advance(own);
        ASSERT_EQ(report.evaluations, reports[pass].evaluations);
        EXPECT_NEAR(report.gradient_inf, reports[pass].gradient_inf, 1e-10);
        const DenseVector w = problem_.Flat(*other);
        // Where the memory is filled first the weights are still zero after that pass.
        if (MaxAbs(iterates[pass]) == 0) {
          ASSERT_EQ(w, iterates[pass]) << pass;
          continue;
        }
        ASSERT_LE(RelativeDistance(w, iterates[pass]), 1e-10) << pass;
      }
    }
  }
}

// From the definitions, by counting.
TEST_P(MemoryForms, TakeWhatTheDefinitionSays) {
  const Dataset& data = problem_.data;
  const std::uint64_t width = data.labels, n = data.examples();
  // Every weight that can have a gradient in an example has one at w = 0, but for accidents.
  std::uint64_t sparse = 0, nodes = 0, edges = 0, mixed_edges = 0;
  for (ExampleId i = 0; i < n; ++i) {
    std::vector<RowId> rows;
    problem_.examples.AppendSupport(i, rows);
    for (const RowId& row : rows) {
      const RowBlock& block = problem_.map.space()[row.block];
      if (row.row >= block.dense_rows) {
        sparse += block.slots[row.row - block.dense_rows];
      } else if (block.dense_mask.empty()) {
        sparse += block.width;
      } else {
        const auto mask = block.dense_mask.begin() + std::ptrdiff_t{row.row} * block.width;
        sparse += static_cast<std::uint64_t>(std::count(mask, mask + block.width, 1));
      }
    }
    nodes += data.length(i) * width;
    edges += (data.length(i) - 1) * width * width;
    if (data.length(i) > 1) mixed_edges += width * width;
    for (std::uint64_t t = data.token_begin[i] + 1; t < data.token_begin[i + 1]; ++t) {
      if (!data.HasEdgeAttributes()) break;
      std::set<std::uint32_t> slots;  // on which the edge's attributes have weights
      for (std::uint64_t k = data.edge.begin[t]; k < data.edge.begin[t + 1]; ++k) {
        const auto row = problem_.layout.edge.Slots(1 + data.edge.attribute[k]);
        slots.insert(row.begin(), row.end());
      }
      mixed_edges += slots.size();
    }
  }
  const auto bytes = [&](const std::string& form) {
    return problem_.Make("sag", 0.1, {{"memory", form}})->MemoryBytes();
  };
  EXPECT_EQ(bytes("sparse"), sparse * sizeof(double));
  EXPECT_EQ(bytes("marginals"), (nodes + edges) * sizeof(double));
  EXPECT_EQ(bytes("mixed"), (nodes + mixed_edges) * sizeof(double));
  if (!GetParam().problem.merge_twins) {
    EXPECT_EQ(bytes("naive"), n * problem_.layout.weights() * sizeof(double));
  } else {
    EXPECT_LE(bytes("naive"), n * problem_.layout.weights() * sizeof(double));
  }
  for (const MemoryForm form : kForms) {
    EXPECT_EQ(bytes(NameOf(form)),
              MemoryValues<double>(ExamplesFor(problem_, form), form) * sizeof(double));
  }
}

INSTANTIATE_TEST_SUITE_P(, MemoryForms, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

// w and d as plain vectors, moved by the memory at hand; gradients are random tables.
template <class Real>
class Driver {
 public:
  Driver(const ChainProblem<Real>& problem, MemoryForm form)
      : sum_(problem.NewSum(ShapeFor(form))),
        memory_(MakeMemory(sum_.evaluator(), form, kNoLimit)),
        weights_(problem.map.space()) {}

  void Visit(ExampleId i, bool replace, const PlainWeights<Real>& at) {
    const InferredExample<Real> here = sum_.Gather(i, at, 1, kNoExample).Infer();
    memory_->Prefetch(i);
    if (replace) {
      memory_->Replace(here, -0.25, 1, kNoExample, weights_);
    } else {
      memory_->Compare(here, 0.5, kNoExample, weights_);
    }
    weights_.Step(0.99, 0.01);
  }

  GradientMemory<Real>& memory() { return *memory_; }
  LazyWeights<Real>& weights() { return weights_; }

 private:
  ExampleSum<Real>& sum_;
  std::unique_ptr<GradientMemory<Real>> memory_;
  LazyWeights<Real> weights_;
};

TEST(Memory, ComparesWithoutStoringAndReplaces) {
  const ChainProblem<double> problem(
      SmallDataset({.labels = 4, .values = true, .weights = true, .edges = true}),
      {FeatureSet::kObserved, FeatureSet::kObserved});
  for (const MemoryForm form : kForms) {
    SCOPED_TRACE(NameOf(form));
    Driver<double> driver(problem, form), reference(problem, MemoryForm::kMixed);
    PlainWeights<double> at(problem.map.space()), w(problem.map.space()),
        expected(problem.map.space());
    Rng rng(5);
    for (int k = 0; k < 300; ++k) {
      const auto i =
          static_cast<ExampleId>(rng.Uniform() * static_cast<double>(problem.data.examples()));
      const bool replace = rng.Uniform() < 0.6;
      driver.Visit(i, replace, at);
      reference.Visit(i, replace, at);
      reference.weights().Write(at);
    }
    driver.weights().Combine(1, 1, w);
    reference.weights().Combine(1, 1, expected);
    for (std::size_t k = 0; k < w.values().size(); ++k) {
      ASSERT_NEAR(w.values()[k], expected.values()[k], 1e-10) << k;
    }
  }
}

TEST(Memory, StateGoesOnBitForBit) {
  const ChainProblem<float> problem(SmallDataset({.labels = 4, .edges = true}),
                                    {FeatureSet::kObserved, FeatureSet::kObserved});
  for (const std::string form : {"naive", "sparse", "marginals", "mixed"}) {
    for (const std::string batch : {"1", "3"}) {
      const std::map<std::string, std::string> options = {{"memory", form}, {"batch", batch}};
      const auto whole = problem.Make("saga-nus-star", 0.05, options);
      const auto rest = problem.Make("saga-nus-star", 0.05, options);
      Rng rng(1);
      for (int pass = 0; pass < 3; ++pass) whole->Advance(rng);
      StateWriter writer;
      whole->Transfer(writer);
      Rng same = rng;
      StateReader reader(writer.bytes());
      rest->Transfer(reader);
      reader.Finish();
      for (int pass = 0; pass < 3; ++pass) {
        whole->Advance(rng);
        rest->Advance(same);
      }
      EXPECT_EQ(problem.Flat(*whole), problem.Flat(*rest)) << form << " " << batch;
    }
  }
}

std::string RefusalOf(const ExampleEvaluator<float>& examples, MemoryForm form,
                      std::uint64_t limit) {
  try {
    MakeMemory(examples, form, limit);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "none";
}

TEST(Memory, IsRefusedWhenItIsTooLarge) {
  const ChainProblem<float> problem(SmallDataset({.attributes = 400}),
                                    {FeatureSet::kAll, FeatureSet::kAll}, {.merge_twins = false});
  const std::uint64_t naive = 4 * problem.data.examples() * problem.layout.weights();
  EXPECT_EQ(RefusalOf(problem.examples, MemoryForm::kNaive, naive), "none");
  const std::string message = RefusalOf(problem.examples, MemoryForm::kNaive, naive - 1);
  EXPECT_EQ(message.find("--memory naive: the gradients would take 2.98e-05 GB, more than half of "
                         "the machine's memory (2.98e-05 GB); use --memory mixed, which takes "),
            0u)
      << message;
  EXPECT_NE(RefusalOf(problem.examples, MemoryForm::kSparse, 1000), "none");
  const std::string apart = RefusalOf(problem.apart, MemoryForm::kMarginals, 10);
  EXPECT_EQ(apart.substr(apart.rfind("; ")), "; use --memory mixed");
  EXPECT_EQ(RefusalOf(problem.examples, MemoryForm::kMixed, 0), "none");
}

TEST(Memory, FormsAreChosenByName) {
  const ChainProblem<float> problem(SmallDataset(), {});
  try {
    problem.Make("sag", 0.1, {{"memory", "dense"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "memory: found 'dense', expected naive, sparse, marginals or mixed");
  }
  for (const MemoryForm form : kForms) {
    const Options options(0.1, CompleteOptions("sag", {{"memory", NameOf(form)}}));
    EXPECT_EQ(MemoryFormOf(options), form);
    EXPECT_EQ(TableShapeOf("sag", options), ShapeFor(form));
  }
}

TEST(RowSizes, CountWeights) {
  for (const NaiveCase& c : NaiveCases()) {
    const ChainProblem<float> problem(SmallDataset(c.data), c.layout, {.merge_twins = false});
    EXPECT_EQ(RowSizes(problem.map.space()).Sum(), problem.layout.weights()) << c.name;
    EXPECT_EQ(AllRows(problem.map.space()).size(),
              problem.map.space()[0].rows() + problem.map.space()[1].rows());
  }
}

}  // namespace
}  // namespace sagitta
