// ModelData::Build: what is kept, what is dropped, how it is stored.
#include "model/model_data.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

#include "model/small_model.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

template <class T>
std::vector<T> ToVector(std::span<const T> values) {
  return {values.begin(), values.end()};
}

TEST(ModelDataTest, DropsZeroesAndAttributesWithoutWeights) {
  const auto model = SmallModel().Build(Precision::kFloat);
  ASSERT_EQ(model->labels.size(), 3u);
  EXPECT_EQ(model->labels.Name(2), "C");
  ASSERT_EQ(model->node_names.size(), 4u);  // n2 had no weights, n3 only zeroes
  EXPECT_EQ(model->node_names.Name(0), "n0");
  EXPECT_EQ(model->node_names.Name(1), "n1");
  EXPECT_EQ(model->node_names.Name(2), "n4");
  EXPECT_EQ(model->node_names.Name(3), "n5");
  EXPECT_EQ(model->node_names.Find("n5"), 3u);
  EXPECT_EQ(model->node_names.Find("n3"), kNoId);
  EXPECT_EQ(ToVector(model->node.begin), (std::vector<std::uint64_t>{0, 3, 4, 5, 6}));
  EXPECT_EQ(ToVector(model->node.slot), (std::vector<std::uint16_t>{0, 1, 2, 1, 1, 2}));
  EXPECT_EQ(ToVector(model->node.weight32), (std::vector<float>{0.5f, -1, 2, 0.75f, -3, 1.25f}));
  EXPECT_TRUE(model->node.weight64.empty());

  ASSERT_EQ(model->edge_names.size(), 2u);
  EXPECT_EQ(model->edge_names.Name(1), "e2");
  EXPECT_EQ(ToVector(model->edge.begin), (std::vector<std::uint64_t>{0, 6, 7, 9}));
  EXPECT_EQ(ToVector(model->edge.slot), (std::vector<std::uint32_t>{0, 2, 3, 5, 6, 7, 4, 2, 7}));
  EXPECT_EQ(model->edge.Weight(7), -0.125);
}

TEST(ModelDataTest, KeepsAnEmptyTransitionRow) {
  SmallModel small;
  small.weights.assign(small.weights.size(), 0.0);
  const auto model = small.Build(Precision::kDouble);
  EXPECT_EQ(model->labels.size(), 3u);
  EXPECT_EQ(model->node_names.size(), 0u);
  EXPECT_EQ(ToVector(model->node.begin), (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(ToVector(model->edge.begin), (std::vector<std::uint64_t>{0, 0}));
}

TEST(ModelDataTest, PrecisionDecidesWhatIsZero) {
  SmallModel small;
  small.weights[1] = 1e-300;
  small.weights[3] = 0.1;
  EXPECT_EQ(small.Build(Precision::kDouble)->node.Weight(1), 1e-300);
  EXPECT_EQ(small.Build(Precision::kDouble)->node.Weight(3), 0.1);
  EXPECT_EQ(small.Build(Precision::kFloat)->node.Weight(1), 2);  // the next one
  EXPECT_EQ(small.Build(Precision::kFloat)->node.Weight(2), 0.1f);
}

TEST(ModelDataTest, RefusesWeightsThatAreNotFinite) {
  SmallModel small;
  small.weights[0] = 1e300;
  EXPECT_NO_THROW(small.Build(Precision::kDouble));
  EXPECT_THROW(small.Build(Precision::kFloat), Error);
  small.weights[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(small.Build(Precision::kDouble), Error);
}

TEST(ModelDataTest, ResolvesTheFormat) {
  SmallModel small;
  EXPECT_EQ(small.Build(Precision::kFloat)->options.format, Format::kColumns);
  small.options = {};
  small.options.labelled = false;
  EXPECT_EQ(small.Build(Precision::kFloat)->options.format, Format::kAttributes);
  EXPECT_TRUE(small.Build(Precision::kFloat)->options.labelled);
}

}  // namespace
}  // namespace sagitta::internal
