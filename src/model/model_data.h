// ModelData: the contents of a model, made in memory or read from a file, in the file's own form.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "data/corpus_data.h"
#include "dict/dictionary.h"
#include "dict/section_writer.h"
#include "model/file_image.h"
#include "model/layout.h"
#include "model/model_rows.h"
#include "model/scoring_rows.h"
#include "sagitta/constraints.h"
#include "sagitta/model.h"

namespace sagitta::internal {

/// What a model holds besides its weights.
struct ModelExtras {
  ReadOptions options;  // how its input is read
  std::map<std::string, std::string> settings;
  Certificate certificate;
  Constraints constraints;
  std::string inference = {};  // of a model of graphs: the engine and its limits
};

/// Immutable and safe to share between threads.
class ModelData {
 public:
  /// Drops zero weights, and attributes left without any; ids keep their order. Labels all stay.
  /// `weights` is the flat vector of `layout`; `precision` says how they are stored.
  /// Throws Error(kData) when a weight is not finite in that precision.
  static std::shared_ptr<const ModelData> Build(const Dictionaries& names, const Layout& layout,
                                                std::span<const double> weights,
                                                Precision precision, ModelExtras extras);

  /// Reads a model file, "-" being standard input, and checks everything in it. Throws Error that
  /// names the file.
  static std::shared_ptr<const ModelData> Load(const std::string& path);

  /// The same for a file that was read already; `path` is what messages call it.
  static std::shared_ptr<const ModelData> Load(const std::string& path, FileImage image);

  /// Writes the file, all or nothing. Same contents, same bytes.
  void Save(const std::string& path) const;
  /// Hands the same bytes to `write`, in as many pieces as it likes.
  void Write(const ByteSink& write) const;

  ~ModelData();
  ModelData(const ModelData&) = delete;
  ModelData& operator=(const ModelData&) = delete;

  DictionaryView labels;
  DictionaryView node_names;
  DictionaryView edge_names;
  ModelRows<std::uint16_t> node;  // row a: node attribute a; slot = label
  ModelRows<std::uint32_t>
      edge;  // row t: pairs of labels on edges of type t, for each type; then a row for each
             // edge attribute; slot = from * K + to, from <= to if the type is symmetric
  Precision precision = Precision::kFloat;
  std::map<std::string, std::string> settings;
  Certificate certificate;
  ReadOptions options;       // nothing in it is kAuto if it has a template; always labelled
  Constraints constraints;   // what labellings it was trained for
  ScoringRows node_scoring;  // `node` once more, prepared for tagging

  /// Whether it was trained on graphs, which makes it a file of another version.
  bool graph() const { return !inference.empty(); }
  std::vector<std::string> types{""};  // of edges; chains have edges of the empty type
  std::string inference;               // how graphs are tagged, see graph/inference_text.h
  bool Symmetric(std::uint32_t type) const;
  /// The row of edge attribute a.
  std::size_t EdgeRow(std::uint32_t a) const { return types.size() + a; }

 private:
  struct Storage;  // what the views point into

  ModelData();

  std::unique_ptr<Storage> storage_;
};

/// The way from a public Model to its data and back.
struct ModelAccess {
  static const ModelData& Data(const Model& model) { return *model.data_; }
  static Model Make(std::shared_ptr<const ModelData> data) { return Model(std::move(data)); }
};

}  // namespace sagitta::internal
