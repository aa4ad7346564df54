// Small models for every format, comparison of models, and use of everything that a model offers.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "interop/formats.h"
#include "interop/model_builder.h"
#include "model/small_model.h"
#include "sagitta/error.h"

namespace sagitta::internal {

/// Every weight of a model by what it belongs to: kind, attribute, from or nothing, to.
using WeightMap = std::map<std::tuple<char, std::string, std::string, std::string>, double>;

inline WeightMap Weights(const ModelData& model) {
  WeightMap weights;
  const auto label = [&](std::uint32_t id) { return std::string(model.labels.Name(id)); };
  for (std::uint32_t a = 0; a < model.node_names.size(); ++a) {
    for (std::uint64_t k = model.node.begin[a]; k < model.node.begin[a + 1]; ++k) {
      const std::string name(model.node_names.Name(a));
      weights[{'n', name, "", label(model.node.slot[k])}] = model.node.Weight(k);
    }
  }
  const std::uint32_t labels = model.labels.size();
  for (std::size_t row = 0; row < model.edge.rows(); ++row) {
    const std::string name(row == 0 ? ""
                                    : model.edge_names.Name(static_cast<std::uint32_t>(row - 1)));
    for (std::uint64_t k = model.edge.begin[row]; k < model.edge.begin[row + 1]; ++k) {
      const std::uint32_t pair = model.edge.slot[k];
      weights[{row == 0 ? 't' : 'e', name, label(pair / labels), label(pair % labels)}] =
          model.edge.Weight(k);
    }
  }
  return weights;
}

inline std::vector<std::string> Labels(const ModelData& model) {
  std::vector<std::string> names;
  for (std::uint32_t id = 0; id < model.labels.size(); ++id) {
    names.emplace_back(model.labels.Name(id));
  }
  return names;
}

/// A model with labels A, B, C: node attributes with a weight for B, edge attributes with one for A
/// to C, transitions A to B and C to C.
inline std::shared_ptr<const ModelData> MakeModel(const ReadOptions& options,
                                                  const std::vector<std::string>& nodes,
                                                  const std::vector<std::string>& edges,
                                                  bool transitions) {
  ModelBuilder builder;
  for (const char* label : {"A", "B", "C"}) builder.AddLabel(label);
  double weight = 0.5;
  for (const std::string& name : nodes) {
    builder.BeginNode(name);
    builder.AddNode(1, weight += 0.1);
  }
  for (const std::string& name : edges) {
    builder.BeginEdge(name);
    builder.AddEdge(2, weight += 0.1);
  }
  if (transitions) {
    builder.AddTransition(1, -0.3);
    builder.AddTransition(8, 1e-3);
  }
  ModelExtras extras;
  extras.options = options;
  return builder.Build(Precision::kDouble, extras);
}

inline ReadOptions TemplateOptions(TemplateLanguage language, const std::string& text) {
  ReadOptions options;
  options.format = Format::kColumns;
  options.language = language;
  options.template_text = text;
  options.template_name = "template";
  return options;
}

/// A file that is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(testing::TempDir() + "interop_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + "_" + name) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The file that a model becomes.
inline std::string Written(const ModelData& model, ModelFormat format) {
  const TemporaryFile file("written");
  SaveModel(model, file.path(), format);
  return ReadBytes(file.path());
}

/// The message of the error that writing throws, and then there is no file; empty when it does not
/// throw, and then there is one.
inline std::string Refusal(const ModelData& model, ModelFormat format) {
  const TemporaryFile file("refused");
  try {
    SaveModel(model, file.path(), format);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_FALSE(std::filesystem::exists(file.path()));
    return error.what();
  }
  EXPECT_TRUE(std::filesystem::exists(file.path()));
  return "";
}

inline std::shared_ptr<const ModelData> LoadBytes(const std::string& bytes) {
  return LoadModel("model", FileImage::Of(bytes));
}

/// The message of the error that loading these bytes throws; empty when it does not.
inline std::string Complaint(const std::string& bytes) {
  try {
    LoadBytes(bytes);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_TRUE(error.where().file.starts_with("model")) << error.what();
    return error.what();
  }
}

}  // namespace sagitta::internal
