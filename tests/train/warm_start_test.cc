// Warm starts: weights find their places by name, whatever the order of ids.
#include "train/warm_start.h"

#include <gtest/gtest.h>

#include <algorithm>

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

}  // namespace
}  // namespace sagitta
