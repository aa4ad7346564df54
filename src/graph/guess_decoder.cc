// Decoding without an exact engine.
#include "graph/guess_decoder.h"

#include <algorithm>
#include <cmath>

#include "sagitta/error.h"

namespace sagitta {

void GuessDecoder::ListEdges(const GraphShape& shape) {
  begin_.assign(shape.nodes + 2, 0);
  edge_.resize(2 * shape.edges.size());
  // Counts two places ahead, so that filling the lists moves every begin to its place.
  for (const Edge& edge : shape.edges) ++begin_[edge.from + 2], ++begin_[edge.to + 2];
  for (std::uint32_t v = 2; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
  for (std::uint32_t e = 0; e < shape.edges.size(); ++e) {
    edge_[begin_[shape.edges[e].from + 1]++] = e;
    edge_[begin_[shape.edges[e].to + 1]++] = e;
  }
}

LabelId GuessDecoder::BestLabel(const GraphShape& shape, std::uint32_t v, const double* values) {
  if (!shape.HasLabelSets()) {
    return static_cast<LabelId>(std::max_element(values, values + shape.labels) - values);
  }
  const auto set = shape.LabelSet(v);
  return *std::max_element(set.begin(), set.end(),
                           [values](LabelId x, LabelId y) { return values[x] < values[y]; });
}

double GuessDecoder::Improve(const GraphShape& shape, const GraphScoresOf<double>& scores,
                             LabelId* labels) {
  constexpr int kMostSweeps = 1000;
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMostSweeps; ++sweep) {
    changed = false;
    for (std::uint32_t v = 0; v < shape.nodes; ++v) {
      std::copy_n(scores.node + v * scores.stride, shape.labels, values_.data());
      for (std::uint32_t n = begin_[v]; n < begin_[v + 1]; ++n) {
        const Edge& edge = shape.edges[edge_[n]];
        const double* table = scores.Table(shape, edge_[n]);
        const bool is_from = edge.from == v;
        table += is_from ? labels[edge.to] : labels[edge.from] * std::size_t{shape.labels};
        const std::size_t step = is_from ? shape.labels : 1;
        for (std::size_t k = 0; k < shape.labels; ++k) values_[k] += table[k * step];
      }
      const LabelId best = BestLabel(shape, v, values_.data());
      if (!(values_[best] > values_[labels[v]])) continue;
      labels[v] = best;
      changed = true;
    }
  }
  return GraphScore(shape, scores, {labels, shape.nodes});
}

double GuessDecoder::Decode(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                            LabelId* labels) {
  const GraphShape& shape = plan.shape();
  ListEdges(shape);
  marginals_.resize(shape.nodes * std::size_t{shape.labels});
  values_.resize(shape.labels);
  guess_.resize(shape.nodes);
  engine_->Infer(plan, scores, nullptr, {marginals_.data(), nullptr, nullptr});
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    labels[v] = BestLabel(shape, v, marginals_.data() + v * std::size_t{shape.labels});
    guess_[v] = BestLabel(shape, v, scores.node + v * scores.stride);
  }
  const double by_marginals = Improve(shape, scores, labels);
  const double by_scores = Improve(shape, scores, guess_.data());
  if (!(by_scores > by_marginals)) return by_marginals;
  std::copy(guess_.begin(), guess_.end(), labels);
  return by_scores;
}

std::span<const ScoredLabels> GuessDecoder::Best(const GraphPlan&, const GraphScoresOf<double>&,
                                                 std::size_t) {
  throw Error(ErrorKind::kUsage, "N best labellings need an exact engine: tree or junction");
}

}  // namespace sagitta
