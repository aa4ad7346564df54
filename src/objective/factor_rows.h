// FactorRows: the map A_i between weights and the scores of example i, for a shard of examples.
//
// Each factor (a token, an edge) has a list of rows of the weight space with a value each, its
// attributes, see weight_map.h. Gather computes scores A_i^T w from weights, Scatter adds a table
// A_i table to weights. What the factors mean, a chain or another graph, is not known here.
//
// Frequent rows stay in the caches by themselves. The others are listed by example, so that those
// of the example that comes next can be fetched ahead.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/rows.h"
#include "objective/active_rows.h"
#include "objective/factor_scores.h"
#include "objective/gram.h"
#include "objective/lazy_weights.h"
#include "objective/occurrences.h"
#include "objective/plain_weights.h"
#include "objective/structure.h"
#include "objective/weight_map.h"

namespace sagitta {

/// Immutable; shared by threads.
template <class Real>
class FactorRows {
 public:
  /// What a worker needs for line searches of examples without a Gram matrix.
  struct Workspace {
    std::unique_ptr<PlainWeights<Real>> rows;  // zero between calls; made when first needed
  };

  /// The map must outlive the rows. The data need not be those that the map was made from, but must
  /// number attributes in the same way. `gram`: keep Gram matrices, which pay where line searches
  /// are made.
  FactorRows(const WeightMap& map, const Dataset& shard, bool gram);
  /// The same examples without the rows that are not active. No Gram matrices. The active rows must
  /// outlive this.
  FactorRows(const FactorRows& whole, const ActiveRows& active);

  const WeightSpace& space() const { return *space_; }
  const Structure& structure() const { return structure_; }
  std::size_t examples() const { return structure_.examples(); }

  /// scores = scale * A_i^T w. Half of the rare rows of `next`, the example expected to follow, are
  /// fetched ahead meanwhile; Scatter fetches the other half. kNoExample: nothing is fetched.
  void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
              FactorScores<Real>& scores) const;
  /// scores = A_i^T w.
  void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
              FactorScores<Real>& scores) const {
    Gather(i, w, w.now(), Ahead(next, true), scores);
  }
  /// The same for the w of another moment, and with any rows to fetch ahead.
  void Gather(ExampleId i, const LazyWeights<Real>& w, const LazyMoment& at,
              std::span<const std::uint32_t> ahead, FactorScores<Real>& scores) const;

  /// w += on_w * A_i table and d += on_d * A_i table in lazy weights.
  void Scatter(ExampleId i, const FactorTables<Real>& table, double on_w, double on_d,
               ExampleId next, LazyWeights<Real>& to) const;
  /// w += on_w * A_i table in plain weights.
  void Scatter(ExampleId i, const FactorTables<Real>& table, double on_w, ExampleId next,
               PlainWeights<Real>& to) const;

  /// scores = A_i^T A_i table. Returns ||A_i table||^2.
  double GradientScores(ExampleId i, const FactorTables<Real>& table, Workspace& workspace,
                        FactorScores<Real>& scores) const;

  /// Adds the rows that example i touches to `rows`, each once, ascending.
  void AppendSupport(ExampleId i, std::vector<RowId>& rows) const;

  /// An upper bound of max_{y,y'} ||F(y) - F(y')||^2 over labellings, where F(y) is the feature
  /// vector of example i under y. Walks over the example and allocates.
  double SquaredDiameter(ExampleId i) const;

  /// The rows on the tokens of an example that the caches do not hold by themselves, each once,
  /// ascending.
  std::span<const std::uint32_t> Seldom(ExampleId i) const {
    return {seldom_.data() + seldom_begin_[i], seldom_begin_[i + 1] - seldom_begin_[i]};
  }
  /// Those of them that Gather (first half) or Scatter (second half) fetches ahead.
  std::span<const std::uint32_t> Ahead(ExampleId next, bool first_half) const;

  /// The rows on the tokens of example i, and on its attributed edges.
  kernels::Occurrences<Real> Nodes(ExampleId i) const;
  kernels::Occurrences<Real> Edges(ExampleId i) const;
  /// The row of an edge type as an occurrence of its own, with value 1.
  kernels::Occurrences<Real> Type(std::uint32_t type) const;
  /// Adds the scores of their type to those of the attributed edges.
  void AddTypes(ExampleId i, FactorScores<Real>& scores) const;
  /// Whether a line search of example i needs no rows.
  bool HasGram(ExampleId i) const {
    return !gram_.present.empty() && gram_.present[i] && structure_.Attributed(i) == 0;
  }

 private:
  void BuildStructure(const WeightMap& map, const Dataset& shard);
  void FindSeldom();
  double ScoresByRows(ExampleId i, const FactorTables<Real>& table, Workspace& workspace,
                      FactorScores<Real>& scores) const;

  const WeightSpace* space_;
  Structure structure_;
  OccurrenceList<Real> node_;            // one list per token
  OccurrenceList<Real> edge_;            // one list per attributed edge
  std::vector<std::uint32_t> type_row_;  // [edge types]
  GramMatrices<Real> gram_;
  bool searches_by_rows_ = false;  // those of some examples
  // Rows of the node block that the caches do not hold by themselves, each once per example.
  std::vector<std::uint64_t> seldom_begin_;  // [examples + 1]
  std::vector<std::uint32_t> seldom_;
};

}  // namespace sagitta
