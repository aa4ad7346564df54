// WeightMap and FactorRows: the same objective as the data's, whatever is merged, masked or
// reordered.
#include "objective/weight_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "objective/small_problem.h"

namespace sagitta {
namespace {

const LayoutSettings kAllFeatures{FeatureSet::kAll, FeatureSet::kAll, 1};

// The examples [first, end) with the ids of the whole.
Dataset Shard(const Dataset& whole, ExampleId first, ExampleId end) {
  Dataset shard;
  shard.labels = whole.labels;
  shard.node_attributes = whole.node_attributes;
  shard.edge_attributes = whole.edge_attributes;
  const auto rows = [](const SparseRows& from, std::uint64_t begin, std::uint64_t stop) {
    SparseRows to;
    for (std::uint64_t t = begin; t < stop && from.rows() > 0; ++t) {
      for (std::uint64_t k = from.begin[t]; k < from.begin[t + 1]; ++k) {
        to.attribute.push_back(from.attribute[k]);
        if (!from.value.empty()) to.value.push_back(from.value[k]);
      }
      to.begin.push_back(to.attribute.size());
    }
    return to;
  };
  const std::uint64_t from = whole.token_begin[first], to = whole.token_begin[end];
  shard.node = rows(whole.node, from, to);
  shard.edge = rows(whole.edge, from, to);
  for (std::uint64_t t = from; t < to; ++t) shard.label.push_back(whole.label[t]);
  for (ExampleId i = first; i < end; ++i) {
    shard.token_begin.push_back(whole.token_begin[i + 1] - from);
    if (!whole.weight.empty()) shard.weight.push_back(whole.weight[i]);
  }
  return shard;
}

class WeightMapTest : public testing::TestWithParam<ProblemKind> {
 protected:
  Dataset data_ = SmallDataset(GetParam().data);
  SmallProblem<double> merged_{data_, GetParam().layout};
  SmallProblem<double> plain_{data_, GetParam().layout, {.merge_twins = false, .gram = false}};
};

TEST_P(WeightMapTest, MergingTwinsIsExact) {
  EXPECT_LT(merged_.map.space()[kNodeBlock].rows(), plain_.map.space()[kNodeBlock].rows());
  const DenseVector flat = merged_.RandomFlat(1);
  const PlainWeights<double> w = merged_.FromFlat(flat);
  const PlainWeights<double> plain_w = plain_.FromFlat(flat);
  EXPECT_NEAR(SquaredNorm(w.values()), SquaredNorm(flat), 1e-10);
  EXPECT_NEAR(SquaredNorm(plain_w.values()), SquaredNorm(flat), 1e-10);
  DenseVector gradient, plain_gradient;
  for (ExampleId i = 0; i < data_.examples(); ++i) {
    const double loss = plain_.Gradient(i, plain_w, plain_gradient);
    EXPECT_NEAR(merged_.Gradient(i, w, gradient), loss, 1e-12 * (1 + loss));
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      ASSERT_NEAR(gradient[j], plain_gradient[j], 1e-12) << "example " << i << " weight " << j;
    }
  }
}

TEST_P(WeightMapTest, FlatVectorsRoundTrip) {
  DenseVector flat(plain_.layout.weights());
  for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = static_cast<double>(j + 1);
  EXPECT_EQ(plain_.ToFlat(plain_.FromFlat(flat)), flat);
  // Merged, twins get their mean and nobody else changes.
  const DenseVector mean = merged_.ToFlat(merged_.FromFlat(flat));
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<std::uint64_t>> groups;
  for (std::size_t r = 0; r < merged_.layout.node.rows(); ++r) {
    for (std::size_t k = 0; k < merged_.layout.node.Slots(r).size(); ++k) {
      const std::uint32_t row = merged_.map.Node(static_cast<std::uint32_t>(r)).row;
      groups[{row, k}].push_back(merged_.layout.node.begin[r] + k);
    }
  }
  for (const auto& [key, members] : groups) {
    double sum = 0;
    for (const std::uint64_t j : members) sum += flat[j];
    for (const std::uint64_t j : members) {
      EXPECT_NEAR(mean[j], sum / static_cast<double>(members.size()), 1e-9);
    }
  }
}

// What a token's rows and values must be, by layout row, with doubled attributes added up.
std::map<std::size_t, double> ExpectedItems(const SparseRows& rows, std::uint64_t t,
                                            const RowTable& table, std::size_t first_row) {
  std::map<std::size_t, double> items;
  for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k) {
    const std::size_t row = rows.attribute[k] + first_row;
    if (!table.Slots(row).empty()) items[row] += rows.Value(k);
  }
  return items;
}

