// Checkpoints with a checksum that was made to match: every field is checked.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/state.h"
#include "base/temp_file.h"
#include "sagitta/error.h"
#include "train/checkpoint_fields.h"

namespace sagitta {
namespace {

struct Part {
  bool flag = true;
  double number = 1;
  std::vector<float> many{1, 2};
  std::optional<double> maybe;

  void Transfer(State& state) {
    state.Value("flag", flag);
    state.Value("number", number);
    state.Sequence("many", many);
    state.Optional("maybe", maybe);
    state.Require(number < 5, "number");
  }
};

/// The message with which these bytes are refused, after `change`.
template <class Change>
std::string Refusal(Change change) {
  Part part;
  part.maybe = 3;
  StateWriter writer;
  writer.Part("part", part);
  std::string bytes(24, '\0');
  bytes += writer.bytes();
  change(bytes, FieldsOfCheckpoint(bytes));
  StateReader reader(std::string_view(bytes).substr(24));
  Part read;
  try {
    reader.Part("part", read);
    reader.Finish();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

template <class T>
auto Put(std::size_t field, T value) {
  return [=](std::string& bytes, const std::vector<CheckpointField>& fields) {
    std::memcpy(bytes.data() + fields[field].element_at(0), &value, sizeof value);
  };
}

TEST(HostileState, ValuesThatNothingWrites) {
  const auto message = [](const std::string& name) {
    return "the field 'part." + name + "' has a value that no training writes";
  };
  EXPECT_EQ(Refusal(Put<std::uint8_t>(0, 1)), "");
  EXPECT_EQ(Refusal(Put<std::uint8_t>(0, 2)), message("flag"));
  EXPECT_EQ(Refusal(Put<double>(1, 4.5)), "");
  EXPECT_EQ(Refusal(Put<double>(1, 5)), message("number"));
  EXPECT_EQ(Refusal(Put<double>(1, NAN)), message("number"));
  EXPECT_EQ(Refusal(Put<float>(2, NAN)), message("many"));
  EXPECT_EQ(Refusal(Put<double>(3, NAN)), message("maybe"));
}

}  // namespace
}  // namespace sagitta
