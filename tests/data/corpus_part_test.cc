// A part of a corpus is what a corpus of its sequences would be, with the dictionaries of the
// whole.
#include "data/corpus_part.h"

#include <gtest/gtest.h>

#include "data/corpus_builder.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// Sequence i, with values, weights and edge items here and there.
Sequence Make(int i) {
  static const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  Sequence sequence;
  for (int t = 0; t <= i % 3; ++t) {
    const std::string& name = names[static_cast<std::size_t>((i + t) % 5)];
    sequence.Add(names[static_cast<std::size_t>((i * t) % 4)],
                 {{name, i == 3 ? 0.5 : 1.0}, {names[0], 1.0}});
    if (t > 0 && i % 2 == 0) sequence.AddEdgeItem(name);
  }
  sequence.set_weight(i == 4 ? 2.5 : 1.0);
  return sequence;
}

std::shared_ptr<const CorpusData> Build(const std::vector<int>& sequences,
                                        std::shared_ptr<const Dictionaries> names = nullptr) {
  CorpusBuilder builder(std::move(names));
  for (const int i : sequences) builder.Add(Make(i), "");
  return builder.Finish({});
}

void ExpectSameRows(const SparseRows& a, const SparseRows& b) {
  EXPECT_EQ(a.begin, b.begin);
  EXPECT_EQ(a.attribute, b.attribute);
  for (std::uint64_t k = 0; k < a.attribute.size(); ++k) EXPECT_EQ(a.Value(k), b.Value(k));
}

TEST(SelectSequences, EqualsACorpusOfThoseSequences) {
  const auto whole = Build({0, 1, 2, 3, 4, 5, 6, 7});
  for (const std::vector<int>& some : {std::vector<int>{2, 3, 4}, {7, 0}, {5}, {4, 4, 1}}) {
    const std::vector<std::uint32_t> places(some.begin(), some.end());
    const auto part = SelectSequences(*whole, places);
    const auto wanted = Build(some, whole->names);
    EXPECT_EQ(part->names, whole->names);
    EXPECT_EQ(part->dataset.labels, whole->dataset.labels);
    EXPECT_EQ(part->dataset.token_begin, wanted->dataset.token_begin);
    EXPECT_EQ(part->dataset.label, wanted->dataset.label);
    ExpectSameRows(part->dataset.node, wanted->dataset.node);
    for (ExampleId i = 0; i < some.size(); ++i) {
      EXPECT_EQ(part->dataset.Weight(i), wanted->dataset.Weight(i));
    }
    EXPECT_EQ(part->dataset.edge.attribute, wanted->dataset.edge.attribute);
  }
}

TEST(SelectSequences, UnknownLabelsComeAlong) {
  const auto known = Build({0});
  const auto whole = Build({1, 4, 2, 5}, known->names);
  ASSERT_FALSE(whole->unknown.empty());
  const std::vector<std::uint32_t> places = {3, 1};
  const auto part = SelectSequences(*whole, places);
  const auto wanted = Build({5, 4}, known->names);
  ASSERT_EQ(part->unknown.size(), wanted->unknown.size());
  for (std::size_t k = 0; k < part->unknown.size(); ++k) {
    EXPECT_EQ(part->unknown[k].token, wanted->unknown[k].token);
    EXPECT_EQ(part->unknown[k].name, wanted->unknown[k].name);
  }
}

TEST(SelectSequences, RefusesPlacesThatAreNotThere) {
  const auto whole = Build({0, 1});
  const std::vector<std::uint32_t> beyond = {2};
  EXPECT_THROW(SelectSequences(*whole, beyond), Error);
  EXPECT_THROW(SelectSequences(*whole, {}), Error);
}

}  // namespace
}  // namespace sagitta::internal
