// The engine `pseudo`: pseudo-likelihood (Besag 1975). Each node is predicted from the observed
// labels of its neighbours:
//
//   loss = sum_v (log sum_k exp x_v[k] - x_v[y_v]),
//   x_v[k] = node[v][k] + sum_{e=(v,u)} edge_e[k][y_u] + sum_{e=(u,v)} edge_e[y_u][k]
//
// A node with one possible label has no loss. With p_v = softmax x_v the gradient in score space is
//
//   nodes   p_v - 1[y_v]
//   edges   p_u[k] at (k, y_v), p_v[k] at (y_u, k), and -2 at (y_u, y_v),     e = (u, v)
//
// As other engines do, this one gives loss + score(y) and gradient + observed, so that loss and
// table follow in the same way. These "marginals" of edges are not distributions.
#pragma once

#include "base/aligned_buffer.h"
#include "graph/engine.h"

namespace sagitta {

class PseudoPlan final : public GraphPlan {
 public:
  using GraphPlan::GraphPlan;
  std::size_t memory() const override { return sizeof(*this); }
};

template <class Real>
class PseudoEngine final : public GraphEngine<Real> {
 public:
  void Reserve(const GraphPlan& plan) override;
  GraphValue Value(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                   const LabelId* observed) override;
  GraphValue Infer(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                   const LabelId* observed, const GraphMarginalsOf<Real>& marginals) override;
  GraphValue InferTangent(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                          const GraphScoresOf<Real>& along, const GraphMarginalsOf<Real>& marginals,
                          const GraphMarginalsOf<Real>& tangent) override;

 private:
  /// Fills local_ with x_v, then with exponentials; returns the value.
  double Predict(const GraphShape& shape, const GraphScoresOf<Real>& scores,
                 const LabelId* observed);
  void AddEdges(const GraphShape& shape, const LabelId* observed,
                const GraphMarginalsOf<Real>& marginals) const;

  AlignedBuffer<Real> local_;  // [V][stride]
  AlignedBuffer<Real> exp_;    // [V][stride]: p_v
  std::size_t stride_ = 0;
};

}  // namespace sagitta
