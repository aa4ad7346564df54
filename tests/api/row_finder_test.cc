// RowFinder: whatever it remembers, every name has the row that the model's dictionary gives it.
#include "api/row_finder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"

namespace sagitta::internal {
namespace {

/// A model of one label in which node attribute k has the weight k + 1.
std::shared_ptr<const ModelData> MakeModel(const std::vector<std::string>& names) {
  Dictionaries dictionaries;
  dictionaries.labels.Intern("L");
  Layout layout;
  layout.labels = 1;
  layout.node.begin = {0};
  layout.edge.begin = {0, 0};
  std::vector<double> weights;
  for (const std::string& name : names) {
    dictionaries.node.Intern(name);
    layout.node.slot.push_back(0);
    layout.node.begin.push_back(layout.node.slot.size());
    weights.push_back(static_cast<double>(weights.size() + 1));
  }
  return ModelData::Build(dictionaries, layout, weights, Precision::kFloat, {});
}

std::vector<Item> Items(const std::vector<std::string>& names) {
  std::vector<Item> items;
  for (const std::string& name : names) items.push_back({name, 1.0});
  return items;
}

void ExpectSame(const RowReference& a, const RowReference& b, const std::string& name) {
  EXPECT_EQ(a.low, b.low) << name;
  EXPECT_EQ(a.high, b.high) << name;
  EXPECT_EQ(a.count, b.count) << name;
}

/// Asks for all names at once, and compares with the dictionary.
void ExpectRight(RowFinder& finder, const ModelData& model, const std::vector<std::string>& names) {
  const std::span<const RowReference> rows = finder.Find(Items(names));
  ASSERT_EQ(rows.size(), names.size());
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::uint32_t id = model.node_names.Find(names[k]);
    const RowReference expected =
        id == kNoId ? RowReference{} : model.node_scoring.references()[id];
    ExpectSame(rows[k], expected, names[k]);
  }
}

/// Lengths 0 to 24, on both sides of the longest one that is remembered, with equal beginnings and
/// ends.
std::vector<std::string> NamesOfEveryLength() {
  std::vector<std::string> names;
  for (std::size_t size = 0; size <= 24; ++size) {
    names.push_back(std::string(size, 'a'));
    names.push_back(std::string(size, '\0'));
    for (std::size_t at = 0; at < size; ++at) {
      names.push_back(std::string(size, 'a'));
      names.back()[at] = 'b';
    }
  }
  return names;
}

TEST(RowFinder, EveryLengthKnownAndUnknown) {
  const std::vector<std::string> names = NamesOfEveryLength();
  std::vector<std::string> known;
  for (std::size_t k = 0; k < names.size(); k += 2) known.push_back(names[k]);
  const auto model = MakeModel(known);
  RowFinder finder(*model);
  for (int round = 0; round < 3; ++round) ExpectRight(finder, *model, names);
  for (const std::string& name : names) ExpectRight(finder, *model, {name});
}

TEST(RowFinder, MoreNamesThanItRemembers) {
  std::mt19937 random(1);
  std::vector<std::string> names;
  for (int k = 0; k < 40000; ++k) names.push_back("n" + std::to_string(k));
  const auto model = MakeModel({names.begin(), names.begin() + 30000});
  RowFinder finder(*model);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> some;
    for (int k = 0; k < 500; ++k) some.push_back(names[random() % names.size()]);
    some.insert(some.end(), some.begin(), some.begin() + 100);  // twice in one call
    ExpectRight(finder, *model, some);
  }
}

TEST(RowFinder, NothingToFindAndNothingToFindItIn) {
  const auto model = MakeModel({"a"});
  RowFinder finder(*model);
  EXPECT_TRUE(finder.Find({}).empty());
  const auto empty = MakeModel({});
  RowFinder in_empty(*empty);
  ExpectRight(in_empty, *empty, {"", "a", "a long name that is not remembered"});
}

}  // namespace
}  // namespace sagitta::internal
