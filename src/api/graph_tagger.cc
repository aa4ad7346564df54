// GraphTagger: scores, label sets, and the calls of the engine.
#include "api/graph_tagger.h"

#include <algorithm>
#include <limits>
#include <string>

#include "chain/finite_score.h"
#include "data/item_lookup.h"
#include "graph/uai.h"
#include "sagitta/error.h"
#include "train/graph_training.h"

namespace sagitta::internal {
namespace {

/// matrix[from][to] += value * weight over a row; also [to][from] if the type is symmetric.
void AddRow(const ModelRows<std::uint32_t>& rows, std::size_t row, double value, bool symmetric,
            std::size_t labels, double* matrix) {
  for (std::uint64_t k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
    const std::size_t slot = rows.slot[k], from = slot / labels, to = slot % labels;
    matrix[slot] += value * rows.Weight(k);
    if (symmetric && from != to) matrix[to * labels + from] += value * rows.Weight(k);
  }
}

[[noreturn]] void Fail(const Sequence& sequence, SourcePlace place, const std::string& message) {
  const std::uint64_t line = place.line > 0 ? place.line : sequence.first_line();
  throw Error(ErrorKind::kData, {{}, line, place.column}, message);
}

std::string NodeText(std::uint32_t node) { return "node " + std::to_string(node + 1); }

}  // namespace

GraphTagger::GraphTagger(const ModelData& model)
    : model_(model),
      labels_(model.labels.size()),
      tokens_(model, {}),
      types_(model.types.size() * labels_ * labels_) {
  if (model.graph() && !EngineChoice::FromText(model.inference, trained_)) {
    throw Error(ErrorKind::kData, "the model was trained with inference '" + model.inference +
                                      "', which this version does not have");
  }
  for (std::uint32_t type = 0; type < model.types.size(); ++type) {
    AddRow(model.edge, type, 1, model.Symmetric(type), labels_,
           types_.data() + type * labels_ * labels_);
  }
}

void GraphTagger::Score(const Sequence& sequence, std::span<const std::uint32_t> forced) {
  CheckGraph(sequence, {});
  nodes_ = sequence.size();
  plan_.reset();
  AddEdges(sequence);
  AddOwnScores(sequence);
  AddLabelSets(sequence, forced);
  const ChainScores& tokens = tokens_.ScoreTokens(sequence);
  scores_ = {tokens.stride, tokens.node, types_.data(), edge_at_.data()};
  if (nodes_ > 0) Plan();
}

// Edges of a type that the model does not know stay, so that their marginals can be asked for;
// their scores are 0.
void GraphTagger::AddEdges(const Sequence& sequence) {
  edges_.clear();
  own_at_.clear();
  const auto add = [this](std::uint32_t from, std::uint32_t to, std::string_view type) {
    const auto found = std::find(model_.types.begin(), model_.types.end(), type);
    const bool known = found != model_.types.end();
    const auto id = static_cast<std::uint32_t>(known ? found - model_.types.begin() : 0);
    edges_.push_back({from, to, id});
    own_at_.push_back(known ? 0 : 1);  // changed into a place below
  };
  if (sequence.is_graph()) {
    for (const GraphEdge& edge : sequence.edges()) add(edge.from, edge.to, edge.type);
  } else {
    for (std::uint32_t t = 1; t < sequence.size(); ++t) add(t - 1, t, {});
  }
}

void GraphTagger::AddOwnScores(const Sequence& sequence) {
  const bool graph = sequence.is_graph();
  const std::span<const Item> items = graph ? names_.Of(sequence) : sequence.edge_items();
  const std::span<const std::uint32_t> begin = sequence.edge_begin();
  ids_.resize(items.size());
  FindItems(model_.edge_names, items, ids_.data());
  const auto row = [graph](std::size_t e) { return graph ? e : e + 1; };
  std::size_t own = 0;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    bool has = own_at_[e] != 0;
    for (std::size_t k = items.empty() ? 0 : begin[row(e)]; !items.empty() && k < begin[row(e) + 1];
         ++k) {
      has = has || ids_[k] != kNoId;
    }
    own_at_[e] = has ? ++own : 0;
  }
  const std::size_t pairs = labels_ * labels_;
  if (own_.size() < own * pairs) own_ = AlignedBuffer<double>(own * pairs);
  edge_at_.assign(edges_.size(), nullptr);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (own_at_[e] == 0) continue;
    double* const matrix = own_.data() + (own_at_[e] - 1) * pairs;
    edge_at_[e] = matrix;
    const std::string_view type = graph ? sequence.edges()[e].type : std::string_view();
    const bool known = model_.types[edges_[e].type] == type;
    if (known) {
      std::copy_n(types_.data() + edges_[e].type * pairs, pairs, matrix);
    } else {
      std::fill_n(matrix, pairs, 0.0);
    }
    if (items.empty() || !known) continue;
    for (std::size_t k = begin[row(e)]; k < begin[row(e) + 1]; ++k) {
      if (ids_[k] == kNoId) continue;
      AddRow(model_.edge, model_.EdgeRow(ids_[k]), items[k].value, model_.Symmetric(edges_[e].type),
             labels_, matrix);
    }
    std::transform(matrix, matrix + pairs, matrix, FiniteScore);
  }
}