// The items [first, end) of a list are the expected ones: ascending, hence dense before sparse.
void ExpectItems(const std::map<std::size_t, double>& items, const std::vector<RowOrigin>& origins,
                 const std::uint32_t* row, const double* value, std::size_t count) {
  std::map<std::uint32_t, double> expected;
  for (const auto& [layout_row, x] : items) expected[origins[layout_row].row] = x;
  ASSERT_EQ(count, expected.size());
  for (const auto& [number, x] : expected) {
    EXPECT_EQ(*row++, number);
    EXPECT_NEAR(*value++, x, 1e-6);
  }
}

TEST_P(WeightMapTest, OccurrencesAreThoseOfTheData) {
  const FactorRows<double>& rows = plain_.examples.rows();
  const auto& node_origins = plain_.map.Origins(kNodeBlock);
  const auto& edge_origins = plain_.map.Origins(kEdgeBlock);
  for (ExampleId i = 0; i < data_.examples(); ++i) {
    const kernels::Occurrences<double> nodes = rows.Nodes(i);
    ASSERT_EQ(nodes.tokens, data_.length(i));
    for (std::size_t t = 0; t < nodes.tokens; ++t) {
      ExpectItems(ExpectedItems(data_.node, data_.token_begin[i] + t, plain_.layout.node, 0),
                  node_origins, nodes.row + nodes.begin[t], nodes.value + nodes.begin[t],
                  nodes.begin[t + 1] - nodes.begin[t]);
    }
    // Edges without any row are not listed.
    const kernels::Occurrences<double> edges = rows.Edges(i);
    const std::span<const Edge> attributed = rows.structure().AttributedEdges(i);
    ASSERT_EQ(edges.tokens, attributed.size());
    EXPECT_EQ(rows.structure().EdgeCount(i, 0), data_.length(i) - 1);
    std::size_t next = 0;
    for (std::uint32_t t = 1; t < data_.length(i) && data_.HasEdgeAttributes(); ++t) {
      const auto items = ExpectedItems(data_.edge, data_.token_begin[i] + t, plain_.layout.edge, 1);
      if (items.empty()) continue;
      ASSERT_LT(next, attributed.size());
      EXPECT_EQ(attributed[next].from, t - 1);
      EXPECT_EQ(attributed[next].to, t);
      ExpectItems(items, edge_origins, edges.row + edges.begin[next],
                  edges.value + edges.begin[next], edges.begin[next + 1] - edges.begin[next]);
      ++next;
    }
    EXPECT_EQ(next, attributed.size());
  }
}

