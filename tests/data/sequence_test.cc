// Sequence: its rows, and views that stay valid when it is copied or moved.
#include "sagitta/sequence.h"

#include <gtest/gtest.h>

#include <memory>

namespace sagitta {
namespace {

// As a reader leaves it, with views into `text`.
Sequence Owning(const std::string& text) {
  Sequence sequence;
  sequence.text = text;
  const std::string_view all = sequence.text;
  sequence.labels = {all.substr(0, 1)};
  sequence.lines = {all};
  sequence.node_items = {{all.substr(1), 2.0}, {"outside", 1.0}};
  sequence.node_begin = {0, 2};
  sequence.edge_items = {{all.substr(all.size()), 1.0}};
  sequence.weight = 3;
  sequence.first_line = 4;
  return sequence;
}

bool Inside(std::string_view view, const Sequence& sequence) {
  return view.data() >= sequence.text.data() &&
         view.data() + view.size() <= sequence.text.data() + sequence.text.size();
}

void ExpectOwning(const Sequence& sequence, const std::string& text) {
  EXPECT_EQ(sequence.text, text);
  EXPECT_EQ(sequence.lines[0], text);
  EXPECT_EQ(sequence.labels[0], text.substr(0, 1));
  EXPECT_EQ(sequence.node_items[0].name, text.substr(1));
  EXPECT_EQ(sequence.node_items[0].value, 2.0);
  EXPECT_EQ(sequence.node_items[1].name, "outside");
  EXPECT_TRUE(Inside(sequence.lines[0], sequence));
  EXPECT_TRUE(Inside(sequence.labels[0], sequence));
  EXPECT_TRUE(Inside(sequence.node_items[0].name, sequence));
  EXPECT_FALSE(Inside(sequence.node_items[1].name, sequence));
  EXPECT_TRUE(Inside(sequence.edge_items[0].name, sequence));
  EXPECT_EQ(sequence.weight, 3);
  EXPECT_EQ(sequence.first_line, 4u);
}

// Short enough to be stored inside the string, and too long for that.
class SequenceOwnership : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Texts, SequenceOwnership, testing::Values("abc", std::string(100, 'q')));

TEST_P(SequenceOwnership, CopiesStandAlone) {
  auto original = std::make_unique<Sequence>(Owning(GetParam()));
  Sequence copy(*original);
  Sequence assigned = Owning("something else");
  assigned = *original;
  assigned = *&assigned;
  original.reset();
  ExpectOwning(copy, GetParam());
  ExpectOwning(assigned, GetParam());
}

TEST_P(SequenceOwnership, MovesKeepViewsValid) {
  auto original = std::make_unique<Sequence>(Owning(GetParam()));
  Sequence moved(std::move(*original));
  EXPECT_EQ(original->size(), 0u);
  EXPECT_EQ(original->node_begin, std::vector<std::uint32_t>{0});
  original.reset();
  ExpectOwning(moved, GetParam());
  Sequence assigned = Owning("something else");
  assigned = std::move(moved);
  ExpectOwning(assigned, GetParam());

  std::vector<Sequence> many;
  for (int i = 0; i < 20; ++i) many.push_back(Owning(GetParam()));
  for (const Sequence& sequence : many) ExpectOwning(sequence, GetParam());
}

TEST(Sequence, AddsTokens) {
  Sequence sequence;
  sequence.Add("X", {{"a"}, {"b", 0.5}});
  sequence.Add("Y", {});
  sequence.Add("X", {{"c"}});
  EXPECT_EQ(sequence.size(), 3u);
  EXPECT_EQ(sequence.node_begin, (std::vector<std::uint32_t>{0, 2, 2, 3}));
  EXPECT_EQ(sequence.node_items[1].value, 0.5);
  EXPECT_TRUE(sequence.edge_begin.empty());
  sequence.Clear();
  EXPECT_EQ(sequence.size(), 0u);
  EXPECT_EQ(sequence.node_begin, std::vector<std::uint32_t>{0});
  EXPECT_EQ(sequence.weight, 1.0);
}

}  // namespace
}  // namespace sagitta
