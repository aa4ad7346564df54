// CorpusBuilder: sequences of strings in, a Dataset of ids out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/corpus_data.h"
#include "data/corpus_graphs.h"
#include "data/edge_names.h"

namespace sagitta::internal {

/// Appends sequence after sequence. Either it makes new dictionaries, ids in order of first
/// appearance, or it uses given ones: then unknown attributes are dropped and unknown labels become
/// kUnknownLabel. Not thread safe.
class CorpusBuilder {
 public:
  /// `known` is null to make new dictionaries.
  explicit CorpusBuilder(std::shared_ptr<const Dictionaries> known = nullptr);
  /// Continues with a copy of the data and of its dictionaries.
  explicit CorpusBuilder(const CorpusData& start);

  /// `file` is named in errors. REQUIRES: at least one token.
  /// Throws Error(kData) when there are too many labels or sequences, and for mistakes in graphs.
  void Add(const Sequence& sequence, const std::string& file);

  std::uint64_t sequences() const { return dataset_.examples(); }

  /// What was added since the last call, or the beginning, came from one file.
  void EndFile();

  /// The result; the builder is then spent. After an error in Add the result still has the place
  /// of the sequence that led to it, and its labels up to there, but no such example.
  std::shared_ptr<CorpusData> Finish(ReadOptions options);
  /// The same for a corpus that is complete: labels in sets must occur, see FinishGraphs.
  std::shared_ptr<CorpusData> FinishWhole(ReadOptions options);

 private:
  void AddLabels(const Sequence& sequence, const std::string& file);
  void AddRows(std::span<const Item> items, std::span<const std::uint32_t> begin,
               Dictionary Dictionaries::*kind, SparseRows& rows);
  void AddEdges(const Sequence& sequence);
  void AddWeight(double weight);
  // Graphs; see corpus_builder_graph.cc.
  void AddGraph(const Sequence& sequence, const std::string& file);
  void AddGraphEdges(const Sequence& sequence);
  void AddLabelSets(const Sequence& sequence, const std::string& file);
  LabelId SetLabelId(const Sequence& sequence, std::size_t k, const std::string& file);
  void CheckSetLabels(const Sequence& sequence, const std::string& file) const;
  void AddEdge(const GraphEdge& edge, std::span<const Item> items, const std::uint32_t* ids);

  std::shared_ptr<Dictionaries> growing_;  // null when they are given
  std::shared_ptr<const Dictionaries> names_;
  Dataset dataset_;
  std::vector<UnknownLabel> unknown_;
  std::vector<std::uint64_t> file_sequences_;
  std::vector<std::string> file_names_;
  DataColumn<ExamplePlace> places_;
  std::uint64_t file_begin_ = 0;    // the first sequence of the file at hand
  std::vector<std::uint32_t> ids_;  // scratch
  EdgeNames edge_names_;            // scratch
  LabelSetPool sets_;
  std::vector<SetLabelPlace> set_places_;
  std::vector<std::uint8_t> placed_;  // [labels]: 1 for those in set_places_
};

/// Values are stored from the first one on that is not 1.
void AddItem(std::uint32_t attribute, double value, SparseRows& rows);

/// Throws the Error(kData) of a sequence with one label too many.
[[noreturn]] void FailTooManyLabels(const Location& sequence, std::string_view label);

}  // namespace sagitta::internal
