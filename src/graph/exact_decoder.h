// ExactDecoder: the best labelling and the n best ones, with an exact engine.
//
// Nodes are decided in an order in which a MaxSolver knows, for every label of the next node, the
// best that can follow. So the best labelling takes the best label everywhere, and every other
// labelling deviates from it: it has the same labels up to some node, another label there, and so
// on. A deviation costs what the label is worse by, and what follows is best again. Its own
// deviations come at later nodes (those at the same node are deviations of the labelling it came
// from). Hence, as in Nilsson (1998): take the best of all deviations found so far, n times.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/engine.h"
#include "graph/max_solver.h"

namespace sagitta {

class ExactDecoder final : public GraphDecoder {
 public:
  explicit ExactDecoder(std::unique_ptr<MaxSolver> solver) : solver_(std::move(solver)) {}

  double Decode(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                LabelId* labels) override;
  std::span<const ScoredLabels> Best(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                                     std::size_t n) override;

 private:
  /// A labelling not yet written down.
  struct Deviation {
    double score = 0;
    std::uint64_t number = 0;  // in the order in which they were found
    std::uint32_t from = 0;    // the labelling that it deviates from
    std::uint32_t at = 0;      // the first node that is decided in another way
    std::uint32_t place = 0;   // its label
  };
  static bool IsWorse(const Deviation& x, const Deviation& y) {
    return x.score != y.score ? x.score < y.score : x.number > y.number;
  }
  /// Decides the nodes from `at` on in the best way, and remembers all other ways to.
  void Complete(std::uint32_t labelling, std::size_t at, double score);
  std::size_t AddLabelling(const Deviation& deviation);
  void WriteLabels(const std::uint32_t* places, LabelId* labels) const;

  std::unique_ptr<MaxSolver> solver_;
  std::vector<double> values_;
  std::vector<std::uint32_t> places_;  // [labellings][nodes]
  std::vector<Deviation> heap_;
  std::uint64_t found_ = 0;
  std::vector<LabelId> labels_;
  std::vector<ScoredLabels> best_;
};

}  // namespace sagitta
