// Sequence: what it refuses, and views that stay valid whatever is done to it.
#include "sagitta/sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include "sagitta/error.h"

namespace sagitta {
namespace {

using Begins = std::vector<std::uint32_t>;

static_assert(std::is_nothrow_move_constructible_v<Sequence>);
static_assert(std::is_nothrow_move_assignable_v<Sequence>);

bool Same(std::span<const std::uint32_t> found, const Begins& expected) {
  return std::ranges::equal(found, expected);
}

/// Two tokens with names that end in `text`. The strings it is made from are gone afterwards.
Sequence Make(const std::string& text) {
  Sequence sequence;
  auto name = std::make_unique<std::string>();
  const auto set = [&](const std::string& prefix) {
    return std::string_view(*name = prefix + text);
  };
  sequence.AddToken(set("first"));
  sequence.AddItem(set("a"), 2.0);
  sequence.AddToken();
  sequence.AddItem(set("b"));
  sequence.AddItem(set("c"), -0.5);
  sequence.AddEdgeItem(set("e"), 4.0);
  sequence.set_weight(3);
  sequence.set_first_line(4);
  return sequence;
}

void ExpectMade(const Sequence& sequence, const std::string& text) {
  ASSERT_EQ(sequence.size(), 2u);
  EXPECT_EQ(sequence.labels()[0], "first" + text);
  EXPECT_EQ(sequence.labels()[1], "");
  EXPECT_TRUE(Same(sequence.node_begin(), {0, 1, 3}));
  EXPECT_EQ(sequence.node_items()[0].name, "a" + text);
  EXPECT_EQ(sequence.node_items(1)[0].name, "b" + text);
  EXPECT_EQ(sequence.node_items(1)[1].name, "c" + text);
  EXPECT_EQ(sequence.node_items(0)[0].value, 2.0);
  EXPECT_EQ(sequence.node_items(1)[1].value, -0.5);
  EXPECT_TRUE(Same(sequence.edge_begin(), {0, 0, 1}));
  EXPECT_TRUE(sequence.edge_items(0).empty());
  EXPECT_EQ(sequence.edge_items(1)[0].name, "e" + text);
  EXPECT_EQ(sequence.edge_items(1)[0].value, 4.0);
  EXPECT_TRUE(sequence.lines().empty());
  EXPECT_EQ(sequence.weight(), 3);
  EXPECT_EQ(sequence.first_line(), 4u);
}

void ExpectEmpty(const Sequence& sequence) {
  EXPECT_TRUE(sequence.empty());
  EXPECT_EQ(sequence.size(), 0u);
  EXPECT_TRUE(Same(sequence.node_begin(), {0}));
  EXPECT_TRUE(sequence.node_items().empty());
  EXPECT_TRUE(sequence.edge_items().empty());
  EXPECT_EQ(sequence.weight(), 1.0);
  EXPECT_EQ(sequence.first_line(), 0u);
}

// Short enough to be stored inside the string, and too long for that.
class SequenceOwnership : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Texts, SequenceOwnership, testing::Values("", std::string(100, 'q')));

TEST_P(SequenceOwnership, NamesAreCopied) { ExpectMade(Make(GetParam()), GetParam()); }

TEST_P(SequenceOwnership, CopiesStandAlone) {
  auto original = std::make_unique<Sequence>(Make(GetParam()));
  Sequence copy(*original);
  Sequence assigned = Make("something else");
  assigned = *original;
  assigned = *&assigned;
  original.reset();
  ExpectMade(copy, GetParam());
  ExpectMade(assigned, GetParam());
}

TEST_P(SequenceOwnership, MovesKeepViewsValid) {
  auto original = std::make_unique<Sequence>(Make(GetParam()));
  Sequence moved(std::move(*original));
  ExpectEmpty(*original);
  original.reset();
  ExpectMade(moved, GetParam());
  Sequence assigned = Make("something else");
  assigned = std::move(moved);
  ExpectMade(assigned, GetParam());
  ExpectEmpty(moved);
  moved.Add("again", {});  // can be used again
  EXPECT_EQ(moved.labels()[0], "again");

  std::vector<Sequence> many;
  for (int i = 0; i < 20; ++i) many.push_back(Make(GetParam()));
  for (const Sequence& sequence : many) ExpectMade(sequence, GetParam());
}

TEST(Sequence, OldNamesSurviveAnyNumberOfNewOnes) {
  Sequence sequence;
  const auto name = [](std::size_t k) { return "name " + std::to_string(k * k); };
  for (std::size_t k = 0; k < 2000; ++k) {
    if (k % 3 == 0) sequence.AddToken(name(k));
    sequence.AddItem(name(k), static_cast<double>(k));
    if (k > 3 && k % 2 == 0) sequence.AddEdgeItem(name(k));
  }
  for (std::size_t k = 0; k < 2000; ++k) {
    ASSERT_EQ(sequence.labels()[k / 3], name(k / 3 * 3));
    ASSERT_EQ(sequence.node_items()[k].name, name(k));
    ASSERT_EQ(sequence.node_items()[k].value, static_cast<double>(k));
    ASSERT_EQ(sequence.node_items(k / 3)[k % 3].name, name(k));
    if (k > 3 && k % 2 == 0) {
      const auto edge = sequence.edge_items(k / 3);
      ASSERT_TRUE(
          std::ranges::any_of(edge, [&](const Item& item) { return item.name == name(k); }));
    }
  }
}

TEST(Sequence, TakesPartsOfItself) {
  Sequence sequence;
  sequence.Add("a label of some length", {{"x"}});
  for (int k = 0; k < 100; ++k) {
    sequence.AddToken(sequence.labels()[0]);
    sequence.AddItem(sequence.node_items()[0].name);
  }
  for (std::size_t t = 0; t < sequence.size(); ++t) {
    EXPECT_EQ(sequence.labels()[t], "a label of some length");
    EXPECT_EQ(sequence.node_items(t)[0].name, "x");
  }
}

TEST(Sequence, AddsWholeTokens) {
  Sequence sequence;
  sequence.Add("X", {{"a"}, {"b", 0.5}});
  sequence.Add("Y", {});
  EXPECT_TRUE(sequence.edge_begin().empty());
  const std::vector<Item> items{{"c"}}, edge_items{{"e", 2.0}, {"f"}};
  sequence.Add("X", items, edge_items);
  sequence.Add("Y", {}, {{"g"}});
  EXPECT_EQ(sequence.size(), 4u);
  EXPECT_TRUE(Same(sequence.node_begin(), {0, 2, 2, 3, 3}));
  EXPECT_TRUE(Same(sequence.edge_begin(), {0, 0, 0, 2, 3}));
  EXPECT_EQ(sequence.edge_items(2)[0].value, 2.0);
  sequence.Clear();
  ExpectEmpty(sequence);
}

TEST(Sequence, ClearKeepsTheMemory) {
  Sequence sequence = Make(std::string(1000, 'x'));
  const auto fill = [&] {
    sequence.Clear();
    sequence.Add("A", {{"x"}, {"y"}});
    sequence.Add("B", {{"z"}}, {{"e"}});
  };
  fill();
  const char* const text = sequence.labels()[0].data();
  const Item* const items = sequence.node_items().data();
  const Item* const edge_items = sequence.edge_items().data();
  fill();
  EXPECT_EQ(sequence.labels()[0].data(), text);
  EXPECT_EQ(sequence.node_items().data(), items);
  EXPECT_EQ(sequence.edge_items().data(), edge_items);
}

TEST(Sequence, RefusesWhatMakesNoSenseAndStaysAsItWas) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto refuses = [](auto change, const std::string& message) {
    Sequence sequence = Make("");
    try {
      change(sequence);
      ADD_FAILURE() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
    ExpectMade(sequence, "");
  };
  refuses([](Sequence& s) { s.AddItem("n", std::nan("")); }, "the value of 'n'");
  refuses([&](Sequence& s) { s.AddItem("n", -infinity); }, "the value of 'n'");
  refuses([](Sequence& s) { s.AddEdgeItem("n", 1e39); }, "range of a float");
  refuses([&](Sequence& s) { s.Add("l", {{"m"}, {"n", infinity}}); }, "the value of 'n'");
  refuses([&](Sequence& s) { s.Add("l", {}, {{"m"}, {"n", infinity}}); }, "the value of 'n'");
  refuses([](Sequence& s) { s.set_weight(-1e-300); }, "from 0 to 1e9");
  refuses([&](Sequence& s) { s.set_weight(infinity); }, "from 0 to 1e9");
  refuses([](Sequence& s) { s.set_weight(std::nan("")); }, "from 0 to 1e9");

  Sequence sequence;
  EXPECT_THROW(sequence.AddItem("n"), Error);
  EXPECT_THROW(sequence.Add("l", {}, {{"e"}}), Error);
  ExpectEmpty(sequence);
  sequence.AddToken("A");
  EXPECT_THROW(sequence.AddEdgeItem("n"), Error);
  EXPECT_EQ(sequence.size(), 1u);
  sequence.AddItem("n", std::numeric_limits<float>::max());
  EXPECT_EQ(sequence.node_items(0).size(), 1u);
}

}  // namespace
}  // namespace sagitta
