// Warm starts: weights find their places by name, whatever the order of ids.
#include "train/warm_start.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "model/small_model.h"

namespace sagitta {
namespace {

using internal::SmallModel;

TEST(WarmStart, ItsOwnLayoutGivesTheSameWeights) {
  const SmallModel small;
  const auto model = small.Build(Precision::kDouble);
  EXPECT_EQ(WeightsFrom(*model, small.names, small.layout), small.weights);
}

// Labels and attributes in another order, some of them unknown to the model, some missing.
TEST(WarmStart, MatchesByName) {
  const SmallModel small;
  const auto model = small.Build(Precision::kDouble);
  internal::Dictionaries names;
  for (const char* name : {"new", "C", "A"}) names.labels.Intern(name);
  for (const char* name : {"n5", "fresh", "n0"}) names.node.Intern(name);
  names.edge.Intern("e2");
  Layout layout;
  layout.labels = 3;
  layout.node = {3, {0, 3, 6, 9}, {0, 1, 2, 0, 1, 2, 0, 1, 2}};
  layout.edge = {9, {0, 9, 18}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8}};
  const std::vector<double> weights = WeightsFrom(*model, names, layout);
  // The weight of a slot in a row of the small model's own layout; 0: it has none.
  const auto own = [&](const RowTable& table, std::uint64_t offset, std::uint32_t row,
                       std::uint32_t slot) {
    const auto slots = table.Slots(row);
    const auto found = std::find(slots.begin(), slots.end(), slot);
    if (found == slots.end()) return 0.0;
    return small
        .weights[offset + table.begin[row] + static_cast<std::size_t>(found - slots.begin())];
  };
  const auto expected = [&](bool edge, std::uint32_t row, std::string_view from,
                            std::string_view to) {
    const std::uint32_t i = small.names.labels.Find(from), j = small.names.labels.Find(to);
    if (row == kNoId || j == kNoId || (edge && i == kNoId)) return 0.0;
    if (!edge) return own(small.layout.node, 0, row, j);
    return own(small.layout.edge, small.layout.edge_offset(), row, i * 3 + j);
  };
  const std::uint32_t edge_row = 1 + small.names.edge.Find("e2");
  for (std::uint32_t a = 0; a < 3; ++a) {
    const std::uint32_t row = small.names.node.Find(names.node.Name(a));
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::string_view label = names.labels.Name(k);
      EXPECT_EQ(weights[a * 3 + k], expected(false, row, "", label));
      const std::size_t slot = 9 + a * 3 + k;
      EXPECT_EQ(weights[slot], expected(true, 0, names.labels.Name(a), label));
      EXPECT_EQ(weights[slot + 9], expected(true, edge_row, names.labels.Name(a), label));
    }
  }
}

// Slots that the layout does not have are left out.
TEST(WarmStart, SkipsWeightsWithoutAPlace) {
  const SmallModel small;
  const auto model = small.Build(Precision::kFloat);
  Layout layout = small.layout;
  layout.node = {3, {0, 1, 1, 1, 1, 1, 1}, {2}};
  layout.edge = {9, {0, 1, 1, 1, 1}, {8}};
  EXPECT_EQ(WeightsFrom(*model, small.names, layout), (std::vector<double>{2, 0}));
}

/// Two tokens of label C and a new label, with n0 and a new attribute: most of the small model does
/// not occur. Names are numbered as JoinNames does.
internal::CorpusData NewData(const SmallModel& small) {
  auto names = std::make_shared<internal::Dictionaries>(small.names);
  names->labels.Intern("new");
  names->node.Intern("fresh");
  internal::CorpusData data;
  data.names = names;
  data.dataset.labels = 4;
  data.dataset.node_attributes = 7;
  data.dataset.edge_attributes = 3;
  data.dataset.token_begin = {0, 2};
  data.dataset.label = {2, 3};
  data.dataset.node.begin = {0, 2, 3};
  data.dataset.node.attribute = {0, 6, 6};
  return data;
}

