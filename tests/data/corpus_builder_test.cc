// CorpusBuilder and FindItems: strings become ids.
#include "data/corpus_builder.h"

#include <gtest/gtest.h>

#include <random>

#include "data/item_lookup.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusBuilder;
using Ids = std::vector<std::uint32_t>;
using Begins = std::vector<std::uint64_t>;

// A token: label, node items, items of the edge into it.
struct Token {
  std::string_view label;
  std::vector<Item> node;
  std::vector<Item> edge;
};

Sequence Make(const std::vector<Token>& tokens) {
  Sequence sequence;
  for (const Token& token : tokens) sequence.Add(token.label, token.node, token.edge);
  return sequence;
}

TEST(CorpusBuilder, NumbersByFirstAppearance) {
  CorpusBuilder builder;
  builder.Add(Make({{"X", {{"b"}, {"a"}}, {}}, {"Y", {{"a"}}, {}}}), "");
  builder.Add(Make({{"Y", {}, {}}}), "");
  builder.Add(Make({{"Z", {{"c"}, {"c"}, {"b"}}, {}}}), "");
  const auto data = builder.Finish({});
  const Dataset& set = data->dataset;
  EXPECT_EQ(set.labels, 3u);
  EXPECT_EQ(set.node_attributes, 3u);
  EXPECT_EQ(set.edge_attributes, 0u);
  EXPECT_EQ(set.token_begin, (Begins{0, 2, 3, 4}));
  EXPECT_EQ(set.label, (std::vector<LabelId>{0, 1, 1, 2}));
  EXPECT_EQ(set.node.begin, (Begins{0, 2, 3, 3, 6}));
  EXPECT_EQ(set.node.attribute, (Ids{0, 1, 1, 2, 2, 0}));
  EXPECT_TRUE(set.node.value.empty());
  EXPECT_TRUE(set.weight.empty());
  EXPECT_FALSE(set.HasEdgeAttributes());
  EXPECT_EQ(data->names->node.Name(1), "a");
  EXPECT_EQ(data->names->labels.Name(2), "Z");
}

TEST(CorpusBuilder, StoresValuesAndWeightsFromTheFirstUnusualOneOn) {
  CorpusBuilder builder;
  builder.Add(Make({{"X", {{"a"}, {"b"}}, {}}}), "");
  Sequence heavy = Make({{"Y", {{"a"}, {"b", 0.5}}, {}}, {"X", {{"a"}}, {}}});
  heavy.set_weight(2.5);
  builder.Add(heavy, "");
  builder.Add(Make({{"X", {{"a", -3}}, {}}}), "");
  const auto data = builder.Finish({});
  EXPECT_EQ(data->dataset.node.value, (std::vector<float>{1, 1, 1, 0.5, 1, -3}));
  EXPECT_EQ(data->dataset.weight, (std::vector<double>{1, 2.5, 1}));
}

TEST(CorpusBuilder, GivesEdgeRowsToAllTokensOnceThereIsOne) {
  CorpusBuilder builder;
  builder.Add(Make({{"X", {}, {}}, {"Y", {}, {}}}), "");  // knows no edges
  builder.Add(Make({{"X", {}, {}}}), "");                 // too short for one
  builder.Add(Make({{"X", {}, {}}, {"Y", {}, {{"e"}, {"f", 2}}}, {"Y", {}, {{"f"}}}}), "");
  builder.Add(Make({{"X", {}, {}}, {"Y", {}, {}}}), "");
  const auto data = builder.Finish({});
  const SparseRows& edge = data->dataset.edge;
  EXPECT_EQ(edge.begin, (Begins{0, 0, 0, 0, 0, 2, 3, 3, 3}));
  EXPECT_EQ(edge.rows(), data->dataset.tokens());
  EXPECT_EQ(edge.attribute, (Ids{0, 1, 1}));
  EXPECT_EQ(edge.value, (std::vector<float>{1, 2, 1}));
  EXPECT_EQ(data->dataset.edge_attributes, 2u);
  EXPECT_EQ(data->dataset.node_attributes, 0u);
}

TEST(CorpusBuilder, UsesGivenDictionaries) {
  CorpusBuilder first;
  first.Add(Make({{"X", {{"a"}, {"b"}}, {}}, {"Y", {}, {{"e"}}}}), "");
  const auto known = first.Finish({});

  CorpusBuilder builder(known->names);
  builder.Add(Make({{"Q", {{"new"}, {"b", 2}}, {}}, {"Y", {{"new"}}, {{"g"}, {"e"}}}}), "");
  const auto data = builder.Finish({});
  EXPECT_EQ(data->names, known->names);
  EXPECT_EQ(data->dataset.label, (std::vector<LabelId>{kUnknownLabel, 1}));
  EXPECT_EQ(data->dataset.node.attribute, Ids{1});
  EXPECT_EQ(data->dataset.node.value, std::vector<float>{2});
  EXPECT_EQ(data->dataset.node.begin, (Begins{0, 1, 1}));
  EXPECT_EQ(data->dataset.edge.attribute, Ids{0});
  EXPECT_EQ(data->dataset.edge.begin, (Begins{0, 0, 1}));
  EXPECT_EQ(data->dataset.labels, 2u);
  EXPECT_EQ(known->names->node.size(), 2u);
}

TEST(CorpusBuilder, LimitsLabels) {
  CorpusBuilder builder;
  for (std::uint32_t i = 0; i < kMaxLabels; ++i) {
    const std::string label = "label" + std::to_string(i);
    builder.Add(Make({{label, {}, {}}}), "f");
  }
  builder.Add(Make({{"label0", {}, {}}}), "f");
  Sequence next = Make({{"one more", {}, {}}});
  next.set_first_line(17);
  try {
    builder.Add(next, "f");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.where().file, "f");
    EXPECT_EQ(error.where().line, 17u);
  }
}

TEST(FindItems, AgreesWithFind) {
  std::mt19937 random(1);
  for (const int known : {0, 1, 10, 3000}) {
    Dictionary dictionary;
    for (int i = 0; i < known; ++i) dictionary.Intern(std::to_string(random() % 4000));
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) names.push_back(std::to_string(random() % 4000));
    for (const std::size_t count : {0u, 1u, 31u, 32u, 33u, 1000u}) {
      const std::vector<Item> items = [&] {
        std::vector<Item> some;
        for (std::size_t k = 0; k < count; ++k) some.push_back({names[k]});
        return some;
      }();
      Ids ids(count, 12345);
      FindItems(dictionary.View(), items, ids.data());
      for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(ids[k], dictionary.Find(names[k]));
      FindItems(DictionaryView(), items, ids.data());
      EXPECT_EQ(ids, Ids(count, kNoId));
    }
  }
}

}  // namespace
}  // namespace sagitta
