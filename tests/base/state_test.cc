// State: what goes out comes back, and what does not fit is refused.
#include "base/state.h"

#include <gtest/gtest.h>

#include "sagitta/error.h"

namespace sagitta {
namespace {

struct Thing {
  int count = 3;
  double scale = 0.5;
  std::vector<float> fixed = {1, 2, 3};
  std::vector<std::uint64_t> growing = {7, 8};

  void Transfer(State& state) {
    state.Value(count);
    state.Value(scale);
    state.Array(fixed);
    state.Sequence(growing);
  }
};

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
  std::uint64_t count = ~std::uint64_t{0};
  StateWriter writer;
  writer.Value(count);
  StateReader reader(writer.bytes());
  std::vector<double> values;
  EXPECT_THROW(reader.Sequence(values), Error);
}

}  // namespace
}  // namespace sagitta
