// The score of one labelling of a graph.
#include "graph/graph_scores.h"

#include <algorithm>
#include <cmath>

namespace sagitta {

template <class Real>
double GraphScore(const GraphShape& shape, const GraphScoresOf<Real>& scores,
                  std::span<const LabelId> labels) {
  double sum = 0;
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    const std::span<const LabelId> set = shape.LabelSet(v);
    if (shape.HasLabelSets() && !std::binary_search(set.begin(), set.end(), labels[v])) {
      return -INFINITY;
    }
    sum += static_cast<double>(scores.node[v * scores.stride + labels[v]]);
  }
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    const Edge& edge = shape.edges[e];
    const std::size_t pair = std::size_t{labels[edge.from]} * shape.labels + labels[edge.to];
    sum += static_cast<double>(scores.Table(shape, e)[pair]);
  }
  return sum;
}

template double GraphScore(const GraphShape&, const GraphScoresOf<float>&,
                           std::span<const LabelId>);
template double GraphScore(const GraphShape&, const GraphScoresOf<double>&,
                           std::span<const LabelId>);

}  // namespace sagitta
