#include "train/dev_scorer.h"

#include <algorithm>
#include <limits>
#include <string>

#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

}  // namespace

DevScorer::DevScorer(const internal::CorpusData& dev, const Layout& layout)
    : dev_(dev), layout_(layout) {
  std::size_t longest = 1;
  for (ExampleId i = 0; i < dev.dataset.examples(); ++i) {
    longest = std::max<std::size_t>(longest, dev.dataset.length(i));
  }
  const std::size_t width = layout.labels;
  node_ = AlignedBuffer<double>(longest * width);
  transition_ = AlignedBuffer<double>(width * width);
  if (dev.dataset.HasEdgeAttributes()) {
    edge_ = AlignedBuffer<double>(longest * width * width);
    edge_at_.resize(longest);
  }
  labels_.resize(longest);
}

// out[slot] += value * weight over the items of one token or edge.
void DevScorer::AddRows(const SparseRows& items, std::uint64_t at, const RowTable& rows,
                        std::size_t first_row, std::span<const double> weights, double* out) const {
  for (std::uint64_t k = items.begin[at]; k < items.begin[at + 1]; ++k) {
    const std::size_t row = items.attribute[k] + first_row;
    const std::span<const std::uint32_t> slots = rows.Slots(row);
    const double* w = weights.data() + rows.begin[row];
    const double x = items.Value(k);
    for (std::size_t j = 0; j < slots.size(); ++j) out[slots[j]] += x * w[j];
  }
}

void DevScorer::Scores(std::span<const double> weights, std::size_t example) {
  const Dataset& data = dev_.dataset;
  const std::size_t width = layout_.labels;
  const std::uint64_t first = data.token_begin[example];
  const std::size_t length = data.token_begin[example + 1] - first;
  const std::span<const double> edge_weights = weights.subspan(layout_.edge_offset());
  std::fill_n(node_.data(), length * width, 0.0);
  for (std::size_t t = 0; t < length; ++t) {
    AddRows(data.node, first + t, layout_.node, 0, weights, node_.data() + t * width);
  }
  const Constraints& allowed = layout_.constraints;
  for (std::size_t k = 0; k < allowed.first.size(); ++k) {
    if (allowed.first[k] == 0) node_[k] = kNever;
    if (allowed.last[k] == 0) node_[(length - 1) * width + k] = kNever;
  }
  for (std::size_t t = 1; t < length && data.HasEdgeAttributes(); ++t) {
    double* edge = edge_.data() + t * width * width;
    std::copy_n(transition_.data(), width * width, edge);
    AddRows(data.edge, first + t, layout_.edge, 1, edge_weights, edge);
    edge_at_[t] = edge;
  }
}

Evaluation DevScorer::Score(std::span<const double> weights) {
  const std::size_t width = layout_.labels;
  const std::span<const double> edge_weights = weights.subspan(layout_.edge_offset());
  std::fill_n(transition_.data(), width * width, 0.0);
  const auto slots = layout_.edge.Slots(0);
  for (std::size_t k = 0; k < slots.size(); ++k) transition_[slots[k]] = edge_weights[k];
  const Constraints& allowed = layout_.constraints;
  for (std::size_t k = 0; k < allowed.pair.size(); ++k) {
    if (allowed.pair[k] == 0) transition_[k] = kNever;
  }

  const Dataset& data = dev_.dataset;
  const DictionaryView names = dev_.names->labels.View();
  Evaluator evaluator;
  auto unknown = dev_.unknown.begin();
  std::vector<std::string_view> actual, predicted;
  for (std::size_t i = 0; i < data.examples(); ++i) {
    Scores(weights, i);
    const std::uint64_t first = data.token_begin[i];
    const std::size_t length = data.token_begin[i + 1] - first;
    const double score = inference_.Viterbi({length, width, width, node_.data(), transition_.data(),
                                             edge_at_.empty() ? nullptr : edge_at_.data()},
                                            labels_.data());
    if (score == kNever) {
      throw Error(ErrorKind::kData, dev_.Place(static_cast<ExampleId>(i)),
                  "the constraints allow no labelling at all of " + std::to_string(length) +
                      " tokens, as this sequence of the dev data has");
    }
    actual.clear();
    predicted.clear();
    for (std::size_t t = 0; t < length; ++t) {
      const LabelId y = data.label[first + t];
      actual.push_back(y == kUnknownLabel ? std::string_view((unknown++)->name) : names.Name(y));
      predicted.push_back(names.Name(labels_[t]));
    }
    evaluator.Add(actual, predicted);
  }
  return evaluator.result();
}

}  // namespace sagitta
