// ModelBuilder: a model built row by row, in the order in which readers of other tools' files find
// the rows; and copies of models with other weights.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"

namespace sagitta::internal {

/// Add the labels first, then attributes with their weights, in any order. Memory is proportional
/// to what was added, plus K * K doubles for the transitions.
class ModelBuilder {
 public:
  /// False when there already is such a label; then the builder must not be used any more.
  bool AddLabel(std::string_view name);
  std::uint32_t labels() const { return names_.labels.size(); }

  /// Reserves memory for this many node attributes, whose names have this many bytes in total.
  void ReserveNodes(std::size_t names, std::size_t bytes) { names_.node.Reserve(names, bytes); }
  /// Prefetches the place where BeginNode will look for this name.
  void PrefetchNode(std::string_view name) const {
    names_.node.View().PrefetchSlot(HashString(name));
  }

  /// Begins the row of a node attribute (or edge attribute), to which the following Add calls add
  /// weights. False when there already is one of that name; then, too, the builder is unusable.
  bool BeginNode(std::string_view name);
  bool BeginEdge(std::string_view name);
  void AddNode(std::uint32_t label, double weight) { Add(node_, label, weight); }
  void AddEdge(std::uint32_t pair, double weight) { Add(edge_, pair, weight); }

  /// Adds to the weight of a transition; `pair` is from * K + to.
  void AddTransition(std::uint32_t pair, double weight);

  /// Throws Error(kData), without a location, when a row has two weights for one slot.
  /// The builder is empty afterwards.
  std::shared_ptr<const ModelData> Build(Precision precision, ModelExtras extras);

 private:
  /// Rows in the order in which they were begun.
  struct Rows {
    std::vector<std::uint64_t> begin;  // [rows]
    std::vector<std::uint32_t> slot;
    std::vector<double> weight;
  };

  static void Add(Rows& rows, std::uint32_t slot, double weight) {
    rows.slot.push_back(slot);
    rows.weight.push_back(weight);
  }
  static void SortRows(Rows& rows);
  static void AppendRows(const Rows& rows, RowTable& table, std::vector<double>& weights);

  Dictionaries names_;
  Rows node_;
  Rows edge_;
  std::vector<double> transitions_;  // [K][K]; empty: none
};

/// Extras of a model that was read from another tool's file: its training is unknown.
ModelExtras ImportedExtras(std::string_view tool, ReadOptions options);

/// The contract of Model::WithPrecision.
std::shared_ptr<const ModelData> ConvertPrecision(const ModelData& model, Precision precision);

/// The contract of Model::Scaled. REQUIRES: the factor is valid.
std::shared_ptr<const ModelData> ScaleWeights(const ModelData& model, double factor);

}  // namespace sagitta::internal
