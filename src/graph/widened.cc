// Inference of floats in double.
#include "graph/widened.h"

#include <algorithm>
#include <cstddef>

#include "graph/grow.h"

namespace sagitta {
namespace {

template <class Pointer>
std::size_t CountOwn(const Pointer* edge, std::size_t edges) {
  return edge == nullptr ? 0
                         : static_cast<std::size_t>(std::count_if(
                               edge, edge + edges, [](Pointer at) { return at != nullptr; }));
}

void NarrowTo(const double* from, std::size_t count, float* to) {
  std::transform(from, from + count, to, [](double x) { return static_cast<float>(x); });
}

}  // namespace

void WideScores::Reserve(const GraphShape& shape) {
  Grow(node_, shape.nodes * std::size_t{shape.labels});
  Grow(type_, shape.edge_types * shape.pairs());
}

GraphScoresOf<double> WideScores::Widen(const GraphShape& shape,
                                        const GraphScoresOf<float>& scores) {
  Reserve(shape);
  for (std::size_t v = 0; v < shape.nodes; ++v) {
    std::copy_n(scores.node + v * scores.stride, shape.labels, node_.data() + v * shape.labels);
  }
  std::copy_n(scores.type, shape.edge_types * shape.pairs(), type_.data());
  const std::size_t edges = shape.edges.size();
  const std::size_t own = CountOwn(scores.edge, edges);
  if (own == 0) return {shape.labels, node_.data(), type_.data(), nullptr};
  Grow(edge_, own * shape.pairs());
  edge_at_.assign(edges, nullptr);
  double* next = edge_.data();
  for (std::size_t e = 0; e < edges; ++e) {
    if (scores.edge[e] == nullptr) continue;
    std::copy_n(scores.edge[e], shape.pairs(), next);
    edge_at_[e] = next;
    next += shape.pairs();
  }
  return {shape.labels, node_.data(), type_.data(), edge_at_.data()};
}

void WideMarginals::Reserve(const GraphShape& shape) {
  Grow(node_, shape.nodes * std::size_t{shape.labels});
  Grow(type_, shape.edge_types * shape.pairs());
}

GraphMarginalsOf<double> WideMarginals::For(const GraphShape& shape,
                                            const GraphMarginalsOf<float>& wanted) {
  Reserve(shape);
  GraphMarginalsOf<double> room{node_.data(), nullptr, nullptr};
  if (wanted.type_sums != nullptr) room.type_sums = type_.data();
  const std::size_t edges = shape.edges.size();
  const std::size_t own = CountOwn(wanted.edge, edges);
  if (own == 0) return room;
  Grow(edge_, own * shape.pairs());
  edge_at_.assign(edges, nullptr);
  double* next = edge_.data();
  for (std::size_t e = 0; e < edges; ++e) {
    if (wanted.edge[e] == nullptr) continue;
    edge_at_[e] = next;
    next += shape.pairs();
  }
  room.edge = edge_at_.data();
  return room;
}

void WideMarginals::Narrow(const GraphShape& shape, const GraphMarginalsOf<float>& to) const {
  NarrowTo(node_.data(), shape.nodes * std::size_t{shape.labels}, to.node);
  if (to.type_sums != nullptr) {
    NarrowTo(type_.data(), shape.edge_types * shape.pairs(), to.type_sums);
  }
  for (std::size_t e = 0; to.edge != nullptr && e < shape.edges.size(); ++e) {
    if (to.edge[e] != nullptr) NarrowTo(edge_at_[e], shape.pairs(), to.edge[e]);
  }
}

void WidenedEngine::Reserve(const GraphPlan& plan) {
  inner_->Reserve(plan);
  scores_.Reserve(plan.shape());
  marginals_.Reserve(plan.shape());
}

GraphValue WidenedEngine::Value(const GraphPlan& plan, const GraphScoresOf<float>& scores,
                                const LabelId* observed) {
  return inner_->Value(plan, scores_.Widen(plan.shape(), scores), observed);
}

GraphValue WidenedEngine::Infer(const GraphPlan& plan, const GraphScoresOf<float>& scores,
                                const LabelId* observed, const GraphMarginalsOf<float>& marginals) {
  const GraphShape& shape = plan.shape();
  const GraphValue value =
      inner_->Infer(plan, scores_.Widen(shape, scores), observed, marginals_.For(shape, marginals));
  marginals_.Narrow(shape, marginals);
  return value;
}

GraphValue WidenedEngine::InferTangent(const GraphPlan& plan, const GraphScoresOf<float>& scores,
                                       const GraphScoresOf<float>& along,
                                       const GraphMarginalsOf<float>& marginals,
                                       const GraphMarginalsOf<float>& tangent) {
  const GraphShape& shape = plan.shape();
  const GraphValue value =
      inner_->InferTangent(plan, scores_.Widen(shape, scores), along_.Widen(shape, along),
                           marginals_.For(shape, marginals), tangent_.For(shape, tangent));
  marginals_.Narrow(shape, marginals);
  tangent_.Narrow(shape, tangent);
  return value;
}

}  // namespace sagitta
