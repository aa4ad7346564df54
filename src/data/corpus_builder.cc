// CorpusBuilder: the names of a whole sequence are looked up together, then only those that are new
// are interned one by one. In a large corpus nearly all are known already.
#include "data/corpus_builder.h"

#include <limits>
#include <utility>

#include "data/item_lookup.h"
#include "sagitta/error.h"

namespace sagitta::internal {

void AddItem(std::uint32_t attribute, double value, SparseRows& rows) {
  if (value != 1.0 || !rows.value.empty()) {
    rows.value.resize(rows.attribute.size(), 1.0f);
    rows.value.push_back(static_cast<float>(value));
  }
  rows.attribute.push_back(attribute);
}

CorpusBuilder::CorpusBuilder(std::shared_ptr<const Dictionaries> known)
    : growing_(known ? nullptr : std::make_shared<Dictionaries>()),
      names_(known ? std::move(known) : growing_) {
  if (!ChainsHaveTheOnlyType(*names_)) ChainsToGraphs(dataset_, kNoId);
}

CorpusBuilder::CorpusBuilder(const CorpusData& start)
    : growing_(std::make_shared<Dictionaries>(*start.names)),
      names_(growing_),
      dataset_(start.dataset),
      unknown_(start.unknown),
      file_sequences_(start.file_sequences),
      file_names_(start.file_names),
      places_(start.places),
      file_begin_(start.dataset.examples()) {
  sets_.InternAll(start.dataset.graphs, {}, dataset_.graphs);
  if (!ChainsHaveTheOnlyType(*names_)) ChainsToGraphs(dataset_, names_->types.Find(""));
}

void CorpusBuilder::Add(const Sequence& sequence, const std::string& file) {
  if (dataset_.examples() == std::numeric_limits<ExampleId>::max()) {
    throw Error(ErrorKind::kData, {file, sequence.first_line()},
                "more than 4,294,967,295 sequences");
  }
  if (!sequence.is_plain_chain()) {
    CheckGraph(sequence, file);
    CheckSetLabels(sequence, file);
    ChainsToGraphs(dataset_, 0);
  }
  if (file_names_.empty() || file_names_.back() != file) file_names_.push_back(file);
  places_.push_back({file_names_.size() - 1, sequence.first_line()});
  AddLabels(sequence, file);
  AddRows(sequence.node_items(), sequence.node_begin(), &Dictionaries::node, dataset_.node);
  if (dataset_.HasGraphs()) {
    AddGraph(sequence, file);
  } else {
    AddEdges(sequence);
  }
  AddWeight(sequence.weight());
  dataset_.token_begin.push_back(dataset_.label.size());
}

void CorpusBuilder::EndFile() {
  file_sequences_.push_back(sequences() - file_begin_);
  file_begin_ = sequences();
}

void CorpusBuilder::AddLabels(const Sequence& sequence, const std::string& file) {
  for (const std::string_view label : sequence.labels()) {
    const std::uint32_t id = growing_ ? growing_->labels.Intern(label) : names_->labels.Find(label);
    if (id != kNoId && id >= kMaxLabels) {
      FailTooManyLabels({file, sequence.first_line()}, label);
    }
    if (id == kNoId) unknown_.push_back({dataset_.label.size(), std::string(label)});
    dataset_.label.push_back(id == kNoId ? kUnknownLabel : static_cast<LabelId>(id));
  }
}

void CorpusBuilder::AddRows(std::span<const Item> items, std::span<const std::uint32_t> begin,
                            Dictionary Dictionaries::*kind, SparseRows& rows) {
  ids_.resize(items.size());
  FindItems((*names_.*kind).View(), items, ids_.data());
  for (std::size_t t = 0; t + 1 < begin.size(); ++t) {
    for (std::size_t k = begin[t]; k < begin[t + 1]; ++k) {
      std::uint32_t id = ids_[k];
      if (id == kNoId && growing_) id = (*growing_.*kind).Intern(items[k].name);
      if (id != kNoId) AddItem(id, items[k].value, rows);
    }
    rows.begin.push_back(rows.attribute.size());
  }
}

void CorpusBuilder::AddEdges(const Sequence& sequence) {
  SparseRows& edge = dataset_.edge;
  if (growing_ && growing_->types.size() == 0 && sequence.size() > 1) growing_->types.Intern("");
  if (!growing_ && names_->edge.size() == 0) return;
  if (edge.rows() == 0 && sequence.edge_items().empty()) return;
  // Tokens from before the first edge item have an empty row each.
  edge.begin.resize(dataset_.tokens() + 1, 0);
  if (sequence.edge_begin().empty()) {
    edge.begin.resize(dataset_.label.size() + 1, edge.begin.back());
  } else {
    AddRows(sequence.edge_items(), sequence.edge_begin(), &Dictionaries::edge, edge);
  }
}

void CorpusBuilder::AddWeight(double weight) {
  if (dataset_.weight.empty()) {
    if (weight == 1.0) return;
    dataset_.weight.assign(dataset_.examples(), 1.0);
  }
  dataset_.weight.push_back(weight);
}

std::shared_ptr<CorpusData> CorpusBuilder::Finish(ReadOptions options) {
  auto data = std::make_shared<CorpusData>();
  dataset_.labels = names_->labels.size();
  dataset_.node_attributes = names_->node.size();
  dataset_.edge_attributes = names_->edge.size();
  data->dataset = std::move(dataset_);
  data->unknown = std::move(unknown_);
  data->names = std::move(names_);
  data->file_sequences = std::move(file_sequences_);
  data->file_names = std::move(file_names_);
  data->places = std::move(places_);
  data->options = std::move(options);
  data->set_places = std::move(set_places_);
  NumberTypes(*data);
  return data;
}

std::shared_ptr<CorpusData> CorpusBuilder::FinishWhole(ReadOptions options) {
  std::shared_ptr<CorpusData> data = Finish(std::move(options));
  FinishGraphs(*data);
  return data;
}

void FailTooManyLabels(const Location& sequence, std::string_view label) {
  throw Error(ErrorKind::kData, sequence,
              "the sequence that starts here brings the number of labels above " +
                  std::to_string(kMaxLabels) + " (with '" + std::string(label) +
                  "'): is the label the first field of attribute text, or the last of columns, "
                  "which need a preset or a template?");
}

}  // namespace sagitta::internal
