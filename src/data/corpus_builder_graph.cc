// CorpusBuilder's part in graphs: edges with their types, sets of labels, given labels.
#include <algorithm>
#include <utility>

#include "data/corpus_builder.h"
#include "data/item_lookup.h"
#include "sagitta/error.h"

namespace sagitta::internal {

void CorpusBuilder::AddGraph(const Sequence& sequence, const std::string& file) {
  AddGraphEdges(sequence);
  dataset_.graphs.edge_begin.push_back(dataset_.graphs.edge.size());
  AddLabelSets(sequence, file);
  DataColumn<std::uint8_t>& given = dataset_.graphs.given;
  if (given.empty() && sequence.given().empty()) return;
  given.resize(dataset_.label.size(), 0);
  for (const std::uint32_t node : sequence.given()) given[dataset_.tokens() + node] = 1;
}

// A chain among graphs has edges of the empty type.
void CorpusBuilder::AddGraphEdges(const Sequence& sequence) {
  const bool graph = sequence.is_graph();
  const std::span<const Item> items = graph ? edge_names_.Of(sequence) : sequence.edge_items();
  const std::span<const std::uint32_t> begin = sequence.edge_begin();
  ids_.resize(items.size());
  FindItems(names_->edge.View(), items, ids_.data());
  const std::size_t edges = graph ? sequence.edges().size() : sequence.size() - 1;
  for (std::size_t e = 0; e < edges; ++e) {
    const auto from = static_cast<std::uint32_t>(e);
    const GraphEdge edge = graph ? sequence.edges()[e] : GraphEdge{from, from + 1, {}};
    const std::size_t row = graph ? e : e + 1;
    const std::size_t first = items.empty() ? 0 : begin[row];
    const std::size_t count = items.empty() ? 0 : begin[row + 1] - first;
    AddEdge(edge, items.subspan(first, count), ids_.data() + first);
  }
}

// Edges of unknown types have no weights, and do not change anything.
void CorpusBuilder::AddEdge(const GraphEdge& edge, std::span<const Item> items,
                            const std::uint32_t* ids) {
  const std::uint32_t type =
      growing_ ? growing_->types.Intern(edge.type) : names_->types.Find(edge.type);
  if (type == kNoId) return;
  SparseRows& rows = dataset_.edge;
  const bool has_rows =
      rows.rows() > 0 || (!items.empty() && (growing_ || names_->edge.size() > 0));
  if (has_rows) rows.begin.resize(dataset_.graphs.edge.size() + 1, rows.begin.back());
  dataset_.graphs.edge.push_back({edge.from, edge.to, type});
  if (!has_rows) return;
  for (std::size_t k = 0; k < items.size(); ++k) {
    std::uint32_t id = ids[k];
    if (id == kNoId && growing_) id = growing_->edge.Intern(items[k].name);
    if (id != kNoId) AddItem(id, items[k].value, rows);
  }
  rows.begin.push_back(rows.attribute.size());
}

// ---- Sets of labels ----

void CorpusBuilder::CheckSetLabels(const Sequence& sequence, const std::string& file) const {
  if (growing_) return;
  for (std::size_t k = 0; k < sequence.set_labels().size(); ++k) {
    const std::string_view label = sequence.set_labels()[k];
    if (names_->labels.Find(label) != kNoId) continue;
    const SourcePlace place = sequence.set_label_place(k);
    throw Error(ErrorKind::kData,
                {file, place.line > 0 ? place.line : sequence.first_line(), place.column},
                "found the label '" + std::string(label) +
                    "' in a set of labels, expected one of the training data");
  }
}

// The first place of each label is kept, for a message when no node has it.
LabelId CorpusBuilder::SetLabelId(const Sequence& sequence, std::size_t k,
                                  const std::string& file) {
  const std::string_view label = sequence.set_labels()[k];
  const std::uint32_t id = growing_ ? growing_->labels.Intern(label) : names_->labels.Find(label);
  if (id >= kMaxLabels) FailTooManyLabels({file, sequence.first_line()}, label);
  if (placed_.size() <= id) placed_.resize(id + 1, 0);
  if (growing_ && placed_[id] == 0) {
    placed_[id] = 1;
    SourcePlace place = sequence.set_label_place(k);
    if (place.line == 0) place.line = sequence.first_line();
    set_places_.push_back({static_cast<LabelId>(id), file, place});
  }
  return static_cast<LabelId>(id);
}

void CorpusBuilder::AddLabelSets(const Sequence& sequence, const std::string& file) {
  DataColumn<std::uint32_t>& label_set = dataset_.graphs.label_set;
  if (label_set.empty() && sequence.label_sets().empty()) return;
  label_set.resize(dataset_.label.size(), 0);
  for (const LabelSet& set : sequence.label_sets()) {
    std::vector<LabelId> labels;
    for (std::size_t k = set.first; k < set.last; ++k) {
      labels.push_back(SetLabelId(sequence, k, file));
    }
    label_set[dataset_.tokens() + set.node] = sets_.Intern(std::move(labels), dataset_.graphs);
  }
}

}  // namespace sagitta::internal
