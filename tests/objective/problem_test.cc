// Problem::Build: the same objective as the data's, whatever is merged, masked or reordered.
#include "objective/problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "objective/small_problem.h"
#include "objective/twins.h"

namespace sagitta {
namespace {

const LayoutSettings kAllFeatures{FeatureSet::kAll, FeatureSet::kAll, 1};

class ProblemTest : public testing::TestWithParam<ProblemKind> {
 protected:
  Dataset data_ = SmallDataset(GetParam().data);
  SmallProblem<double> merged_{data_, GetParam().layout};
  SmallProblem<double> plain_{data_, GetParam().layout, {.merge_twins = false, .gram = false}};
};

TEST_P(ProblemTest, MergingTwinsIsExact) {
  EXPECT_LT(merged_.problem.space[kNodePart].rows(), plain_.problem.space[kNodePart].rows());
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

TEST_P(ProblemTest, FlatVectorsRoundTrip) {
  DenseVector flat(plain_.layout.weights());
  for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = static_cast<double>(j + 1);
  EXPECT_EQ(plain_.ToFlat(plain_.FromFlat(flat)), flat);
  // Merged, twins get their mean and nobody else changes.
  const DenseVector mean = merged_.ToFlat(merged_.FromFlat(flat));
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<std::uint64_t>> groups;
  for (std::size_t r = 0; r < merged_.layout.node.rows(); ++r) {
    for (std::size_t k = 0; k < merged_.layout.node.Slots(r).size(); ++k) {
      const std::uint32_t row = merged_.problem.origin[kNodePart][r].row;
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

TEST_P(ProblemTest, OccurrencesAreThoseOfTheData) {
  const Problem<double>& problem = plain_.problem;
  const auto check = [&](const OccurrenceList<double>& list, const SparseRows& rows,
                         const RowTable& table, std::size_t part) {
    ASSERT_EQ(list.begin.size(), rows.rows() + 1);
    for (std::uint64_t t = 0; t < rows.rows(); ++t) {
      std::map<std::uint32_t, double> expected;
      for (const auto& [row, value] : ExpectedItems(rows, t, table, part)) {
        expected[problem.origin[part][row].row] = value;
      }
      ASSERT_EQ(list.begin[t + 1] - list.begin[t], expected.size());
      std::uint64_t k = list.begin[t];
      for (const auto& [row, value] : expected) {  // ascending, hence dense before sparse
        EXPECT_EQ(list.row[k], row);
        EXPECT_NEAR(list.value[k], value, 1e-6);
        ++k;
      }
    }
  };
  check(problem.node, data_.node, plain_.layout.node, kNodePart);
  if (data_.HasEdgeAttributes()) check(problem.edge, data_.edge, plain_.layout.edge, kEdgePart);
}

TEST_P(ProblemTest, RowsHaveTheSlotsOfTheLayout) {
  for (const std::size_t part : {kNodePart, kEdgePart}) {
    const RowSpace& space = merged_.problem.space[part];
    const RowTable& table = part == kNodePart ? merged_.layout.node : merged_.layout.edge;
    std::set<std::uint32_t> used;
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const std::uint32_t row = merged_.problem.origin[part][r].row;
      const auto slots = table.Slots(r);
      if (slots.empty() && !(part == kEdgePart && r == 0)) {
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

TEST_P(ProblemTest, FrequentRowsComeFirst) {
  const RowSpace& space = merged_.problem.space[kNodePart];
  std::vector<std::size_t> count(space.dense_rows, 0);
  for (std::uint64_t k = 0; k < merged_.problem.node.row.size(); ++k) {
    const std::uint32_t row = merged_.problem.node.row[k];
    if (row < space.dense_rows) ++count[row];
  }
  // Rows that are often on a token twice are counted twice when they are ordered.
  for (std::size_t r = 1; r < count.size() && count[r] >= 64; ++r) {
    EXPECT_GE(2 * count[r - 1], count[r]);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ProblemTest, testing::ValuesIn(AllProblemKinds()),
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

TEST(ProblemBuildTest, DoubledAttributesAreAdded) {
  const Dataset data = OneExample(1, {{{0, 0.5f}, {0, 0.25f}}, {{0, 1.0f}, {0, -1.0f}}});
  const SmallProblem<float> small(data, kAllFeatures);
  EXPECT_EQ(small.problem.node.row, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(small.problem.node.value, (std::vector<float>{0.75f, 0.0f}));
}

TEST(ProblemBuildTest, TwinsNeedEqualValues) {
  const Dataset data = OneExample(
      4, {{{0, 1.0f}, {1, 1.0f}, {2, 2.0f}}, {{0, 3.0f}, {1, 3.0f}, {2, 3.0f}, {3, 3.0f}}});
  const SmallProblem<double> small(data, kAllFeatures);
  const auto& origin = small.problem.origin[kNodePart];
  EXPECT_EQ(origin[0].row, origin[1].row);
  EXPECT_NE(origin[0].row, origin[2].row);
  EXPECT_NE(origin[2].row, origin[3].row);
  EXPECT_DOUBLE_EQ(origin[0].factor, std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(origin[3].factor, 1.0);
  EXPECT_NEAR(small.problem.node.value[0], std::sqrt(2.0), 1e-15);
}

TEST(ProblemBuildTest, TokensWithoutAttributes) {
  const Dataset data = OneExample(2, {{}, {{1, 1.0f}}, {}});
  const SmallProblem<double> small(data, kAllFeatures);
  EXPECT_EQ(small.problem.node.begin, (std::vector<std::uint64_t>{0, 0, 1, 1}));
  DenseVector gradient, expected;
  const DenseVector flat = small.RandomFlat(1);
  EXPECT_NEAR(small.Gradient(0, small.FromFlat(flat), gradient),
              small.naive.Gradient(0, flat, expected), 1e-13);
  EXPECT_EQ(small.problem.origin[kNodePart][0].row, kNoRow);  // attribute 0 occurs nowhere
}

TEST(ProblemBuildTest, NothingButTransitions) {
  const Dataset data = OneExample(0, {{}, {}, {}, {}});
  const SmallProblem<double> small(data, kAllFeatures);
  EXPECT_EQ(small.layout.weights(), 4u);
  const DenseVector flat = {1, 2, 3, 4};
  DenseVector gradient, expected;
  EXPECT_NEAR(small.Gradient(0, small.FromFlat(flat), gradient),
              small.naive.Gradient(0, flat, expected), 1e-13);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(gradient[j], expected[j], 1e-13);
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
  const Twins twins = FindTwins(rows, static_cast<std::uint32_t>(pattern.size()));
  EXPECT_EQ(twins.first, (std::vector<std::uint32_t>{0, 1, 0, 3, 1, 0, 3, 7}));
  EXPECT_EQ(twins.count, (std::vector<std::uint32_t>{3, 2, 3, 0, 2, 3, 0, 4}));
}

TEST(TwinsTest, TwiceIsNotOnce) {
  SparseRows rows;
  rows.attribute = {0, 0, 1};
  rows.begin = {0, 3};
  EXPECT_EQ(FindTwins(rows, 2).first, (std::vector<std::uint32_t>{0, 1}));
}

TEST(TwinsTest, ManyAttributesWithoutTwins) {
  SparseRows rows;
  for (std::uint32_t a = 0; a < 50000; ++a) {
    rows.attribute.push_back(a);
    rows.begin.push_back(rows.attribute.size());
  }
  const Twins twins = FindTwins(rows, 50000);
  for (std::uint32_t a = 0; a < 50000; ++a) ASSERT_EQ(twins.first[a], a);
}

}  // namespace
}  // namespace sagitta