// ---- Label sets ----

void GraphTagger::Restrict(const Sequence& sequence, std::uint32_t node,
                           std::vector<LabelId> labels) {
  if (allowed_.empty()) allowed_.resize(nodes_);
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  std::vector<LabelId>& own = allowed_[node];
  if (own.empty()) {
    own = std::move(labels);
    return;
  }
  std::erase_if(
      own, [&](LabelId label) { return !std::binary_search(labels.begin(), labels.end(), label); });
  if (!own.empty()) return;
  Fail(sequence, {},
       "no labelling of this sequence is allowed: no label is left for " + NodeText(node) +
           ", after its set of labels and the given labels");
}

void GraphTagger::AddLabelSets(const Sequence& sequence, std::span<const std::uint32_t> forced) {
  allowed_.clear();
  label_begin_.clear();
  label_.clear();
  for (const LabelSet& set : sequence.label_sets()) {
    std::vector<LabelId> labels;
    for (std::size_t k = set.first; k < set.last; ++k) {
      const std::string_view name = sequence.set_labels()[k];
      const std::uint32_t id = model_.labels.Find(name);
      if (id == kNoId) {
        Fail(sequence, sequence.set_label_place(k),
             "found the label '" + std::string(name) +
                 "' in a set of labels, expected one of the model");
      }
      labels.push_back(static_cast<LabelId>(id));
    }
    Restrict(sequence, set.node, std::move(labels));
  }
  for (const std::uint32_t node : sequence.given()) {
    const std::uint32_t id = model_.labels.Find(sequence.labels()[node]);
    if (id == kNoId) {
      Fail(sequence, {},
           "the given label '" + std::string(sequence.labels()[node]) + "' of " + NodeText(node) +
               " is not a label of the model");
    }
    Restrict(sequence, node, {static_cast<LabelId>(id)});
  }
  for (std::uint32_t node = 0; node < forced.size(); ++node) {
    if (forced[node] != kNoId) Restrict(sequence, node, {static_cast<LabelId>(forced[node])});
  }
  if (allowed_.empty()) return;
  label_begin_.push_back(0);
  for (const std::vector<LabelId>& own : allowed_) {
    label_.insert(label_.end(), own.begin(), own.end());
    for (std::size_t k = 0; own.empty() && k < labels_; ++k) {
      label_.push_back(static_cast<LabelId>(k));
    }
    label_begin_.push_back(static_cast<std::uint32_t>(label_.size()));
  }
}

// ---- Inference ----

void GraphTagger::Plan() {
  const GraphShape shape{static_cast<std::uint32_t>(nodes_),
                         static_cast<std::uint32_t>(labels_),
                         static_cast<std::uint32_t>(model_.types.size()),
                         edges_,
                         label_begin_,
                         label_};
  EngineChooser chooser(trained_.settings);
  chooser.Add(shape);
  engine_ = TaggingEngine(trained_, chooser);
  plan_ = MakePlan(engine_.inference, shape, engine_.settings);
}

GraphEngine<double>& GraphTagger::Engine() {
  auto& engine = engines_[static_cast<std::size_t>(engine_.inference)];
  if (!engine) engine = MakeEngine<double>(engine_.inference, engine_.settings);
  engine->Reserve(*plan_);
  return *engine;
}

GraphDecoder& GraphTagger::Decoder() {
  auto& decoder = decoders_[static_cast<std::size_t>(engine_.inference)];
  if (!decoder) decoder = MakeDecoder(engine_.inference, engine_.settings);
  return *decoder;
}

double GraphTagger::edge_score(std::size_t e, std::uint32_t from, std::uint32_t to) const {
  return scores_.Table(plan_->shape(), e)[from * labels_ + to];
}

double GraphTagger::Decode(std::vector<std::uint32_t>& labels) {
  labels.resize(nodes_);
  if (nodes_ == 0) return 0;
  best_.resize(nodes_);
  const double score = Decoder().Decode(*plan_, scores_, best_.data());
  std::copy(best_.begin(), best_.end(), labels.begin());
  return score;
}

double GraphTagger::ScoreOf(std::span<const std::uint32_t> labels) const {
  std::vector<LabelId> ids(labels.begin(), labels.end());
  return nodes_ == 0 ? 0 : GraphScore(plan_->shape(), scores_, std::span<const LabelId>(ids));
}

double GraphTagger::LogPartition() {
  return nodes_ == 0 ? 0 : Engine().Value(*plan_, scores_, nullptr).value;
}

double GraphTagger::Marginals(double* node, double* edge) {
  if (nodes_ == 0) return 0;
  GraphMarginalsOf<double> marginals{node, nullptr, nullptr};
  if (edge != nullptr) {
    pair_at_.resize(edges_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e) pair_at_[e] = edge + e * labels_ * labels_;
    marginals.edge = pair_at_.data();
  }
  return Engine().Infer(*plan_, scores_, nullptr, marginals).value;
}

double GraphTagger::AppendUai(std::string& text) const {
  return sagitta::AppendUai(plan_->shape(), scores_, text);
}

std::span<const ScoredLabels> GraphTagger::Best(std::size_t n) {
  return Decoder().Best(*plan_, scores_, n);
}

}  // namespace sagitta::internal
