// State: what goes out comes back, and what does not fit is refused.
#include "base/state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sagitta/error.h"

namespace sagitta {
namespace {

struct Thing {
  int count = 3;
  double scale = 0.5;
  std::vector<float> fixed = {1, 2, 3};
  std::vector<std::uint64_t> growing = {7, 8};

  void Transfer(State& state) {
    state.Value("count", count);
    state.Value("scale", scale);
    state.Array("fixed", fixed);
    state.Sequence("growing", growing);
  }
};

// What the reader says to a Transfer that does not fit.
template <class Transfer>
std::string Refusal(std::string_view bytes, const Transfer& transfer) {
  StateReader reader(bytes);
  try {
    transfer(reader);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    return error.what();
  }
  return "";
}

std::string Saved(Thing& thing) {
  StateWriter writer;
  thing.Transfer(writer);
  return writer.bytes();
}

TEST(State, ComesBackAsItWas) {
  Thing thing{-9, 1e-300, {4, 5, 6}, {1, 2, 3, 4}};
  const std::string bytes = Saved(thing);
  Thing other;
  StateReader reader(bytes);
  other.Transfer(reader);
  EXPECT_NO_THROW(reader.Finish());
  EXPECT_EQ(other.count, thing.count);
  EXPECT_EQ(other.scale, thing.scale);
  EXPECT_EQ(other.fixed, thing.fixed);
  EXPECT_EQ(other.growing, thing.growing);
}

TEST(State, WritingChangesNothing) {
  Thing thing;
  EXPECT_EQ(Saved(thing), Saved(thing));
  EXPECT_EQ(thing.growing.size(), 2u);
}

TEST(State, EmptyArraysAreFine) {
  Thing thing{1, 2, {}, {}};
  const std::string bytes = Saved(thing);
  Thing other{0, 0, {}, {5}};
  StateReader reader(bytes);
  other.Transfer(reader);
  EXPECT_TRUE(other.growing.empty());
}

TEST(State, EveryTruncationIsRefused) {
  Thing thing;
  const std::string bytes = Saved(thing);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    StateReader reader(std::string_view(bytes).substr(0, length));
    Thing other;
    EXPECT_THROW(other.Transfer(reader), Error) << length;
  }
}

TEST(State, BytesLeftOverAreRefused) {
  Thing thing;
  const std::string bytes = Saved(thing) + "x";
  StateReader reader(bytes);
  thing.Transfer(reader);
  EXPECT_THROW(reader.Finish(), Error);
}

TEST(State, AnArrayOfAnotherLengthIsRefused) {
  Thing thing;
  const std::string bytes = Saved(thing);
  Thing other;
  other.fixed.push_back(0);
  StateReader reader(bytes);
  EXPECT_THROW(other.Transfer(reader), Error);
}

// A length from a broken file must not be taken for an allocation.
TEST(State, AnAbsurdLengthIsRefused) {
  std::vector<double> values = {1};
  StateWriter writer;
  writer.Sequence("values", values);
  std::string bytes = writer.bytes();
  const std::size_t count = bytes.size() - 2 * sizeof(double);
  for (const int byte : {0x02, 0xff}) {
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(count), byte == 2 ? 1 : 8,
                static_cast<char>(byte));
    EXPECT_EQ(Refusal(bytes, [&](State& state) { state.Sequence("values", values); }),
              "the state ends before the end of the field 'values'");
  }
}

// A part within a part, structs in columns, and values that may be absent.
struct Row {
  std::uint32_t id = 0;
  bool good = false;
  double score = 0;
};

struct Whole {
  Thing thing;
  std::vector<Row> rows;
  std::optional<double> present;
  std::optional<double> absent;

  void Transfer(State& state) {
    state.Part("thing", thing);
    state.Sequence("rows", rows, Column{"id", &Row::id}, Column{"good", &Row::good},
                   Column{"score", &Row::score});
    state.Optional("present", present);
    state.Optional("absent", absent);
  }
};

TEST(State, StructsGoThroughMemberByMember) {
  Whole whole{{}, {{1, true, 0.5}, {2, false, -1}}, 0.25, std::nullopt};
  StateWriter writer;
  whole.Transfer(writer);
  StateReader reader(writer.bytes());
  Whole other{{0, 0, {0, 0, 0}, {}}, {{}}, std::nullopt, 7.0};
  other.Transfer(reader);
  EXPECT_NO_THROW(reader.Finish());
  EXPECT_EQ(other.thing.growing, whole.thing.growing);
  ASSERT_EQ(other.rows.size(), 2u);
  EXPECT_EQ(other.rows[0].id, 1u);
  EXPECT_TRUE(other.rows[0].good);
  EXPECT_FALSE(other.rows[1].good);
  EXPECT_EQ(other.rows[1].score, -1);
  EXPECT_EQ(other.present, 0.25);
  EXPECT_EQ(other.absent, std::nullopt);
}

TEST(State, AnotherFieldIsRefusedByName) {
  Whole whole{{}, {{1, true, 0.5}}, 0.25, std::nullopt};
  StateWriter writer;
  whole.Transfer(writer);
  const std::string& bytes = writer.bytes();
  const auto refusal = [&bytes](auto&& transfer) { return Refusal(bytes, transfer); };
  int count = 0;
  EXPECT_EQ(refusal([&](State& state) { state.Value("count", count); }),
            "found the field 'thing.count', expected 'count'");
  std::uint64_t wide = 0;
  EXPECT_EQ(refusal([&](State& state) { state.Value("thing.count", wide); }),
            "the field 'thing.count' has the type i4, expected u8");
  float single = 0;
  EXPECT_EQ(refusal([&](State& state) { state.Value("thing.count", single); }),
            "the field 'thing.count' has the type i4, expected f4");
  Thing longer;
  longer.fixed.push_back(0);
  EXPECT_EQ(refusal([&](State& state) { state.Part("thing", longer); }),
            "the field 'thing.fixed' has 3 elements, expected 4");
  EXPECT_EQ(refusal([&](State& state) {
              whole.Transfer(state);
              state.Value("more", count);
            }),
            "the state ends before the end of the field 'more'");
}

}  // namespace
}  // namespace sagitta
