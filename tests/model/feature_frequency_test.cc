// Rare features against sums in maps.
#include "model/feature_frequency.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "support/small_dataset.h"

namespace sagitta {
namespace {

using Key = std::tuple<bool, std::size_t, std::uint32_t>;  // edge, row, slot

std::map<Key, double> Frequencies(const Dataset& data) {
  std::map<Key, double> sums;
  for (ExampleId i = 0; i < data.examples(); ++i) {
    for (std::uint64_t t = data.token_begin[i]; t < data.token_begin[i + 1]; ++t) {
      for (std::uint64_t k = data.node.begin[t]; k < data.node.begin[t + 1]; ++k) {
        sums[{false, data.node.attribute[k], data.label[t]}] += data.Weight(i) * data.node.Value(k);
      }
      if (t == data.token_begin[i]) continue;
      const std::uint32_t pair = data.label[t - 1] * data.labels + data.label[t];
      sums[{true, 0, pair}] += data.Weight(i);
      if (!data.HasEdgeAttributes()) continue;
      for (std::uint64_t k = data.edge.begin[t]; k < data.edge.begin[t + 1]; ++k) {
        sums[{true, data.edge.attribute[k] + 1, pair}] += data.Weight(i) * data.edge.Value(k);
      }
    }
  }
  return sums;
}

void ExpectKept(const RowTable& before, const RowTable& after, bool edge, double least,
                std::map<Key, double>& sums) {
  ASSERT_EQ(before.rows(), after.rows());
  EXPECT_EQ(before.width, after.width);
  for (std::size_t row = 0; row < before.rows(); ++row) {
    std::vector<std::uint32_t> wanted;
    for (const std::uint32_t slot : before.Slots(row)) {
      if (sums[{edge, row, slot}] >= least) wanted.push_back(slot);
    }
    const auto found = after.Slots(row);
    EXPECT_EQ(std::vector<std::uint32_t>(found.begin(), found.end()), wanted) << row;
  }
}

TEST(FeatureFrequencyTest, KeepsWhatIsFrequentEnough) {
  const Dataset data =
      SmallDataset({.seed = 3, .examples = 30, .values = true, .weights = true, .edges = true});
  for (const FeatureSet set : {FeatureSet::kObserved, FeatureSet::kAll}) {
    LayoutSettings settings;
    settings.features = settings.transitions = set;
    const Layout before = Layout::Build(data, settings);
    for (const double least : {-100.0, 0.0, 0.5, 2.0, 1e9}) {
      FeatureFrequency frequency(before);
      frequency.Add(data);
      const Layout after = frequency.Kept(least);
      auto sums = Frequencies(data);
      ExpectKept(before.node, after.node, false, least, sums);
      ExpectKept(before.edge, after.edge, true, least, sums);
    }
  }
}

TEST(FeatureFrequencyTest, NothingWasSeenAHundredTimes) {
  const Dataset data = SmallDataset({.seed = 4, .examples = 5});
  const Layout before = Layout::Build(data, {});
  FeatureFrequency frequency(before);
  frequency.Add(data);
  const Layout layout = frequency.Kept(100);
  EXPECT_EQ(layout.weights(), 0u);
  EXPECT_EQ(layout.node.rows(), data.node_attributes);
}

}  // namespace
}  // namespace sagitta
