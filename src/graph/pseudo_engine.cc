// Pseudo-likelihood.
#include "graph/pseudo_engine.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/grow.h"
#include "kernels/chain.h"
#include "sagitta/error.h"

namespace sagitta {

template <class Real>
void PseudoEngine<Real>::Reserve(const GraphPlan& plan) {
  const GraphShape& shape = plan.shape();
  stride_ = kernels::PaddedLength<Real>(shape.labels);
  Grow(local_, shape.nodes * stride_);
  Grow(exp_, shape.nodes * stride_);
}

template <class Real>
double PseudoEngine<Real>::Predict(const GraphShape& shape, const GraphScoresOf<Real>& scores,
                                   const LabelId* observed) {
  const std::size_t labels = shape.labels;
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    const Real* from = scores.node + v * scores.stride;
    Real* to = local_.data() + v * stride_;
    if (!shape.HasLabelSets()) {
      std::copy_n(from, labels, to);
      continue;
    }
    std::fill_n(to, labels, -std::numeric_limits<Real>::infinity());
    for (const LabelId k : shape.LabelSet(v)) to[k] = from[k];
  }
  double edge_score = 0;
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    const auto [from, to, type] = shape.edges[e];
    const Real* table = scores.Table(shape, e);
    const Real* row = table + observed[from] * labels;
    const Real* column = table + observed[to];
    Real* at_to = local_.data() + to * stride_;
    Real* at_from = local_.data() + from * stride_;
    for (std::size_t k = 0; k < labels; ++k) at_to[k] += row[k];
    for (std::size_t k = 0; k < labels; ++k) at_from[k] += column[k * labels];
    edge_score += static_cast<double>(row[observed[to]]);
  }
  const kernels::Shift shift =
      kernels::ExpNodes(shape.nodes, labels, local_.data(), stride_, exp_.data(), stride_);
  if (shift.max == -std::numeric_limits<double>::infinity()) return shift.max;
  // The score of y has the score of an edge once, and the x of its two ends have it twice.
  double value = shift.max - edge_score;
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    Real* p = exp_.data() + v * stride_;
    Real sum = 0;
    for (std::size_t k = 0; k < labels; ++k) sum += p[k];
    value += std::log(static_cast<double>(sum));
    for (std::size_t k = 0; k < labels; ++k) p[k] /= sum;
  }
  return value;
}

template <class Real>
GraphValue PseudoEngine<Real>::Value(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                                     const LabelId* observed) {
  Reserve(plan);
  return {Predict(plan.shape(), scores, observed), 0};
}

template <class Real>
void PseudoEngine<Real>::AddEdges(const GraphShape& shape, const LabelId* observed,
                                  const GraphMarginalsOf<Real>& marginals) const {
  const std::size_t labels = shape.labels;
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    const auto add = [&, from = shape.edges[e].from, to = shape.edges[e].to](Real* pairs) {
      if (pairs == nullptr) return;
      const Real* p = exp_.data() + from * stride_;
      const Real* q = exp_.data() + to * stride_;
      Real* row = pairs + observed[from] * labels;
      Real* column = pairs + observed[to];
      for (std::size_t k = 0; k < labels; ++k) row[k] += q[k];
      for (std::size_t k = 0; k < labels; ++k) column[k * labels] += p[k];
      row[observed[to]] -= 1;
    };
    if (marginals.type_sums != nullptr)
      add(marginals.type_sums + shape.edges[e].type * shape.pairs());
    if (Real* own = marginals.Own(e); own != nullptr) {
      std::fill_n(own, shape.pairs(), Real{0});
      add(own);
    }
  }
}

template <class Real>
GraphValue PseudoEngine<Real>::Infer(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                                     const LabelId* observed,
                                     const GraphMarginalsOf<Real>& marginals) {
  const GraphShape& shape = plan.shape();
  Reserve(plan);
  const double value = Predict(shape, scores, observed);
  if (value == -std::numeric_limits<double>::infinity()) {
    std::fill_n(exp_.data(), shape.nodes * stride_, Real{0});
  }
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    std::copy_n(exp_.data() + v * stride_, shape.labels, marginals.node + v * shape.labels);
  }
  if (marginals.type_sums != nullptr) {
    std::fill_n(marginals.type_sums, shape.edge_types * shape.pairs(), Real{0});
  }
  AddEdges(shape, observed, marginals);
  return {value, 0};
}

template <class Real>
GraphValue PseudoEngine<Real>::InferTangent(const GraphPlan&, const GraphScoresOf<Real>&,
                                            const GraphScoresOf<Real>&,
                                            const GraphMarginalsOf<Real>&,
                                            const GraphMarginalsOf<Real>&) {
  throw Error(ErrorKind::kUsage, "the engine pseudo has no tangents");
}

template class PseudoEngine<float>;
template class PseudoEngine<double>;

}  // namespace sagitta
