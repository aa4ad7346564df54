// Model: counts, settings, dumps, saving and loading, bytes.
#include "sagitta/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "model/small_model.h"
#include "sagitta/error.h"
#include "support/golden.h"

namespace sagitta {
namespace {

using internal::ReadBytes;
using internal::SmallModel;

/// "attribute from to weight", one line per weight.
std::vector<std::string> Dump(const Model& model) {
  std::vector<std::string> lines;
  model.ForEachWeight([&](const WeightEntry& entry) {
    const char* kind = entry.kind == WeightEntry::Kind::kNode         ? "node"
                       : entry.kind == WeightEntry::Kind::kTransition ? "transition"
                                                                      : "edge";
    lines.push_back(std::string(kind) + "|" + std::string(entry.attribute) + "|" +
                    std::string(entry.from) + "|" + std::string(entry.to) + "|" +
                    std::to_string(entry.weight));
  });
  return lines;
}

TEST(ModelTest, SaysWhatItHolds) {
  const Model model = internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat));
  EXPECT_EQ(model.labels(), (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(model.node_attribute_count(), 4u);
  EXPECT_EQ(model.edge_attribute_count(), 2u);
  EXPECT_EQ(model.weight_count(), 15u);
  EXPECT_EQ(model.settings().at("method"), "sag");
  EXPECT_EQ(model.certificate().bound, 0.125);
  EXPECT_EQ(model.read_options().format, Format::kColumns);
  EXPECT_EQ(model.read_options().template_text, "U00:%x[0,0]\nB\n");
}

TEST(ModelTest, VisitsWeightsInOrder) {
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    EXPECT_EQ(
        Dump(internal::ModelAccess::Make(SmallModel().Build(precision))),
        (std::vector<std::string>{
            "node|n0||A|0.500000", "node|n0||B|-1.000000", "node|n0||C|2.000000",
            "node|n1||B|0.750000", "node|n4||B|-3.000000", "node|n5||C|1.250000",
            "transition||A|A|1.000000", "transition||A|C|-1.000000", "transition||B|A|0.500000",
            "transition||B|C|0.250000", "transition||C|A|-0.500000", "transition||C|B|2.000000",
            "edge|e0|B|B|1.500000", "edge|e2|A|C|-0.125000", "edge|e2|C|B|0.062500"}));
  }
}

TEST(ModelTest, SavesAndLoads) {
  const std::string path = testing::TempDir() + "model_test_saves";
  const Model model = internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat));
  model.Save(path);
  const Model loaded = Model::Load(path);
  EXPECT_EQ(Dump(loaded), Dump(model));
  EXPECT_EQ(loaded.labels(), model.labels());
  EXPECT_EQ(loaded.settings(), model.settings());
  const std::string bytes = ReadBytes(path);
  loaded.Save(path);
  EXPECT_EQ(ReadBytes(path), bytes);
  std::filesystem::remove(path);
  EXPECT_EQ(Dump(loaded), Dump(model));  // the file may go
  EXPECT_THROW(Model::Load(path), Error);
}

TEST(ModelTest, BytesAreThoseOfTheFile) {
  const std::string path = testing::TempDir() + "model_test_bytes";
  const Model model = internal::ModelAccess::Make(SmallModel().Build(Precision::kDouble));
  model.Save(path);
  const std::string bytes = model.ToBytes();
  EXPECT_EQ(bytes, ReadBytes(path));
  const Model loaded = Model::FromBytes(bytes);
  EXPECT_EQ(Dump(loaded), Dump(model));
  EXPECT_EQ(loaded.settings(), model.settings());
  EXPECT_EQ(loaded.certificate().bound, model.certificate().bound);
  EXPECT_EQ(loaded.ToBytes(), bytes);
  std::filesystem::remove(path);
}

TEST(ModelTest, ForeignBytes) {
  for (const std::string name : {"crfsuite/model", "wapiti/model", "crfpp/model"}) {
    const Model model = Model::Load(GoldenPath(name));
    EXPECT_EQ(Dump(Model::FromBytes(ReadBytes(GoldenPath(name)))), Dump(model)) << name;
    const ModelFormat format = Model::Recognise(GoldenPath(name));
    std::vector<std::string> expected = Dump(model);
    std::vector<std::string> found = Dump(Model::FromBytes(model.ToBytes(format)));
    std::ranges::sort(expected);  // a writer may order attributes in its own way
    std::ranges::sort(found);
    EXPECT_EQ(found, expected) << name;
  }
  const Model with_edges = internal::ModelAccess::Make(SmallModel().Build(Precision::kDouble));
  EXPECT_THROW(with_edges.ToBytes(ModelFormat::kCrfsuite), Error);
}

/// Whatever is wrong with a file is found in bytes, too.
TEST(ModelTest, DamagedBytesAreRefused) {
  const std::string bytes =
      internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)).ToBytes();
  const auto message = [](std::string damaged) {
    try {
      Model::FromBytes(std::move(damaged));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      EXPECT_EQ(error.where().file, "<memory>");
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_TRUE(message(bytes.substr(0, size)).starts_with("<memory>: ")) << size;
  }
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    std::string damaged = bytes;
    damaged[k] = static_cast<char>(damaged[k] ^ 0x10);
    ASSERT_TRUE(message(std::move(damaged)).starts_with("<memory>: ")) << k;
  }
  EXPECT_NE(message(bytes + '\0').find("too long"), std::string::npos);
  EXPECT_NE(message("").find("not a model"), std::string::npos);
}

TEST(ModelTest, CopiesOutliveTheOriginal) {
  std::vector<Model> copies;
  {
    const Model model = internal::ModelAccess::Make(SmallModel().Build(Precision::kDouble));
    copies.push_back(model);
  }
  EXPECT_EQ(copies[0].weight_count(), 15u);
}

}  // namespace
}  // namespace sagitta
