// Layout::Build against sets, and the properties its users rely on.
#include "model/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace sagitta {
namespace {

/// Appends a row of attributes drawn with repetition, low ids more often.
void AddRandomRow(std::uint32_t attributes, std::size_t count, SparseRows& rows,
                  std::mt19937_64& rng) {
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t k = 0; k < count; ++k) {
    const double u = uniform(rng);
    rows.attribute.push_back(static_cast<std::uint32_t>(attributes * u * u));
  }
  rows.begin.push_back(rows.attribute.size());
}

Dataset RandomDataset(std::uint32_t labels, bool edges, std::mt19937_64& rng) {
  Dataset data;
  data.labels = labels;
  data.node_attributes = 40;
  data.edge_attributes = edges ? 7 : 0;
  for (int i = 0; i < 20; ++i) {
    const std::size_t length = 1 + rng() % 6;
    for (std::size_t t = 0; t < length; ++t) {
      data.label.push_back(static_cast<LabelId>(rng() % labels));
      AddRandomRow(40, rng() % 5, data.node, rng);
      if (edges) AddRandomRow(7, t == 0 ? 0 : rng() % 3, data.edge, rng);
    }
    data.token_begin.push_back(data.label.size());
  }
  return data;
}

/// The slots of one attribute on the rows where it occurs, and how many rows those are.
struct Seen {
  std::set<std::uint32_t> slots;
  std::uint32_t count = 0;
};

template <class SlotOf>
std::map<std::uint32_t, Seen> Collect(const SparseRows& rows, SlotOf slot_of) {
  std::map<std::uint32_t, Seen> seen;
  for (std::size_t t = 0; t < rows.rows(); ++t) {
    const std::set<std::uint32_t> here(rows.attribute.begin() + rows.begin[t],
                                       rows.attribute.begin() + rows.begin[t + 1]);
    for (const std::uint32_t a : here) {
      seen[a].slots.insert(slot_of(t));
      ++seen[a].count;
    }
  }
  return seen;
}

std::vector<std::uint32_t> AllSlots(std::uint32_t width) {
  std::vector<std::uint32_t> slots(width);
  std::iota(slots.begin(), slots.end(), 0u);
  return slots;
}

void ExpectRow(const RowTable& table, std::size_t row, Seen seen, const LayoutSettings& settings) {
  std::vector<std::uint32_t> expected(seen.slots.begin(), seen.slots.end());
  if (settings.features == FeatureSet::kAll) expected = AllSlots(table.width);
  if (seen.count < settings.min_count) expected.clear();
  const auto slots = table.Slots(row);
  EXPECT_EQ(std::vector<std::uint32_t>(slots.begin(), slots.end()), expected) << "row " << row;
  EXPECT_EQ(table.Full(row), expected.size() == table.width);
}

void ExpectLayout(const Dataset& data, const LayoutSettings& settings) {
  const Layout layout = Layout::Build(data, settings);
  const std::uint32_t k = data.labels;
  EXPECT_EQ(layout.labels, k);
  EXPECT_EQ(layout.node.width, k);
  EXPECT_EQ(layout.edge.width, k * k);
  ASSERT_EQ(layout.node.rows(), data.node_attributes);
  ASSERT_EQ(layout.edge.rows(), data.edge_attributes + 1);
  EXPECT_EQ(layout.weights(), layout.node.slot.size() + layout.edge.slot.size());
  EXPECT_EQ(layout.edge_offset(), layout.node.slot.size());

  auto nodes = Collect(data.node, [&](std::size_t t) { return data.label[t]; });
  for (std::uint32_t a = 0; a < data.node_attributes; ++a) {
    ExpectRow(layout.node, a, nodes[a], settings);
  }
  const auto pair = [&](std::size_t t) { return data.label[t - 1] * k + data.label[t]; };
  auto edges = Collect(data.edge, pair);
  for (std::uint32_t a = 0; a < data.edge_attributes; ++a) {
    ExpectRow(layout.edge, a + 1, edges[a], settings);
  }
  Seen transitions;
  for (std::size_t i = 0; i < data.examples(); ++i) {
    for (std::uint64_t t = data.token_begin[i] + 1; t < data.token_begin[i + 1]; ++t) {
      transitions.slots.insert(pair(t));
    }
  }
  ExpectRow(layout.edge, 0, transitions, {settings.transitions, settings.transitions, 0});
}

