// ScoringRows: every row, however it is kept, is the row it was made from.
#include "model/scoring_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace sagitta::internal {
namespace {

template <class Real>
struct Table {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint16_t> slot;
  std::vector<Real> weight;

  /// Every slot with probability `density`.
  void AddRow(std::size_t width, double density, std::mt19937_64& rng) {
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::size_t s = 0; s < width; ++s) {
      if (uniform(rng) >= density) continue;
      slot.push_back(static_cast<std::uint16_t>(s));
      weight.push_back(static_cast<Real>(uniform(rng) - 0.5));
    }
    begin.push_back(slot.size());
  }

  ModelRows<std::uint16_t> View() const {
    if constexpr (std::is_same_v<Real, float>) {
      return {begin, slot, weight, {}};
    } else {
      return {begin, slot, {}, weight};
    }
  }
};

/// The row as it would be added; counts how it was kept.
template <class Real>
std::vector<double> Expand(const ScoringRows& scoring, const Table<Real>& table, std::size_t width,
                           std::size_t row, std::map<int, int>& kinds) {
  const RowReference reference = scoring.references()[row];
  std::vector<double> dense(scoring.stride(), 0.0);
  ++kinds[reference.count < RowReference::kWidened ? 0 : reference.count];
  if (reference.count == RowReference::kSingle) {
    dense.at(reference.slot()) = reference.weight();
  } else if (reference.count < RowReference::kWidened) {
    for (std::uint64_t k = reference.first(); k < reference.first() + reference.count; ++k) {
      dense.at(table.slot.at(k)) = table.weight.at(k);
    }
  } else {
    const bool widened = reference.count == RowReference::kWidened;
    const Real* from = widened ? scoring.Widened<Real>() : table.weight.data();
    if (!widened) {
      EXPECT_LE(reference.first() + scoring.stride(), table.weight.size());
    }
    dense.assign(from + reference.first(), from + reference.first() + scoring.stride());
  }
  dense.resize(width);
  return dense;
}

template <class Real>
std::map<int, int> ExpectSameRows(const Table<Real>& table, std::size_t width) {
  const ScoringRows scoring(table.View(), width);
  EXPECT_EQ(scoring.stride() % ScoringRows::kLanes, 0u);
  EXPECT_GE(scoring.stride(), width);
  std::map<int, int> kinds;
  for (std::size_t row = 0; row + 1 < table.begin.size(); ++row) {
    std::vector<double> expected(width, 0.0);
    for (std::uint64_t k = table.begin[row]; k < table.begin[row + 1]; ++k) {
      expected[table.slot[k]] = table.weight[k];
    }
    EXPECT_EQ(Expand(scoring, table, width, row, kinds), expected) << "row " << row;
  }
  return kinds;
}

template <class Real>
void ExpectSameForAllDensities() {
  std::mt19937_64 rng(3);
  for (const std::size_t width : {1, 2, 7, 8, 9, 22, 100}) {
    Table<Real> table;
    for (const double density : {0.0, 0.05, 0.2, 0.5, 0.9, 1.0}) {
      for (int k = 0; k < 20; ++k) table.AddRow(width, density, rng);
    }
    ExpectSameRows(table, width);
  }
}

TEST(ScoringRowsTest, EveryWidthAndDensity) {
  ExpectSameForAllDensities<float>();
  ExpectSameForAllDensities<double>();
}

TEST(ScoringRowsTest, EveryKindOfRow) {
  std::mt19937_64 rng(4);
  Table<float> table;
  for (const double density : {0.02, 0.08, 0.5, 1.0}) {
    for (int k = 0; k < 100; ++k) table.AddRow(50, density, rng);
  }
  std::map<int, int> kinds = ExpectSameRows(table, 50);
  EXPECT_GT(kinds[0], 0);
  EXPECT_GT(kinds[RowReference::kSingle], 0);
  EXPECT_GT(kinds[RowReference::kWidened], 0);
  EXPECT_EQ(kinds[RowReference::kInPlace], 99);  // the last one is too near the end
}

TEST(ScoringRowsTest, CopiesNoMoreThanItsLimit) {
  std::mt19937_64 rng(5);
  Table<double> table;
  const int limit = static_cast<int>(ScoringRows::kWidenedBytes / (1000 * sizeof(double)));
  for (int k = 0; k < limit + 10; ++k) table.AddRow(1000, 0.5, rng);
  std::map<int, int> kinds = ExpectSameRows(table, 1000);
  EXPECT_EQ(kinds[RowReference::kWidened], limit);
  EXPECT_EQ(kinds[0], 10);
}

TEST(ScoringRowsTest, NoRows) {
  const Table<float> table;
  EXPECT_EQ(ScoringRows(table.View(), 3).stride(), 8u);
}

}  // namespace
}  // namespace sagitta::internal
