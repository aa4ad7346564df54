// Scoring: node[t] = sum over the items k of token t of value_k * (weight row of attribute k), and
// the same for edges, on top of the transitions.
#include "api/sequence_scorer.h"

#include <algorithm>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>

#include "data/item_lookup.h"
#include "model/scoring_rows.h"
#include "sagitta/error.h"

namespace sagitta::internal {

static_assert(ScoringRows::kLanes % kernels::kRowLanes == 0);

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// Values of attributes may be anything; scores that overflowed, or are no number at all, must not
// look like something forbidden.
double Finite(double score) {
  constexpr double kMost = 1e290;
  return score > -kMost ? std::min(score, kMost) : -kMost;
}

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

SequenceScorer::SequenceScorer(const ModelData& model, Constraints constraints)
    : model_(model),
      constraints_(std::move(constraints)),
      finder_(model),
      transition_(std::size_t{model.labels.size()} * model.labels.size()) {
  for (std::uint64_t k = model.edge.begin[0]; k < model.edge.begin[1]; ++k) {
    transition_[model.edge.slot[k]] = model.edge.Weight(k);
  }
  for (std::size_t k = 0; k < constraints_.pair.size(); ++k) {
    if (constraints_.pair[k] == 0) transition_[k] = kNever;
  }
  scores_.labels = model.labels.size();
  scores_.stride = model.node_scoring.stride();
  scores_.transition = transition_.data();
}

const ChainScores& SequenceScorer::Score(const Sequence& sequence) try {
  scores_.length = 0;  // in case of an error
  if (model_.precision == Precision::kFloat) {
    ScoreNodes<float>(sequence, vectors32_);
  } else {
    ScoreNodes<double>(sequence, vectors64_);
  }
  ScoreEdges(sequence);
  if (!constraints_.empty() && sequence.size() > 0) ForbidEnds(sequence.size());
  scores_.length = sequence.size();
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
  const std::span<const Item> items = sequence.node_items();
  const std::span<const RowReference> references = finder_.Find(items);
  const std::span<const std::uint32_t> begin = sequence.node_begin();
  node_.assign(tokens * scores_.stride, 0.0);
  const NodeRows<Real> rows(model_);
  for (std::size_t t = 0; t < tokens; ++t) {
    const std::uint32_t first = begin[t], last = begin[t + 1];
    if (vectors.size() < last - first) vectors.resize(last - first);
    double* row = node_.data() + t * scores_.stride;
    rows.Add(items, references, first, last, vectors.data(), row);
    std::transform(row, row + scores_.labels, row, Finite);
  }
  scores_.node = node_.data();
}

void SequenceScorer::ForbidEnds(std::size_t tokens) {
  double* last = node_.data() + (tokens - 1) * scores_.stride;
  for (std::size_t k = 0; k < scores_.labels; ++k) {
    if (constraints_.first[k] == 0) node_[k] = kNever;
    if (constraints_.last[k] == 0) last[k] = kNever;
  }
}

void SequenceScorer::Force(std::size_t t, std::uint32_t label) {
  double* row = node_.data() + t * scores_.stride;
  for (std::size_t k = 0; k < scores_.labels; ++k) {
    if (k != label) row[k] = kNever;
  }
}

void SequenceScorer::ScoreEdges(const Sequence& sequence) {
  scores_.edge = nullptr;
  const std::span<const Item> items = sequence.edge_items();
  const std::span<const std::uint32_t> begin = sequence.edge_begin();
  if (items.empty()) return;
  ids_.resize(items.size());
  FindItems(model_.edge_names, items, ids_.data());

  const auto any_known = [&](std::size_t t) {
    return std::any_of(ids_.begin() + begin[t], ids_.begin() + begin[t + 1],
                       [](std::uint32_t id) { return id != kNoId; });
  };
  const std::size_t tokens = sequence.size();
  const std::size_t square = transition_.size();
  std::size_t matrices = 0;
  for (std::size_t t = 1; t < tokens; ++t) matrices += any_known(t);
  if (edge_matrices_.size() < matrices * square) {
    edge_matrices_ = AlignedBuffer<double>();  // first free, then take more
    edge_matrices_ = AlignedBuffer<double>(matrices * square);
  }

  edge_.assign(tokens, nullptr);
  double* matrix = edge_matrices_.data();
  for (std::size_t t = 1; t < tokens; ++t) {
    if (!any_known(t)) continue;
    std::copy_n(transition_.data(), square, matrix);
    for (std::size_t k = begin[t]; k < begin[t + 1]; ++k) {
      if (ids_[k] != kNoId) AddEdgeRow(model_.edge, ids_[k], items[k].value, matrix);
    }
    for (std::size_t k = 0; k < square; ++k) {
      matrix[k] = transition_[k] == kNever ? kNever : Finite(matrix[k]);
    }
    edge_[t] = matrix;
    matrix += square;
  }
  scores_.edge = edge_.data();
}

}  // namespace sagitta::internal
