// ModelData: the contents of a model, owned in memory or mapped from a file, in the file's own form.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "dict/dictionary.h"
#include "model/layout.h"
#include "sagitta/model.h"

namespace sagitta::internal {

/// Rows of a model: only weights that are not zero. Row r is [begin[r], begin[r+1]) of slot and weight.
struct ModelRows {
  std::span<const std::uint64_t> begin;
  std::span<const std::uint32_t> slot;
  std::span<const float> weight32;   // exactly one of the two is used,
  std::span<const double> weight64;  // by the precision the model was trained in

  std::size_t rows() const { return begin.size() - 1; }
};

class ModelData {
 public:
  /// Drops zero weights, and attributes left without any; ids keep their order.
  /// `weights` is the flat vector of `layout`. `precision` says how they are stored.
  static std::shared_ptr<const ModelData> Build(const Dictionaries& names, const Layout& layout,
                                                std::span<const double> weights, Precision precision,
                                                const ReadOptions& options,
                                                std::map<std::string, std::string> settings,
                                                const Certificate& certificate);
  static std::shared_ptr<const ModelData> Load(const std::string& path);
  void Save(const std::string& path) const;
  ~ModelData();

  DictionaryView labels;
  DictionaryView node_names;
  DictionaryView edge_names;
  ModelRows node;                 // row a: node attribute a; slot = label
  ModelRows edge;                 // row 0: transitions; row 1 + a: edge attribute a; slot = from * K + to
  std::map<std::string, std::string> settings;
  Certificate certificate;
  ReadOptions options;

 private:
  ModelData();
  struct Storage;                      // the bytes that the views point into
  std::unique_ptr<Storage> storage_;
};

}  // namespace sagitta::internal