TEST(WarmStart, KeepsFeaturesOfTheModel) {
  const SmallModel small;
  const auto model = small.Build(Precision::kDouble);
  const internal::CorpusData data = NewData(small);
  const Layout own =
      Layout::Build(data.dataset, {FeatureSet::kObserved, FeatureSet::kObserved, 1, {}});
  const Layout layout = WithFeaturesOf(*model, *data.names, own);
  // Every weight that is not zero has a place, and so has what was observed.
  const std::vector<double> weights = WeightsFrom(*model, *data.names, layout);
  double sum = 0, expected = 0;
  for (const double w : weights) sum += w;
  for (const double w : small.weights) expected += w;
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(layout.node.Slots(0).size(), 3u);
  EXPECT_EQ(layout.node.Slots(6).size(), 2u);
  EXPECT_EQ(layout.edge.Slots(0).back(), 2u * 4 + 3);  // the observed pair

  const WeightMap map(WeightCounts::Of(data.dataset), layout, true, kNoValueLimit);
  const FromModel from = CompareWithData(*model, data, own, map);
  EXPECT_EQ(from.labels.matched, 1u);
  EXPECT_EQ(from.labels.kept, 2u);
  EXPECT_EQ(from.labels.added, 1u);
  EXPECT_EQ(from.attributes.matched, 1u);  // n0; n3, n2 and e1 are not in the model
  EXPECT_EQ(from.attributes.kept, 5u);
  EXPECT_EQ(from.weights.matched, 1u);  // (n0, C)
  EXPECT_EQ(from.weights.matched + from.weights.kept,
            model->node.weights() + model->edge.weights());
  EXPECT_EQ(from.weights.added, 3u);  // fresh with C and new, and the pair of these
  EXPECT_EQ(from.weights.dropped, 0u);
  // Trained are n0 and the transitions.
  EXPECT_EQ(from.untrained, model->node.weights() - 3 + model->edge.weights() -
                                (model->edge.begin[1] - model->edge.begin[0]));
  const std::vector<double> untrained = UntrainedPart(map, weights);
  for (std::size_t j = 0; j < untrained.size(); ++j) {
    const bool trained =
        j < layout.node.begin[1] ||
        (j >= layout.edge_offset() && j < layout.edge_offset() + layout.edge.begin[1]);
    EXPECT_EQ(untrained[j], trained ? 0 : weights[j]);
  }
}

TEST(WarmStart, ForbiddenPairsAreNotKept) {
  const SmallModel small;
  const auto model = small.Build(Precision::kDouble);
  const internal::CorpusData data = NewData(small);
  Constraints constraints;
  constraints.first.assign(4, 1);
  constraints.last.assign(4, 1);
  constraints.pair.assign(16, 1);
  constraints.pair[0] = 0;  // A A, which has a weight
  const Layout own =
      Layout::Build(data.dataset, {FeatureSet::kObserved, FeatureSet::kObserved, 1, constraints});
  const Layout layout = WithFeaturesOf(*model, *data.names, own);
  EXPECT_EQ(layout.edge.Slots(0).front(), 2u);
  const WeightMap map(WeightCounts::Of(data.dataset), layout, true, kNoValueLimit);
  EXPECT_GT(CompareWithData(*model, data, own, map).weights.dropped, 0u);
}

TEST(WarmStart, SaysWhatMatched) {
  FromModel from;
  from.labels = {7, 22, 1, 0};
  from.attributes = {90, 31, 8, 0};
  from.weights = {200, 99, 12, 0};
  EXPECT_EQ(from.Text(),
            "7 labels (22 kept, 1 added), 90 attributes (31 kept, 8 added), 200 weights (99 kept, "
            "12 added)");
  from.untrained = 80;
  EXPECT_TRUE(from.Text().ends_with("200 weights (99 kept, 12 added), 80 of them untrained"));
  from.labels = {7, 0, 1, 22};
  EXPECT_TRUE(from.Text().starts_with("7 labels (0 kept, 1 added, 22 dropped), "));
}

}  // namespace
}  // namespace sagitta
