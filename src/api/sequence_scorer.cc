// Scoring: node[t] = sum over the items k of token t of value_k * (weight row of attribute k), and the
// same for edges, on top of the transitions.
#include "api/sequence_scorer.h"

#include <algorithm>
#include <new>
#include <span>
#include <stdexcept>

#include "data/item_lookup.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

template <class Real, class Slot>
std::span<const Real> WeightsOf(const ModelRows<Slot>& rows) {
  if constexpr (std::is_same_v<Real, float>) {
    return rows.weight32;
  } else {
    return rows.weight64;
  }
}

/// The weight rows of a sequence's node items, or of its edge items.
template <class Real, class Slot>
class ItemRows {
 public:
  /// Attribute 0 has the row `first_row`; ids[k] is the attribute of items[k], or kNoId.
  ItemRows(const ModelRows<Slot>& rows, std::size_t first_row, std::size_t width,
           std::span<const Item> items, std::span<const std::uint32_t> ids)
      : begin_(rows.begin.data() + first_row),
        slot_(rows.slot.data()),
        weight_(WeightsOf<Real>(rows).data()),
        width_(width),
        items_(items),
        ids_(ids) {}

  /// Adds the rows of the items [first, last) to out: [width].
  void Add(std::size_t first, std::size_t last, double* out) const {
    for (std::size_t k = first; k < last; ++k) {
      PrefetchBeyond(k);
      if (ids_[k] != kNoId) AddRow(ids_[k], items_[k].value, out);
    }
  }

 private:
  /// Rows lie anywhere in the model; asking early for where they begin, then for what they hold, lets the
  /// memory accesses of neighbouring items overlap.
  void PrefetchBeyond(std::size_t k) const {
    constexpr std::size_t kContents = 6, kBegin = 12;
    if (k + kBegin >= ids_.size()) return;
    if (const std::uint32_t id = ids_[k + kBegin]; id != kNoId) __builtin_prefetch(begin_ + id);
    if (const std::uint32_t id = ids_[k + kContents]; id != kNoId) {
      __builtin_prefetch(slot_ + begin_[id]);
      __builtin_prefetch(weight_ + begin_[id]);
    }
  }

  void AddRow(std::uint32_t id, double value, double* out) const {
    const std::uint64_t first = begin_[id];
    const std::size_t count = begin_[id + 1] - first;
    const Real* weight = weight_ + first;
    if (count == width_) {  // all slots in place: a loop that the compiler vectorises
      for (std::size_t k = 0; k < count; ++k) out[k] += value * weight[k];
      return;
    }
    const Slot* slot = slot_ + first;
    for (std::size_t k = 0; k < count; ++k) out[slot[k]] += value * weight[k];
  }

  const std::uint64_t* begin_;
  const Slot* slot_;
  const Real* weight_;
  std::size_t width_;
  std::span<const Item> items_;
  std::span<const std::uint32_t> ids_;
};

void CheckRows(const std::vector<std::uint32_t>& begin, std::size_t tokens, std::size_t items) {
  if (begin.size() != tokens + 1 || begin.back() > items ||
      !std::is_sorted(begin.begin(), begin.end())) {
    throw Error(ErrorKind::kUsage, "a sequence's item ranges do not fit its tokens and items");
  }
}

void Check(const Sequence& sequence) {
  CheckRows(sequence.node_begin, sequence.size(), sequence.node_items.size());
  if (!sequence.edge_begin.empty()) {
    CheckRows(sequence.edge_begin, sequence.size(), sequence.edge_items.size());
  }
}

}  // namespace

SequenceScorer::SequenceScorer(const ModelData& model) : model_(model) {
  const std::size_t labels = model.labels.size();
  transition_.assign(labels * labels, 0.0);
  for (std::uint64_t k = model.edge.begin[0]; k < model.edge.begin[1]; ++k) {
    transition_[model.edge.slot[k]] = model.edge.Weight(k);
  }
  scores_.labels = labels;
  scores_.stride = labels;
  scores_.transition = transition_.data();
}

const ChainScores& SequenceScorer::Score(const Sequence& sequence) try {
  scores_.length = 0;  // in case of an error
  Check(sequence);
  if (model_.precision == Precision::kFloat) {
    ScoreNodes<float>(sequence);
    ScoreEdges<float>(sequence);
  } else {
    ScoreNodes<double>(sequence);
    ScoreEdges<double>(sequence);
  }
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
void SequenceScorer::ScoreNodes(const Sequence& sequence) {
  const std::size_t labels = scores_.labels;
  const std::size_t tokens = sequence.size();
  ids_.resize(sequence.node_items.size());
  FindItems(model_.node_names, sequence.node_items, ids_.data());
  node_.assign(tokens * labels, 0.0);
  const ItemRows<Real, std::uint16_t> rows(model_.node, 0, labels, sequence.node_items, ids_);
  for (std::size_t t = 0; t < tokens; ++t) {
    rows.Add(sequence.node_begin[t], sequence.node_begin[t + 1], node_.data() + t * labels);
  }
  scores_.node = node_.data();
}

template <class Real>
void SequenceScorer::ScoreEdges(const Sequence& sequence) {
  scores_.edge = nullptr;
  if (sequence.edge_items.empty() || sequence.edge_begin.empty()) return;
  ids_.resize(sequence.edge_items.size());
  FindItems(model_.edge_names, sequence.edge_items, ids_.data());

  const auto any_known = [&](std::size_t t) {
    return std::any_of(ids_.begin() + sequence.edge_begin[t],
                       ids_.begin() + sequence.edge_begin[t + 1],
                       [](std::uint32_t id) { return id != kNoId; });
  };
  const std::size_t tokens = sequence.size();
  const std::size_t square = transition_.size();
  std::size_t matrices = 0;
  for (std::size_t t = 1; t < tokens; ++t) matrices += any_known(t);
  if (edge_matrices_.size() < matrices * square) edge_matrices_.resize(matrices * square);

  edge_.assign(tokens, nullptr);
  const ItemRows<Real, std::uint32_t> rows(model_.edge, 1, square, sequence.edge_items, ids_);
  double* matrix = edge_matrices_.data();
  for (std::size_t t = 1; t < tokens; ++t) {
    if (!any_known(t)) continue;
    std::copy(transition_.begin(), transition_.end(), matrix);
    rows.Add(sequence.edge_begin[t], sequence.edge_begin[t + 1], matrix);
    edge_[t] = matrix;
    matrix += square;
  }
  scores_.edge = edge_.data();
}

}  // namespace sagitta::internal
