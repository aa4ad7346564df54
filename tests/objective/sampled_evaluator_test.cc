// SampledEvaluator: different examples of the whole, each with the numbers it has there.
#include "objective/sampled_evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "objective/shard_evaluator.h"
#include "objective/weight_map.h"
#include "support/small_dataset.h"

namespace sagitta {
namespace {

class SampledEvaluatorTest : public testing::Test {
 protected:
  SampledEvaluatorTest()
      : data_(SmallDataset({.examples = 30, .labels = 4, .values = true, .edges = true})),
        layout_(Layout::Build(data_, {})),
        map_(WeightCounts::Of(data_), layout_, true, kNoValueLimit),
        shared_(MakeChainEvaluator<double>(map_, data_)),
        whole_(*shared_) {}

  /// Everything that can be told of an example, to know it again by.
  static std::vector<double> Portrait(const ExampleEvaluator<double>& examples, ExampleId i) {
    const auto worker = examples.NewWorker();
    PlainWeights<double> w(examples.space()), g(examples.space());
    LazyWeights<double> lazy(examples.space());
    double x = 0;
    for (double& value : w.values()) value = std::sin(x += 1);
    for (std::size_t block = 0; block < examples.space().size(); ++block) {
      const auto& rows = w.rows(block);  // slots without a weight stay zero
      for (std::size_t k = 0; rows.mask != nullptr && k < rows.dense_rows * rows.dense_stride;
           ++k) {
        rows.dense[k] *= rows.mask[k];
      }
    }
    lazy.Assign(w);
    std::vector<double> portrait = {static_cast<double>(examples.TableSize(i)),
                                    examples.LipschitzBound(i)};
    examples.Gather(i, w, 0.5, kNoExample, *worker);
    portrait.push_back(examples.Loss(i, *worker));
    examples.Gather(i, lazy, static_cast<ExampleId>(examples.examples() - 1), *worker);
    portrait.push_back(examples.Infer(i, *worker));
    portrait.push_back(examples.LossNoise(*worker));
    portrait.push_back(examples.TableScores(i, *worker));
    portrait.push_back(examples.LossAlong(i, 0.1, *worker));
    examples.Scatter(i, *worker, 1, 0, g);
    portrait.insert(portrait.end(), g.values().begin(), g.values().end());
    examples.Scatter(i, *worker, 1, 0.5, kNoExample, lazy);
    lazy.Combine(1, 1, g);
    portrait.insert(portrait.end(), g.values().begin(), g.values().end());
    examples.GatherAlong(i, w, *worker);
    portrait.push_back(examples.InferTangent(i, *worker));
    std::vector<RowId> support;
    examples.AppendSupport(i, support);
    for (const RowId row : support) portrait.push_back(row.block * 1e6 + row.row);
    return portrait;
  }

  Dataset data_;
  Layout layout_;
  WeightMap map_;
  std::shared_ptr<const ChainEvaluator<double>> shared_;
  const ChainEvaluator<double>& whole_;
};

TEST_F(SampledEvaluatorTest, HasDifferentExamplesOfTheWhole) {
  std::map<std::vector<double>, int> known;
  for (ExampleId i = 0; i < 30; ++i) ++known[Portrait(whole_, i)];
  ASSERT_EQ(known.size(), 30u) << "examples that cannot be told apart";
  Rng rng(4);
  const SampledEvaluator<double> sample(whole_, 12, rng);
  ASSERT_EQ(sample.examples(), 12u);
  EXPECT_EQ(sample.pass_evaluations(), 12u);
  EXPECT_EQ(&sample.space(), &whole_.space());
  for (ExampleId i = 0; i < 12; ++i) EXPECT_EQ(known[Portrait(sample, i)]--, 1) << i;
}

TEST_F(SampledEvaluatorTest, HasAllWhereThereAreFew) {
  Rng rng(4);
  const SampledEvaluator<double> sample(whole_, 1000, rng);
  ASSERT_EQ(sample.examples(), 30u);
  std::set<std::vector<double>> different;
  for (ExampleId i = 0; i < 30; ++i) different.insert(Portrait(sample, i));
  EXPECT_EQ(different.size(), 30u);
}

// Every example is as likely as the others: 3000 samples of 6 from 30 have each about 600 times.
TEST_F(SampledEvaluatorTest, IsUniform) {
  std::map<std::vector<RowId>, int> count;
  Rng rng(9);
  for (int k = 0; k < 3000; ++k) {
    const SampledEvaluator<double> sample(whole_, 6, rng);
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