// Two shards of the data add up to the counts of the whole, and so to the same map.
TEST_P(WeightMapTest, ShardsGetTheMapOfTheWhole) {
  const auto n = static_cast<ExampleId>(data_.examples());
  const Dataset shards[2] = {Shard(data_, 0, n / 3), Shard(data_, n / 3, n)};
  LayoutSettings settings = SmallProblem<double>::Fitted(GetParam().layout, data_);
  AttributeFrequency frequency = AttributeFrequency::Of(shards[0], settings);
  frequency.Add(AttributeFrequency::Of(shards[1], settings));
  ObservedFeatures observed = ObservedFeatures::Of(shards[0], settings, frequency);
  observed.Add(ObservedFeatures::Of(shards[1], settings, frequency));
  const Layout layout = Layout::Build(shards[1], settings, frequency, observed);
  EXPECT_EQ(layout.node.begin, merged_.layout.node.begin);
  EXPECT_EQ(layout.node.slot, merged_.layout.node.slot);
  EXPECT_EQ(layout.edge.begin, merged_.layout.edge.begin);
  EXPECT_EQ(layout.edge.slot, merged_.layout.edge.slot);

  WeightCounts counts = WeightCounts::Of(shards[0]);
  counts.Add(WeightCounts::Of(shards[1], shards[0].tokens()));
  const WeightCounts of_whole = WeightCounts::Of(data_);
  for (std::uint32_t a = 0; a < data_.node_attributes; ++a) {
    EXPECT_EQ(counts.node.Largest(a), of_whole.node.Largest(a));
  }
  for (std::uint32_t a = 0; a < data_.edge_attributes; ++a) {
    EXPECT_EQ(counts.edge.Largest(a), of_whole.edge.Largest(a));
  }
  const WeightMap map(counts, layout, true, kNoValueLimit);
  for (const std::size_t block : {kNodeBlock, kEdgeBlock}) {
    const RowBlock &own = map.space()[block], &whole = merged_.map.space()[block];
    EXPECT_EQ(own.dense_rows, whole.dense_rows);
    EXPECT_EQ(own.dense_mask, whole.dense_mask);
    EXPECT_EQ(own.sparse_rows, whole.sparse_rows);
    EXPECT_EQ(own.slots, whole.slots);
    for (std::size_t r = 0; r < map.Origins(block).size(); ++r) {
      EXPECT_EQ(map.Origins(block)[r].row, merged_.map.Origins(block)[r].row);
      EXPECT_EQ(map.Origins(block)[r].factor, merged_.map.Origins(block)[r].factor);
    }
  }
  // The losses of the shards, with this one map, are those of the whole.
  const PlainWeights<double> w = merged_.FromFlat(merged_.RandomFlat(3));
  double sum = 0;
  for (const Dataset& shard : shards) {
    ExampleSum<double> part(MakeChainEvaluator<double>(map, shard), n);
    sum += part.MeanLoss(w);
  }
  EXPECT_NEAR(sum, merged_.sum.MeanLoss(w), 1e-12 * (1 + sum));
}

TEST_P(WeightMapTest, RowsHaveTheSlotsOfTheLayout) {
  for (const std::size_t block : {kNodeBlock, kEdgeBlock}) {
    const RowBlock& space = merged_.map.space()[block];
    const RowTable& table = block == kNodeBlock ? merged_.layout.node : merged_.layout.edge;
    std::set<std::uint32_t> used;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const bool type = block == kEdgeBlock && r == 0;  // has a row in any case
      const std::uint32_t row = type ? WeightMap::TypeRow(0) : merged_.map.Origins(block)[r].row;
      const auto slots = table.Slots(r);
      if (slots.empty() && !type) {
        EXPECT_EQ(row, kNoRow);
        continue;
      }
      used.insert(row);
      std::vector<std::uint32_t> found;
      if (row >= space.dense_rows) {
        const std::uint32_t* words = space.slots.data() + (row - space.dense_rows);
        found.assign(words + 1, words + 1 + words[0]);
      }
      for (std::uint32_t slot = 0; row < space.dense_rows && slot < space.width; ++slot) {
        const bool has = space.dense_mask.empty() ||
                         space.dense_mask[std::size_t{row} * space.width + slot] != 0;
        if (has) found.push_back(slot);
      }
      EXPECT_EQ(found, std::vector<std::uint32_t>(slots.begin(), slots.end())) << "row " << r;
    }
    EXPECT_EQ(used.size(), space.rows());
  }
}

