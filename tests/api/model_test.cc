// The public face of a model: counts, settings, dumps, saving and loading.
#include "sagitta/model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "model/small_model.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::ReadBytes;
using internal::SmallModel;

/// "attribute from to weight", one a weight.
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
  const Model model(SmallModel().Build(Precision::kFloat));
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
        Dump(Model(SmallModel().Build(precision))),
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
  const Model model(SmallModel().Build(Precision::kFloat));
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

TEST(ModelTest, CopiesOutliveTheOriginal) {
  std::vector<Model> copies;
  {
    const Model model(SmallModel().Build(Precision::kDouble));
    copies.push_back(model);
  }
  EXPECT_EQ(copies[0].weight_count(), 15u);
}

}  // namespace
}  // namespace sagitta
