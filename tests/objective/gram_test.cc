// Gram matrices against products of rows, and line searches with them against line searches
// without.
#include "objective/gram.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "objective/small_problem.h"

namespace sagitta {
namespace {

const LayoutSettings kAllFeatures{FeatureSet::kAll, FeatureSet::kAll, 1};

// <x_t, x_s> over the rows of two tokens.
double Product(const OccurrenceList<double>& node, std::uint64_t t, std::uint64_t s) {
  double sum = 0;
  for (std::uint64_t k = node.begin[t]; k < node.begin[t + 1]; ++k) {
    for (std::uint64_t l = node.begin[s]; l < node.begin[s + 1]; ++l) {
      if (node.row[k] == node.row[l]) sum += node.value[k] * node.value[l];
    }
  }
  return sum;
}

// The matrices of a problem, each entry checked. Returns which examples have one.
std::vector<bool> ExpectGram(const SmallProblem<double>& small) {
  const OccurrenceList<double> node = NodesOf(small);
  const std::span<const std::uint64_t> begins = small.data.token_begin;
  const std::vector<std::uint64_t> token_begin(begins.begin(), begins.end());
  const GramMatrices<double> gram =
      BuildGram<double>(token_begin, node, small.map.space()[kNodeBlock].rows());
  EXPECT_EQ(gram.begin.size(), token_begin.back() + 1);
  EXPECT_EQ(gram.present.size(), small.data.examples());
  for (ExampleId i = 0; i < small.data.examples(); ++i) {
    const std::uint64_t first = token_begin[i];
    for (std::uint64_t t = first; t < token_begin[i + 1]; ++t) {
      if (!gram.present[i]) {
        EXPECT_EQ(gram.begin[t], gram.begin[t + 1]);
        continue;
      }
      std::map<std::uint32_t, double> row;
      for (std::uint64_t k = gram.begin[t]; k < gram.begin[t + 1]; ++k) {
        EXPECT_LE(gram.column[k], t - first);
        EXPECT_TRUE(row.emplace(gram.column[k], gram.value[k]).second) << "a column twice";
      }
      for (std::uint64_t s = first; s <= t; ++s) {
        const auto found = row.find(static_cast<std::uint32_t>(s - first));
        EXPECT_NEAR(found == row.end() ? 0.0 : found->second, Product(node, t, s), 1e-12);
      }
    }
  }
  return gram.present;
}

TEST(GramTest, IsTheProductOfTokens) {
  for (const bool values : {false, true}) {
    const SmallDatasetSettings settings{
        .seed = 3, .examples = 60, .longest = 12, .attributes = 60, .values = values};
    const SmallProblem<double> small(SmallDataset(settings), kAllFeatures);
    EXPECT_TRUE(ExpectGram(small)[0]);
  }
}

// One attribute on all of many tokens: the matrix would be full, and its rows are cheaper.
TEST(GramTest, CrowdedExamplesHaveNone) {
  Dataset data;
  data.labels = 2;
  data.node_attributes = 1;
  for (const int length : {300, 2, 300, 3}) {
    for (int t = 0; t < length; ++t) {
      data.label.push_back(static_cast<LabelId>(t % 2));
      data.node.attribute.push_back(0);
      data.node.begin.push_back(data.node.attribute.size());
    }
    data.token_begin.push_back(data.label.size());
  }
  const SmallProblem<double> small(data, kAllFeatures);
  EXPECT_EQ(ExpectGram(small), (std::vector<bool>{false, true, false, true}));
}

// Products that cancel and come back within one pair of tokens.
TEST(GramTest, CancellingProducts) {
  Dataset data;
  data.labels = 2;
  data.node_attributes = 4;
  for (int t = 0; t < 2; ++t) {
    data.label.push_back(static_cast<LabelId>(t));
    for (std::uint32_t a = 0; a < 4; ++a) {
      data.node.attribute.push_back(a);
      data.node.value.push_back(t == 1 && a % 2 == 1 ? -1.0f : static_cast<float>(1 + a / 2));
      if (t == 0 && a % 2 == 1) data.node.value.back() = static_cast<float>(1 + a / 2);
    }
    data.node.begin.push_back(data.node.attribute.size());
  }
  data.token_begin.push_back(2);
  const SmallProblem<double> small(data, kAllFeatures, {.merge_twins = false, .gram = true});
  EXPECT_TRUE(ExpectGram(small)[0]);
}

TEST(GramTest, OnlyWhereAllRowsAreFullAndAskedFor) {
  const Dataset data = SmallDataset({.labels = 9, .attributes = 40});
  const SmallProblem<double> all(data, kAllFeatures);
  EXPECT_TRUE(all.examples.rows().HasGram(0));
  const SmallProblem<double> observed(data, {FeatureSet::kObserved, FeatureSet::kAll, 1});
  EXPECT_FALSE(observed.examples.rows().HasGram(0));
  const SmallProblem<double> without(data, kAllFeatures, {.merge_twins = true, .gram = false});
  EXPECT_FALSE(without.examples.rows().HasGram(0));
}

template <class Real>
void TestRoutes(double tolerance) {
  for (const bool edges : {false, true}) {
    for (const FeatureSet transitions : {FeatureSet::kAll, FeatureSet::kObserved}) {
      const Dataset data = SmallDataset({.seed = 5, .labels = 6, .values = true, .edges = edges});
      const LayoutSettings layout{FeatureSet::kAll, transitions, 1};
      const SmallProblem<Real> gram(data, layout);
      const SmallProblem<Real> rows(data, layout, {.merge_twins = true, .gram = false});
      const PlainWeights<Real> w = gram.FromFlat(gram.RandomFlat(1));
      for (ExampleId i = 0; i < data.examples(); ++i) {
        double norm[2], loss[2];
        const SmallProblem<Real>* routes[2] = {&gram, &rows};
        for (int k = 0; k < 2; ++k) {
          routes[k]->examples.Gather(i, w, 1, kNoExample, *routes[k]->worker);
          routes[k]->examples.Infer(i, *routes[k]->worker);
          norm[k] = routes[k]->examples.TableScores(i, *routes[k]->worker);
          loss[k] = routes[k]->examples.LossAlong(i, 0.3, *routes[k]->worker);
        }
        EXPECT_NEAR(norm[0], norm[1], tolerance * (1 + norm[0]));
        EXPECT_NEAR(loss[0], loss[1], tolerance * (1 + loss[0]));
      }
    }
  }
}

TEST(GramTest, RoutesAgreeFloat) { TestRoutes<float>(1e-5); }
TEST(GramTest, RoutesAgreeDouble) { TestRoutes<double>(1e-12); }

}  // namespace
}  // namespace sagitta
