// CorpusMerger: names are merged one piece after the other, ids are copied by several threads.
#include "data/corpus_merger.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "data/corpus_builder.h"
#include "data/corpus_graphs.h"
#include "data/item_lookup.h"

namespace sagitta::internal {
namespace {

/// A column that is not stored has no place.
template <class T>
T* At(DataColumn<T>& values, std::uint64_t k) {
  return values.empty() ? nullptr : values.data() + k;
}

/// The location of the sequence that holds the label with this id first, or would hold it if the
/// label had not been one too many for the piece itself.
Location FirstWith(const CorpusData& piece, std::uint32_t label) {
  const Dataset& dataset = piece.dataset;
  const auto found = std::find(dataset.label.begin(), dataset.label.end(), label);
  const auto token = static_cast<std::uint64_t>(found - dataset.label.begin());
  const auto next = std::upper_bound(dataset.token_begin.begin(), dataset.token_begin.end(), token);
  return piece.Place(static_cast<ExampleId>(next - dataset.token_begin.begin() - 1));
}

void CopyRows(const SparseRows& from, const std::vector<std::uint32_t>& ids, std::uint64_t token,
              std::uint64_t item, SparseRows& to) {
  std::transform(from.begin.begin() + 1, from.begin.end(), At(to.begin, token + 1),
                 [item](std::uint64_t begin) { return begin + item; });
  std::transform(from.attribute.begin(), from.attribute.end(), At(to.attribute, item),
                 [&ids](std::uint32_t id) { return ids.empty() ? id : ids[id]; });
  std::copy(from.value.begin(), from.value.end(), At(to.value, item));
}

}  // namespace

CorpusMerger::CorpusMerger(std::shared_ptr<const Dictionaries> known)
    : growing_(known ? nullptr : std::make_shared<Dictionaries>()),
      names_(known ? std::move(known) : growing_) {}

void CorpusMerger::Add(std::shared_ptr<CorpusData> data) {
  Piece piece;
  piece.data = std::move(data);
  const std::uint64_t room = std::numeric_limits<ExampleId>::max() - sequences_;
  if (piece.data->dataset.examples() > room) {
    throw Error(ErrorKind::kData, piece.data->Place(static_cast<ExampleId>(room)),
                "more than 4,294,967,295 sequences");
  }
  if (growing_) {
    MergeLabels(piece);
    MergeNames(&Dictionaries::node, piece, piece.node);
    MergeNames(&Dictionaries::edge, piece, piece.edge);
    MergeNames(&Dictionaries::types, piece, piece.types);
  }
  piece.data->names.reset();
  for (const std::string& file : piece.data->file_names) {
    if (file_names_.empty() || file_names_.back() != file) file_names_.push_back(file);
    piece.files.push_back(file_names_.size() - 1);
  }
  Place(piece);
  pieces_.push_back(std::move(piece));
}

void CorpusMerger::MergeLabels(Piece& piece) {
  const Dictionary& labels = piece.data->names->labels;
  for (std::uint32_t id = 0; id < labels.size(); ++id) {
    piece.labels.push_back(growing_->labels.Intern(labels.Name(id)));
    if (piece.labels.back() >= kMaxLabels) {
      FailTooManyLabels(FirstWith(*piece.data, id), labels.Name(id));
    }
  }
}

void CorpusMerger::MergeNames(Dictionary Dictionaries::*kind, const Piece& piece,
                              std::vector<std::uint32_t>& ids) {
  const Dictionary& local = *piece.data->names.*kind;
  Dictionary& global = *growing_.*kind;
  std::vector<Item> items(local.size());
  for (std::uint32_t id = 0; id < local.size(); ++id) items[id].name = local.Name(id);
  ids.resize(items.size());
  FindItems(global.View(), items, ids.data());
  for (std::uint32_t id = 0; id < local.size(); ++id) {
    if (ids[id] == kNoId) ids[id] = global.Intern(items[id].name);
  }
}

void CorpusMerger::Place(Piece& piece) {
  const Dataset& dataset = piece.data->dataset;
  piece.example = sequences_;
  piece.token = tokens_;
  piece.node_item = node_items_;
  piece.edge_item = edge_items_;
  sequences_ += dataset.examples();
  tokens_ += dataset.tokens();
  node_items_ += dataset.node.attribute.size();
  edge_items_ += dataset.edge.attribute.size();
}

void CorpusMerger::EndFile() {
  file_sequences_.push_back(sequences_ - file_begin_);
  file_begin_ = sequences_;
}

std::shared_ptr<const CorpusData> CorpusMerger::Finish(ReadOptions options, ThreadTeam& team) {
  auto whole = std::make_shared<CorpusData>();
  whole->dataset.labels = names_->labels.size();
  whole->dataset.node_attributes = names_->node.size();
  whole->dataset.edge_attributes = names_->edge.size();
  MergeGraphs(*whole);
  Allocate(*whole);
  team.Run(pieces_.size(), [&](std::size_t k, std::size_t) {
    Copy(pieces_[k], *whole);
    if (pieces_[k].data->unknown.empty()) pieces_[k].data.reset();
  });
  for (const Piece& piece : pieces_) {
    if (!piece.data) continue;
    for (UnknownLabel& unknown : piece.data->unknown) {
      whole->unknown.push_back({unknown.token + piece.token, std::move(unknown.name)});
    }
  }
  whole->names = std::move(names_);
  whole->file_sequences = std::move(file_sequences_);
  whole->file_names = std::move(file_names_);
  whole->options = std::move(options);
  FinishGraphs(*whole);
  return whole;
}

void CorpusMerger::MergeGraphs(CorpusData& whole) {
  const auto has = [](const Piece& piece) { return piece.data->dataset.HasGraphs(); };
  const bool chains = ChainsHaveTheOnlyType(*names_);
  if (chains && std::none_of(pieces_.begin(), pieces_.end(), has)) return;
  LabelSetPool sets;
  std::vector<std::uint8_t> placed(names_->labels.size(), 0);
  GraphParts& graphs = whole.dataset.graphs;
  graphs.edge_begin.resize(sequences_ + 1);
  std::uint64_t edges = 0;
  bool any_sets = false, any_given = false;
  for (Piece& piece : pieces_) {
    // The pieces' own names are gone; the type of a piece of chains has number 0 there.
    Dataset& data = piece.data->dataset;
    ChainsToGraphs(data, 0);
    piece.edge_row = edges;
    edges += data.graphs.edge.size();
    piece.sets = sets.InternAll(data.graphs, piece.labels, graphs);
    any_sets = any_sets || !data.graphs.label_set.empty();
    any_given = any_given || !data.graphs.given.empty();
    for (SetLabelPlace& at : piece.data->set_places) {
      if (!piece.labels.empty()) at.label = static_cast<LabelId>(piece.labels[at.label]);
      if (placed[at.label]++ == 0) whole.set_places.push_back(std::move(at));
    }
  }
  graphs.edge.resize(edges);
  if (any_sets) graphs.label_set.resize(tokens_, 0);
  if (any_given) graphs.given.resize(tokens_, 0);
}

void CorpusMerger::CopyGraphs(const Piece& piece, Dataset& to) const {
  const GraphParts& from = piece.data->dataset.graphs;
  GraphParts& graphs = to.graphs;
  std::transform(from.edge_begin.begin() + 1, from.edge_begin.end(),
                 At(graphs.edge_begin, piece.example + 1),
                 [&piece](std::uint64_t begin) { return begin + piece.edge_row; });
  std::transform(from.edge.begin(), from.edge.end(), At(graphs.edge, piece.edge_row),
                 [&piece](Edge edge) {
                   if (!piece.types.empty()) edge.type = piece.types[edge.type];
                   return edge;
                 });
  std::transform(from.label_set.begin(), from.label_set.end(), At(graphs.label_set, piece.token),
                 [&piece](std::uint32_t set) { return piece.sets[set]; });
  std::copy(from.given.begin(), from.given.end(), At(graphs.given, piece.token));
}

// Values, edges and weights are stored for all or for none.
void CorpusMerger::Allocate(CorpusData& whole) const {
  const auto any = [this](auto has) {
    return std::any_of(pieces_.begin(), pieces_.end(),
                       [&](const Piece& piece) { return has(piece.data->dataset); });
  };
  Dataset& dataset = whole.dataset;
  dataset.token_begin.resize(sequences_ + 1);
  dataset.label.resize(tokens_);
  dataset.node.begin.resize(tokens_ + 1);
  dataset.node.attribute.resize(node_items_);
  if (any([](const Dataset& d) { return !d.node.value.empty(); })) {
    dataset.node.value.resize(node_items_, 1.0f);
  }
  if (any([](const Dataset& d) { return d.HasEdgeAttributes(); })) {
    dataset.edge.begin.resize((dataset.HasGraphs() ? dataset.graphs.edge.size() : tokens_) + 1);
    dataset.edge.attribute.resize(edge_items_);
  }
  if (any([](const Dataset& d) { return !d.edge.value.empty(); })) {
    dataset.edge.value.resize(edge_items_, 1.0f);
  }
  if (any([](const Dataset& d) { return !d.weight.empty(); })) {
    dataset.weight.resize(sequences_, 1.0);
  }
  whole.places.resize(sequences_);
}

void CorpusMerger::Copy(const Piece& piece, CorpusData& whole) const {
  const Dataset& from = piece.data->dataset;
  Dataset& to = whole.dataset;
  std::transform(from.token_begin.begin() + 1, from.token_begin.end(),
                 At(to.token_begin, piece.example + 1),
                 [&piece](std::uint64_t begin) { return begin + piece.token; });
  std::transform(from.label.begin(), from.label.end(), At(to.label, piece.token),
                 [&piece](LabelId id) {
                   if (piece.labels.empty() || id == kUnknownLabel) return id;
                   return static_cast<LabelId>(piece.labels[id]);
                 });
  if (to.HasGraphs()) CopyGraphs(piece, to);
  const std::uint64_t first_edge = to.HasGraphs() ? piece.edge_row : piece.token;
  CopyRows(from.node, piece.node, piece.token, piece.node_item, to.node);
  if (from.HasEdgeAttributes()) {
    CopyRows(from.edge, piece.edge, first_edge, piece.edge_item, to.edge);
  } else if (to.HasEdgeAttributes()) {
    std::fill_n(At(to.edge.begin, first_edge + 1), from.EdgeRows(), piece.edge_item);
  }
  std::copy(from.weight.begin(), from.weight.end(), At(to.weight, piece.example));
  std::transform(piece.data->places.begin(), piece.data->places.end(),
                 At(whole.places, piece.example), [&piece](ExamplePlace place) {
                   return ExamplePlace{piece.files[place.file], place.line};
                 });
}

}  // namespace sagitta::internal
