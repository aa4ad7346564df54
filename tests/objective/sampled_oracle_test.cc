// SampledOracle: different examples of the whole, each with the numbers it has there.
#include "objective/sampled_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "objective/chain_oracle.h"
#include "objective/problem.h"
#include "support/small_dataset.h"

namespace sagitta {
namespace {

class SampledOracleTest : public testing::Test {
 protected:
  SampledOracleTest()
      : data_(SmallDataset({.examples = 30, .labels = 4, .values = true, .edges = true})),
        layout_(Layout::Build(data_, {})),
        problem_(Problem<double>::Build(data_, layout_)),
        whole_(problem_) {}

  /// Everything that can be told of an example, to know it again by.
  static std::vector<double> Portrait(const Oracle<double>& oracle, ExampleId i) {
    const auto scratch = oracle.NewScratch();
    PlainWeights<double> w(oracle.space()), g(oracle.space());
    LazyWeights<double> lazy(oracle.space());
    double x = 0;
    for (double& value : w.values()) value = std::sin(x += 1);
    for (std::size_t part = 0; part < oracle.space().size(); ++part) {
      const auto& rows = w.rows(part);  // slots without a weight stay zero
      for (std::size_t k = 0; rows.mask != nullptr && k < rows.dense_rows * rows.dense_part; ++k) {
        rows.dense[k] *= rows.mask[k];
      }
    }
    lazy.Assign(w);
    std::vector<double> portrait = {static_cast<double>(oracle.TableSize(i)),
                                    oracle.LipschitzBound(i)};
    oracle.Gather(i, w, 0.5, kNoExample, *scratch);
    portrait.push_back(oracle.Loss(i, *scratch));
    oracle.Gather(i, lazy, static_cast<ExampleId>(oracle.examples() - 1), *scratch);
    portrait.push_back(oracle.Infer(i, *scratch));
    portrait.push_back(oracle.LossNoise(*scratch));
    portrait.push_back(oracle.TableScores(i, *scratch));
    portrait.push_back(oracle.LossAlong(i, 0.1, *scratch));
    oracle.Scatter(i, *scratch, 1, 0, g);
    portrait.insert(portrait.end(), g.values().begin(), g.values().end());
    oracle.Scatter(i, *scratch, 1, 0.5, kNoExample, lazy);
    lazy.Mix(1, 1, g);
    portrait.insert(portrait.end(), g.values().begin(), g.values().end());
    oracle.GatherAlong(i, w, *scratch);
    portrait.push_back(oracle.InferTangent(i, *scratch));
    std::vector<RowId> support;
    oracle.AppendSupport(i, support);
    for (const RowId row : support) portrait.push_back(row.part * 1e6 + row.row);
    return portrait;
  }

  Dataset data_;
  Layout layout_;
  Problem<double> problem_;
  ChainOracle<double> whole_;
};

TEST_F(SampledOracleTest, HasDifferentExamplesOfTheWhole) {
  std::map<std::vector<double>, int> known;
  for (ExampleId i = 0; i < 30; ++i) ++known[Portrait(whole_, i)];
  ASSERT_EQ(known.size(), 30u) << "examples that cannot be told apart";
  Rng rng(4);
  const SampledOracle<double> sample(whole_, 12, rng);
  ASSERT_EQ(sample.examples(), 12u);
  EXPECT_EQ(sample.pass_evaluations(), 12u);
  EXPECT_EQ(&sample.space(), &whole_.space());
  for (ExampleId i = 0; i < 12; ++i) EXPECT_EQ(known[Portrait(sample, i)]--, 1) << i;
}

TEST_F(SampledOracleTest, HasAllWhereThereAreFew) {
  Rng rng(4);
  const SampledOracle<double> sample(whole_, 1000, rng);
  ASSERT_EQ(sample.examples(), 30u);
  std::set<std::vector<double>> different;
  for (ExampleId i = 0; i < 30; ++i) different.insert(Portrait(sample, i));
  EXPECT_EQ(different.size(), 30u);
}

// Every example is as likely as the others: 3000 samples of 6 from 30 have each about 600 times.
TEST_F(SampledOracleTest, IsUniform) {
  std::map<std::vector<RowId>, int> count;
  Rng rng(9);
  for (int k = 0; k < 3000; ++k) {
    const SampledOracle<double> sample(whole_, 6, rng);
    for (ExampleId i = 0; i < 6; ++i) {
      std::vector<RowId> support;
      sample.AppendSupport(i, support);
      ++count[support];
    }
  }
  std::map<std::vector<RowId>, int> alike;  // examples may share a support
  for (ExampleId i = 0; i < 30; ++i) {
    std::vector<RowId> support;
    whole_.AppendSupport(i, support);
    ++alike[support];
  }
  ASSERT_EQ(count.size(), alike.size());
  for (const auto& [support, times] : count) {
    const double expected = 600.0 * alike[support];
    EXPECT_NEAR(times, expected, 6 * std::sqrt(expected));
  }
}

}  // namespace
}  // namespace sagitta
