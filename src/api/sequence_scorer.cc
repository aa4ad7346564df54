// Scoring: node[t] = sum over the items k of token t of value_k * (weight row of attribute k), and
// the same for edges, on top of the transitions.
#include "api/sequence_scorer.h"

#include <algorithm>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>

#include "chain/finite_score.h"
#include "data/item_lookup.h"
#include "model/scoring_rows.h"
#include "sagitta/error.h"

namespace sagitta::internal {

static_assert(ScoringRows::kLanes % kernels::kRowLanes == 0);

namespace {

/// Adds up the weight rows of a model's node attributes.
template <class Real>
class NodeRows {
 public:
  explicit NodeRows(const ModelData& model)
      : widened_(model.node_scoring.Widened<Real>()),
        weights_(model.node.Weights<Real>().data()),
        slots_(model.node.slot.data()),
        stride_(model.node_scoring.stride()) {}

  /// out[label] += value * weight over the rows of the items [first, last). `vectors` is scratch
  /// for as many rows.
  void Add(std::span<const Item> items, std::span<const RowReference> rows, std::size_t first,
           std::size_t last, kernels::WeightedRow<Real>* vectors, double* out) const {
    std::size_t count = 0;
    for (std::size_t k = first; k < last; ++k) {
      const RowReference row = rows[k];
      const double value = items[k].value;
      if (row.count == RowReference::kWidened) {
        vectors[count++] = {value, widened_ + row.first()};
      } else if (row.count == RowReference::kSingle) {
        out[row.slot()] += value * row.weight();
      } else if (row.count == RowReference::kInPlace) {
        vectors[count++] = {value, weights_ + row.first()};
      } else {
        AddSparse(row, value, out);
      }
    }
    if (count > 0) kernels::AddWeightedRows(vectors, count, stride_, out);
  }

 private:
  void AddSparse(RowReference row, double value, double* out) const {
    const std::uint16_t* slot = slots_ + row.first();
    const Real* weight = weights_ + row.first();
    for (std::size_t k = 0; k < row.count; ++k) out[slot[k]] += value * weight[k];
  }

  const Real* widened_;
  const Real* weights_;
  const std::uint16_t* slots_;
  std::size_t stride_;
};

/// matrix[from][to] += value * weight over the row of one edge attribute.
void AddEdgeRow(const ModelRows<std::uint32_t>& rows, std::uint32_t id, double value,
                double* matrix) {
  for (std::uint64_t k = rows.begin[id + 1]; k < rows.begin[id + 2]; ++k) {
    matrix[rows.slot[k]] += value * rows.Weight(k);
  }
}

}  // namespace

SequenceScorer::SequenceScorer(const ModelData& model, const Constraints& constraints)
    : model_(model),
      labels_(model.labels.size()),
      constraints_(constraints, labels_),
      finder_(model),
      buffer_(0, labels_, model.node_scoring.stride(), 0) {
  for (std::uint64_t k = model.edge.begin[0]; k < model.edge.begin[1]; ++k) {
    buffer_.factor.type[model.edge.slot[k]] = model.edge.Weight(k);
  }
  scores_ = buffer_.View(0, labels_, {});
}

const ChainScores& SequenceScorer::Score(const Sequence& sequence) {
  return ScoreInMemory(sequence, true);
}

const ChainScores& SequenceScorer::ScoreTokens(const Sequence& sequence) {
  return ScoreInMemory(sequence, false);
}

const ChainScores& SequenceScorer::ScoreInMemory(const Sequence& sequence, bool edges) try {
  scores_.length = 0;  // in case of an error
  edges_.clear();
  if (edges) FindEdges(sequence);
  buffer_.Grow(sequence.size(), labels_, edges_.size());
  if (model_.precision == Precision::kFloat) {
    ScoreNodes<float>(sequence, vectors32_);
  } else {
    ScoreNodes<double>(sequence, vectors64_);
  }
  ScoreEdges(sequence);
  if (sequence.size() > 0) {
    buffer_.Forbid(constraints_, sequence.size(), labels_, edges_.size());
  }
  scores_ = buffer_.View(sequence.size(), labels_, edges_);
  return scores_;
} catch (const std::bad_alloc&) {
  throw Error(ErrorKind::kSystem, "not enough memory for the scores of a sequence of " +
                                      std::to_string(sequence.size()) + " tokens");
} catch (const std::length_error&) {
  throw Error(ErrorKind::kSystem, "no memory could hold the scores of a sequence of " +
                                      std::to_string(sequence.size()) + " tokens");
}

template <class Real>
void SequenceScorer::ScoreNodes(const Sequence& sequence,
                                std::vector<kernels::WeightedRow<Real>>& vectors) {
  const std::size_t tokens = sequence.size();
  const std::size_t stride = buffer_.factor.stride;
  const std::span<const Item> items = sequence.node_items();
  const std::span<const RowReference> references = finder_.Find(items);
  const std::span<const std::uint32_t> begin = sequence.node_begin();
  std::fill_n(buffer_.factor.node.data(), tokens * stride, 0.0);
  const NodeRows<Real> rows(model_);
  for (std::size_t t = 0; t < tokens; ++t) {
    const std::uint32_t first = begin[t], last = begin[t + 1];
    if (vectors.size() < last - first) vectors.resize(last - first);
    double* row = buffer_.factor.node.data() + t * stride;
    rows.Add(items, references, first, last, vectors.data(), row);
    std::transform(row, row + labels_, row, FiniteScore);
  }
}

void SequenceScorer::Force(std::size_t t, std::uint32_t label) {
  double* row = buffer_.factor.node.data() + t * buffer_.factor.stride;
  for (std::size_t k = 0; k < labels_; ++k) {
    if (k != label) row[k] = kNever;
  }
}

void SequenceScorer::FindEdges(const Sequence& sequence) {
  const std::span<const Item> items = sequence.edge_items();
  if (items.empty()) return;
  const std::span<const std::uint32_t> begin = sequence.edge_begin();
  ids_.resize(items.size());
  FindItems(model_.edge_names, items, ids_.data());
  for (std::uint32_t t = 1; t < sequence.size(); ++t) {
    const bool known = std::any_of(ids_.begin() + begin[t], ids_.begin() + begin[t + 1],
                                   [](std::uint32_t id) { return id != kNoId; });
    if (known) edges_.push_back({t - 1, t, 0});
  }
}

void SequenceScorer::ScoreEdges(const Sequence& sequence) {
  const std::span<const Item> items = sequence.edge_items();
  const std::span<const std::uint32_t> begin = sequence.edge_begin();
  const std::size_t pairs = labels_ * labels_;
  double* matrix = buffer_.factor.edge.data();
  for (const Edge& edge : edges_) {
    std::copy_n(buffer_.factor.type.data(), pairs, matrix);
    for (std::size_t k = begin[edge.to]; k < begin[edge.to + 1]; ++k) {
      if (ids_[k] != kNoId) AddEdgeRow(model_.edge, ids_[k], items[k].value, matrix);
    }
    std::transform(matrix, matrix + pairs, matrix, FiniteScore);
    matrix += pairs;
  }
}

}  // namespace sagitta::internal
