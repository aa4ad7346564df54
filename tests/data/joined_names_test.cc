// Joined names: old ids stay, new names follow, and a renumbered corpus says the same.
#include "data/joined_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/corpus_builder.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

Dictionary DictionaryOf(const std::vector<std::string>& names) {
  Dictionary dictionary;
  for (const std::string& name : names) dictionary.Intern(name);
  return dictionary;
}

std::vector<std::string> NamesIn(const Dictionary& dictionary) {
  std::vector<std::string> names;
  for (std::uint32_t id = 0; id < dictionary.size(); ++id) names.emplace_back(dictionary.Name(id));
  return names;
}

std::shared_ptr<const CorpusData> Build(std::shared_ptr<const Dictionaries> known = nullptr) {
  CorpusBuilder builder(std::move(known));
  for (int i = 0; i < 3; ++i) {
    Sequence sequence;
    sequence.Add("B", {{"b" + std::to_string(i), 0.5}, {"shared", 1}});
    sequence.Add(i == 1 ? "A" : "new", {{"shared", 2}});
    if (i > 0) sequence.AddEdgeItem("e" + std::to_string(i));
    builder.Add(sequence, "file");
  }
  return builder.Finish({});
}

class JoinedNames : public testing::Test {
 protected:
  Dictionary labels_ = DictionaryOf({"old", "A"});
  Dictionary node_ = DictionaryOf({"x", "shared", "y"});
  Dictionary edge_ = DictionaryOf({"e2"});
  NameViews first_{labels_.View(), node_.View(), edge_.View(), {}};
};

TEST_F(JoinedNames, TheFirstKeepTheirIds) {
  const auto own = Build()->names;
  const auto joined = JoinNames(first_, own);
  EXPECT_EQ(NamesIn(joined->labels), (std::vector<std::string>{"old", "A", "B", "new"}));
  EXPECT_EQ(NamesIn(joined->node),
            (std::vector<std::string>{"x", "shared", "y", "b0", "b1", "b2"}));
  EXPECT_EQ(NamesIn(joined->edge), (std::vector<std::string>{"e2", "e1"}));
  EXPECT_EQ(JoinNames(first_, joined), joined) << "they come first already";
}

TEST_F(JoinedNames, ARenumberedCorpusIsOneBuiltWithThem) {
  const auto corpus = Build();
  const auto joined = JoinNames(first_, corpus->names);
  const auto renumbered = WithNames(*corpus, joined);
  const auto built = Build(joined);
  EXPECT_EQ(renumbered->names, joined);
  EXPECT_EQ(renumbered->dataset.labels, 4u);
  EXPECT_EQ(renumbered->dataset.node_attributes, 6u);
  EXPECT_EQ(renumbered->dataset.edge_attributes, 2u);
  EXPECT_EQ(renumbered->dataset.label, built->dataset.label);
  EXPECT_EQ(renumbered->dataset.node.attribute, built->dataset.node.attribute);
  EXPECT_EQ(renumbered->dataset.node.value, built->dataset.node.value);
  EXPECT_EQ(renumbered->dataset.edge.attribute, built->dataset.edge.attribute);
  EXPECT_EQ(renumbered->dataset.edge.begin, built->dataset.edge.begin);
  EXPECT_EQ(renumbered->places.size(), 3u);
}

// Labels of held-out data that only the first names know.
TEST_F(JoinedNames, UnknownLabelsBecomeKnown) {
  const auto corpus = Build();
  CorpusBuilder builder(corpus->names);
  Sequence sequence;
  for (const char* label : {"never", "old", "A"}) sequence.Add(label, {{"shared", 1}});
  builder.Add(sequence, "dev");
  const auto dev = builder.Finish({});
  ASSERT_EQ(dev->unknown.size(), 2u);
  const auto joined = JoinNames(first_, corpus->names);
  const auto renumbered = WithNames(*dev, joined);
  EXPECT_EQ(renumbered->dataset.label, (std::vector<LabelId>{kUnknownLabel, 0, 1}));
  ASSERT_EQ(renumbered->unknown.size(), 1u);
  EXPECT_EQ(renumbered->unknown[0].name, "never");
  EXPECT_EQ(renumbered->unknown[0].token, 0u);
}

TEST_F(JoinedNames, TooManyLabels) {
  Dictionary many;
  for (std::uint32_t k = 0; k < kMaxLabels; ++k) many.Intern("label " + std::to_string(k));
  first_.labels = many.View();
  try {
    JoinNames(first_, Build()->names);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("2003 together, expected at most 2000"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace sagitta::internal
