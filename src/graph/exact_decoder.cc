// Exact decoding.
#include "graph/exact_decoder.h"

#include <algorithm>
#include <cmath>

namespace sagitta {

void ExactDecoder::WriteLabels(const std::uint32_t* places, LabelId* labels) const {
  const ReducedGraph& graph = solver_->graph();
  for (const auto& fixed : graph.fixed_nodes()) labels[fixed.node] = fixed.label;
  for (std::uint32_t f = 0; f < graph.nodes(); ++f) {
    labels[graph.NodeAt(f)] = graph.LabelAt(f, places[f]);
  }
}

void ExactDecoder::Complete(std::uint32_t labelling, std::size_t at, double score) {
  const std::size_t nodes = solver_->nodes();
  std::uint32_t* places = places_.data() + labelling * nodes;
  for (; at < nodes; ++at) {
    const std::uint32_t v = solver_->NodeAt(at);
    const std::size_t count = solver_->graph().LabelCount(v);
    solver_->Completions(at, places, values_.data());
    const auto best = static_cast<std::uint32_t>(
        std::max_element(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count)) -
        values_.begin());
    for (std::uint32_t k = 0; k < count; ++k) {
      if (k == best || values_[k] == -INFINITY) continue;
      heap_.push_back({score + (values_[k] - values_[best]), found_++, labelling,
                       static_cast<std::uint32_t>(at), k});
      std::push_heap(heap_.begin(), heap_.end(), IsWorse);
    }
    places[v] = best;
  }
}

std::size_t ExactDecoder::AddLabelling(const Deviation& deviation) {
  const std::size_t nodes = solver_->nodes();
  const std::size_t number = nodes > 0 ? places_.size() / nodes : 0;
  places_.resize(places_.size() + nodes);
  if (nodes == 0) return number;
  const std::uint32_t* from = places_.data() + deviation.from * nodes;
  std::copy_n(from, nodes, places_.data() + number * nodes);
  return number;
}

double ExactDecoder::Decode(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                            LabelId* labels) {
  const auto best = Best(plan, scores, 1);
  if (best.empty()) return -INFINITY;
  std::copy(best[0].labels.begin(), best[0].labels.end(), labels);
  return best[0].score;
}

std::span<const ScoredLabels> ExactDecoder::Best(const GraphPlan& plan,
                                                 const GraphScoresOf<double>& scores,
                                                 std::size_t n) {
  const GraphShape& shape = plan.shape();
  best_.clear();
  places_.clear();
  heap_.clear();
  found_ = 0;
  values_.resize(shape.labels);
  const double top = solver_->Solve(plan, scores);
  if (top == -INFINITY || n == 0) return {};
  const std::size_t nodes = solver_->nodes();
  places_.resize(nodes);
  Complete(0, 0, top);
  std::size_t count = 1;
  while (count < n && !heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), IsWorse);
    const Deviation next = heap_.back();
    heap_.pop_back();
    const auto number = static_cast<std::uint32_t>(AddLabelling(next));
    places_[number * nodes + solver_->NodeAt(next.at)] = next.place;
    Complete(number, next.at + 1, next.score);
    ++count;
  }
  labels_.resize(count * shape.nodes);
  for (std::size_t k = 0; k < count; ++k) {
    LabelId* labels = labels_.data() + k * shape.nodes;
    WriteLabels(places_.data() + k * nodes, labels);
    const std::span<const LabelId> view(labels, shape.nodes);
    best_.push_back({GraphScore(shape, scores, view), view});
  }
  std::stable_sort(best_.begin(), best_.end(),
                   [](const auto& x, const auto& y) { return x.score > y.score; });
  return best_;
}

}  // namespace sagitta
