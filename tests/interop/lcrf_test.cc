// CRFsuite's model file.
#include "interop/lcrf.h"

#include <gtest/gtest.h>

#include <sstream>

#include "interop/models.h"
#include "support/golden.h"

namespace sagitta::internal {
namespace {

/// The dump that CRFsuite itself printed of its model: lines "  (0) w=Ann --> B: 0.123456".
WeightMap DumpedWeights(const std::string& dump) {
  WeightMap weights;
  std::istringstream lines(dump);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" --> "), colon = line.rfind(": ");
    if (arrow == std::string::npos || line.compare(2, 1, "(") != 0) continue;
    const std::string from = line.substr(6, arrow - 6);
    const std::string to = line.substr(arrow + 5, colon - arrow - 5);
    const double weight = std::stod(line.substr(colon + 2));
    if (line[3] == '0') weights[{'n', from, "", to}] = weight;
    if (line[3] == '1') weights[{'t', "", from, to}] = weight;
  }
  return weights;
}

TEST(Lcrf, ReadsWhatCrfsuiteWrote) {
  const auto model = LoadModel(GoldenPath("crfsuite/model"));
  EXPECT_EQ(model->precision, Precision::kDouble);
  EXPECT_EQ(model->options.format, Format::kAttributes);
  EXPECT_EQ(model->settings.at("imported"), "crfsuite");
  const WeightMap dumped = DumpedWeights(GoldenText("crfsuite/dump.txt"));
  const WeightMap read = Weights(*model);
  ASSERT_GT(dumped.size(), 10u);
  ASSERT_EQ(read.size(), dumped.size());
  for (const auto& [key, weight] : dumped) {
    ASSERT_TRUE(read.contains(key)) << std::get<1>(key) << " " << std::get<3>(key);
    EXPECT_NEAR(read.at(key), weight, 1e-6);
  }
}

TEST(Lcrf, WritesTheSameBytesAsCrfsuite) {
  const std::string original = GoldenText("crfsuite/model");
  ASSERT_FALSE(original.empty());
  EXPECT_EQ(Written(*LoadBytes(original), ModelFormat::kCrfsuite), original);
}

TEST(Lcrf, RoundTrip) {
  const auto model = MakeModel({}, {"a", "b=\xc3\xa9", "with space", ""}, {}, true);
  const auto read = LoadBytes(Written(*model, ModelFormat::kCrfsuite));
  EXPECT_EQ(Weights(*read), Weights(*model));
  EXPECT_EQ(Labels(*read), Labels(*model));
}

TEST(Lcrf, RoundTripWithoutWeights) {
  const auto read = LoadBytes(Written(*MakeModel({}, {}, {}, false), ModelFormat::kCrfsuite));
  EXPECT_EQ(Labels(*read), (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_TRUE(Weights(*read).empty());
}

TEST(Lcrf, FloatWeightsAreKeptExactly) {
  SmallModel small;
  small.constraints = {};
  small.names.edge = Dictionary();
  small.layout.edge = {9, {0, 9}, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
  const auto model = small.Build(Precision::kFloat);
  EXPECT_EQ(Weights(*LoadBytes(Written(*model, ModelFormat::kCrfsuite))), Weights(*model));
}

TEST(Lcrf, RefusesByName) {
  EXPECT_EQ(Refusal(*MakeModel({}, {"a"}, {"e1"}, true), ModelFormat::kCrfsuite),
            "a CRFsuite model cannot hold edge attributes, and this model has them, such as "
            "'e1'");
  EXPECT_EQ(Refusal(*MakeModel({}, {std::string("a\0b", 3)}, {}, true), ModelFormat::kCrfsuite),
            "a CRFsuite model cannot hold a name with a NUL byte: 'a\\x00b'");
  SmallModel small;
  small.names.edge = Dictionary();
  small.layout.edge = {9, {0, 0}, {}};
  EXPECT_EQ(Refusal(*small.Build(Precision::kFloat), ModelFormat::kCrfsuite),
            "a CRFsuite model cannot hold constraints on labels, and this model has them");
}

TEST(Lcrf, MessagesSayWhatIsWrong) {
  const std::string good = GoldenText("crfsuite/model");
  EXPECT_EQ(Complaint(good.substr(0, 40)), "model: truncated: shorter than the header");
  EXPECT_EQ(Complaint(good.substr(0, 1000)),
            "model: truncated: 1000 bytes, the header says " + std::to_string(good.size()));
  EXPECT_EQ(Complaint(good + "x"), "model: too long: " + std::to_string(good.size() + 1) +
                                       " bytes, the header says " + std::to_string(good.size()));
  std::string bytes = good;
  bytes[12] = 101;
  EXPECT_EQ(Complaint(bytes), "model: a CRFsuite model of an unknown type or version");
  bytes = good;
  bytes[20] = 0;
  EXPECT_EQ(Complaint(bytes), "model: found 0 labels, expected 1 to 2000");
  bytes = good;
  bytes.replace(48 + 12 + 12, 8, std::string("\0\0\0\0\0\0\xf0\x7f", 8));
  EXPECT_EQ(Complaint(bytes), "model: a weight is not finite");
}

}  // namespace
}  // namespace sagitta::internal
