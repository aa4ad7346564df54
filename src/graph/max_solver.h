// Max-product on graphs with an exact engine: best scores of what is decided later, given labels
// that are decided before. Labels of free nodes are places in their label sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/elimination.h"
#include "graph/engine.h"
#include "graph/reduced_scores.h"

namespace sagitta {

/// Owns scratch; one per thread.
class MaxSolver {
 public:
  virtual ~MaxSolver() = default;

  /// The best score; -infinity: no labelling is allowed. What is given must outlive the rest.
  virtual double Solve(const GraphPlan& plan, const GraphScoresOf<double>& scores) = 0;
  /// The graph without its fixed nodes.
  virtual const ReducedGraph& graph() const = 0;
  /// The nodes in the order in which they are to be decided.
  std::size_t nodes() const { return graph().nodes(); }
  virtual std::uint32_t NodeAt(std::size_t at) const = 0;
  /// values[k], k < LabelCount of the node: the best score, up to a constant, of everything that
  /// its label still has to do with, when it gets its k-th label and place[] are those of the nodes
  /// before it.
  virtual void Completions(std::size_t at, const std::uint32_t* place, double* values) = 0;
};

/// Forests: O(E K^2) time, O(V K) memory.
std::unique_ptr<MaxSolver> MakeTreeMaxSolver();
/// By elimination.
std::unique_ptr<MaxSolver> MakeJunctionMaxSolver();

}  // namespace sagitta