TEST(LayoutTest, EverySettingOnRandomData) {
  std::mt19937_64 rng(1);
  for (const std::uint32_t labels : {1u, 2u, 3u, 12u, 70u}) {
    for (const bool edges : {false, true}) {
      const Dataset data = RandomDataset(labels, edges, rng);
      for (const FeatureSet features : {FeatureSet::kObserved, FeatureSet::kAll}) {
        for (const FeatureSet transitions : {FeatureSet::kObserved, FeatureSet::kAll}) {
          for (const std::uint32_t min_count : {1u, 2u, 5u, 1000000u}) {
            ExpectLayout(data, {features, transitions, min_count});
          }
        }
      }
    }
  }
}

TEST(LayoutTest, AnAttributeTwiceOnATokenCountsOnce) {
  Dataset data;
  data.labels = 2;
  data.node_attributes = 2;
  data.label = {0, 1};
  data.token_begin = {0, 2};
  data.node.attribute = {0, 0, 1, 0, 1};  // token 0: 0 0; token 1: 1 0 1
  data.node.begin = {0, 2, 5};
  const Layout layout = Layout::Build(data, {FeatureSet::kObserved, FeatureSet::kAll, 2});
  EXPECT_EQ(layout.node.begin, (std::vector<std::uint64_t>{0, 2, 2}));
}

TEST(LayoutTest, UnknownLabelsAreNoFeatures) {
  Dataset data;
  data.labels = 2;
  data.node_attributes = 1;
  data.label = {1, kUnknownLabel, 0, 1};
  data.token_begin = {0, 4};
  data.node.attribute = {0, 0};
  data.node.begin = {0, 1, 2, 2, 2};
  const Layout layout = Layout::Build(data, {FeatureSet::kObserved, FeatureSet::kObserved, 1});
  EXPECT_EQ(layout.node.slot, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(layout.edge.slot, (std::vector<std::uint32_t>{1}));  // 0 -> 1
}

TEST(LayoutTest, ForbiddenPairsGetNoWeight) {
  Dataset data;
  data.labels = 2;
  data.node_attributes = 1;
  data.edge_attributes = 1;
  data.label = {0, 1};
  data.token_begin = {0, 2};
  data.node.attribute = {0};
  data.node.begin = {0, 1, 1};
  data.edge.attribute = {0};
  data.edge.begin = {0, 0, 1};
  const Constraints constraints{{1, 0}, {1, 1}, {0, 1, 1, 0}};
  const Layout layout = Layout::Build(data, {FeatureSet::kAll, FeatureSet::kAll, 1, constraints});
  EXPECT_EQ(layout.node.slot, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(layout.edge.slot, (std::vector<std::uint32_t>{1, 2, 1, 2}));
  EXPECT_EQ(layout.edge.begin, (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_EQ(layout.constraints.first, constraints.first);
}

TEST(LayoutTest, TheMostLabels) {
  Dataset data;
  data.labels = kMaxLabels;
  data.label = {1999, 1999};
  data.token_begin = {0, 2};
  data.node.begin = {0, 0, 0};
  EXPECT_EQ(Layout::Build(data, {}).weights(), 4000000u);
  const LayoutSettings observed{FeatureSet::kObserved, FeatureSet::kObserved, 1};
  EXPECT_EQ(Layout::Build(data, observed).edge.slot, (std::vector<std::uint32_t>{3999999}));
}

}  // namespace
}  // namespace sagitta