TEST_P(WeightMapTest, FrequentRowsComeFirst) {
  const RowBlock& space = merged_.map.space()[kNodeBlock];
  std::vector<std::size_t> count(space.dense_rows, 0);
  for (const std::uint32_t row : NodesOf(merged_).row) {
    if (row < space.dense_rows) ++count[row];
  }
  // Rows that are often on a token twice are counted twice when they are ordered.
  for (std::size_t r = 1; r < count.size() && count[r] >= 64; ++r) {
    EXPECT_GE(2 * count[r - 1], count[r]);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, WeightMapTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& kind) { return kind.param.name; });

/// One example of the given tokens, each a list of attributes with values.
Dataset OneExample(std::uint32_t attributes,
                   const std::vector<std::vector<std::pair<std::uint32_t, float>>>& tokens) {
  Dataset data;
  data.labels = 2;
  data.node_attributes = attributes;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    for (const auto& [attribute, value] : tokens[t]) {
      data.node.attribute.push_back(attribute);
      data.node.value.push_back(value);
    }
    data.node.begin.push_back(data.node.attribute.size());
    data.label.push_back(static_cast<LabelId>(t % 2));
  }
  data.token_begin.push_back(tokens.size());
  return data;
}

TEST(FactorRowsTest, DoubledAttributesAreAdded) {
  const Dataset data = OneExample(1, {{{0, 0.5f}, {0, 0.25f}}, {{0, 1.0f}, {0, -1.0f}}});
  const SmallProblem<float> small(data, kAllFeatures);
  EXPECT_EQ(NodesOf(small).row, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(NodesOf(small).value, (std::vector<float>{0.75f, 0.0f}));
}

TEST(FactorRowsTest, TwinsNeedEqualValues) {
  const Dataset data = OneExample(
      4, {{{0, 1.0f}, {1, 1.0f}, {2, 2.0f}}, {{0, 3.0f}, {1, 3.0f}, {2, 3.0f}, {3, 3.0f}}});
  const SmallProblem<double> small(data, kAllFeatures);
  const auto& origin = small.map.Origins(kNodeBlock);
  EXPECT_EQ(origin[0].row, origin[1].row);
  EXPECT_NE(origin[0].row, origin[2].row);
  EXPECT_NE(origin[2].row, origin[3].row);
  EXPECT_DOUBLE_EQ(origin[0].factor, std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(origin[3].factor, 1.0);
  EXPECT_NEAR(NodesOf(small).value[0], std::sqrt(2.0), 1e-15);
}

TEST(FactorRowsTest, TokensWithoutAttributes) {
  const Dataset data = OneExample(2, {{}, {{1, 1.0f}}, {}});
  const SmallProblem<double> small(data, kAllFeatures);
  EXPECT_EQ(NodesOf(small).begin, (std::vector<std::uint64_t>{0, 0, 1, 1}));
  DenseVector gradient, expected;
  const DenseVector flat = small.RandomFlat(1);
  EXPECT_NEAR(small.Gradient(0, small.FromFlat(flat), gradient),
              small.naive.Gradient(0, flat, expected), 1e-13);
  EXPECT_EQ(small.map.Origins(kNodeBlock)[0].row, kNoRow);  // attribute 0 occurs nowhere
}

TEST(FactorRowsTest, NothingButTransitions) {
  const Dataset data = OneExample(0, {{}, {}, {}, {}});
  const SmallProblem<double> small(data, kAllFeatures);
  EXPECT_EQ(small.layout.weights(), 4u);
  const DenseVector flat = {1, 2, 3, 4};
  DenseVector gradient, expected;
  EXPECT_NEAR(small.Gradient(0, small.FromFlat(flat), gradient),
              small.naive.Gradient(0, flat, expected), 1e-13);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(gradient[j], expected[j], 1e-13);
}

// Twins of attributes that all have the same slots.
std::vector<std::uint32_t> TwinsOf(const AttributeCounts& counts) {
  RowTable same;
  for (std::uint32_t a = 0; a < counts.attributes(); ++a) same.begin.push_back(0);
  return FindTwins(counts, same, 0);
}

std::vector<std::uint32_t> TwinsOf(const SparseRows& rows, std::uint32_t attributes) {
  AttributeCounts counts(attributes);
  counts.Add(rows, 0);
  return TwinsOf(counts);
}

TEST(TwinsTest, FindsAllAndOnlyTwins) {
  // Attribute a is on token t when bit t of pattern[a] is set.
  const std::vector<std::uint32_t> pattern = {0b1011, 0b0110, 0b1011, 0, 0b0110, 0b1011, 0, 0b1111};
  SparseRows rows;
  for (std::uint32_t t = 0; t < 4; ++t) {
    for (std::uint32_t a = 0; a < pattern.size(); ++a) {
      if ((pattern[a] >> t) % 2 == 1) rows.attribute.push_back(a);
    }
    rows.begin.push_back(rows.attribute.size());
  }
  AttributeCounts counts(static_cast<std::uint32_t>(pattern.size()));
  counts.Add(rows, 0);
  // Attributes that do not occur have no row and need no twin.
  EXPECT_EQ(TwinsOf(counts), (std::vector<std::uint32_t>{0, 1, 0, 3, 1, 0, 6, 7}));
  const std::uint64_t expected[] = {3, 2, 3, 0, 2, 3, 0, 4};
  for (std::uint32_t a = 0; a < 8; ++a) EXPECT_EQ(counts.Of(a).count, expected[a]);
}

// Features that do not come from the data may differ between attributes that always occur together.
TEST(TwinsTest, TwinsHaveTheSameSlots) {
  SparseRows rows;
  rows.attribute = {0, 1, 2, 3};
  rows.begin = {0, 4};
  AttributeCounts counts(4);
  counts.Add(rows, 0);
  const RowTable table{3, {0, 9, 11, 12, 14, 15}, {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 1, 0, 1, 1}};
  EXPECT_EQ(FindTwins(counts, table, 1), (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

// A kept row that does not occur, and transitions of single tokens: the flat weights stay.
TEST(WeightMapWithoutOccurrences, HasNoRowsForThem) {
  Dataset data = OneExample(3, {{{1, 1.0f}}});
  data.edge_attributes = 1;
  Layout layout;
  layout.labels = 2;
  layout.node = {2, {0, 2, 3, 4}, {0, 1, 1, 0}};
  layout.edge = {4, {0, 4, 5}, {0, 1, 2, 3, 2}};
  const WeightMap map(WeightCounts::Of(data), layout, true, kNoValueLimit);
  EXPECT_EQ(map.space()[kNodeBlock].rows(), 1u);
  DenseVector flat = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  PlainWeights<double> w(map.space());
  map.FromFlat(flat, w);
  EXPECT_EQ(SquaredNorm(w.values()), 9.0);
  for (double& value : w.values()) value *= 2;
  map.ToFlat(w, flat);
  EXPECT_EQ(flat, (DenseVector{1, 2, 6, 4, 5, 6, 7, 8, 9}));
}

TEST(TwinsTest, TwiceIsNotOnce) {
  SparseRows rows;
  rows.attribute = {0, 0, 1};
  rows.begin = {0, 3};
  EXPECT_EQ(TwinsOf(rows, 2), (std::vector<std::uint32_t>{0, 1}));
}

TEST(TwinsTest, ManyAttributesWithoutTwins) {
  SparseRows rows;
  for (std::uint32_t a = 0; a < 50000; ++a) {
    rows.attribute.push_back(a);
    rows.begin.push_back(rows.attribute.size());
  }
  const std::vector<std::uint32_t> twins = TwinsOf(rows, 50000);
  for (std::uint32_t a = 0; a < 50000; ++a) ASSERT_EQ(twins[a], a);
}

}  // namespace
}  // namespace sagitta
