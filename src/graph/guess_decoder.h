// GuessDecoder: good labels with an engine that is not exact.
//
// Two guesses, the most probable label of every node and the label with the best score of its own,
// are improved by iterated conditional modes (Besag 1986): each node in turn takes the best label
// given those of its neighbours, until none changes. The better result counts.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/engine.h"

namespace sagitta {

class GuessDecoder final : public GraphDecoder {
 public:
  explicit GuessDecoder(std::unique_ptr<GraphEngine<double>> engine) : engine_(std::move(engine)) {}

  double Decode(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                LabelId* labels) override;
  std::span<const ScoredLabels> Best(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                                     std::size_t n) override;

 private:
  void ListEdges(const GraphShape& shape);
  /// The label of v with the largest of `values`.
  static LabelId BestLabel(const GraphShape& shape, std::uint32_t v, const double* values);
  /// Takes the best label at every node until none changes; returns the score.
  double Improve(const GraphShape& shape, const GraphScoresOf<double>& scores, LabelId* labels);

  std::unique_ptr<GraphEngine<double>> engine_;
  std::vector<double> marginals_, values_;
  std::vector<LabelId> guess_;
  std::vector<std::uint32_t> begin_, edge_;  // edges by node
};

}  // namespace sagitta
