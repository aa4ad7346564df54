// SequenceScorer: from a sequence of strings to the scores of a chain, by a model's weights.
//
// It does for one sequence what FactorRows does for the examples of a training: it finds the row of
// each attribute and adds up rows into the scores of each factor. Only where the rows lie differs:
// in a model file, with all weights of a row together. The scores go into the same buffer, and the
// same constraints are applied to them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "api/row_finder.h"
#include "chain/label_constraints.h"
#include "kernels/row_sum.h"
#include "model/model_data.h"
#include "objective/chain_scores_buffer.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// The score of what is forbidden.
inline constexpr double kNever = -std::numeric_limits<double>::infinity();

/// Owns scratch that only grows; one per thread.
class SequenceScorer {
 public:
  /// `model` must outlive the scorer. What `constraints` forbid gets the score -infinity.
  SequenceScorer(const ModelData& model, const Constraints& constraints);

  /// Scores a sequence. Attributes that the model does not know are ignored.
  /// Throws Error(kSystem) when there is not enough memory. Cost: one look-up and one row for each
  /// item, K * K for each edge with known items.
  const ChainScores& Score(const Sequence& sequence);

  /// The scores of the tokens alone. The result is about nothing else.
  const ChainScores& ScoreTokens(const Sequence& sequence);

  /// Forbids all labels but this one at token t of the sequence scored last.
  void Force(std::size_t t, std::uint32_t label);

  /// Of the sequence scored last; length 0 for an empty one and before the first.
  const ChainScores& scores() const { return scores_; }

 private:
  const ChainScores& ScoreInMemory(const Sequence& sequence, bool edges);
  template <class Real>
  void ScoreNodes(const Sequence& sequence, std::vector<kernels::WeightedRow<Real>>& vectors);
  /// Looks up the edge items; afterwards edges_ are the edges with items that the model knows.
  void FindEdges(const Sequence& sequence);
  void ScoreEdges(const Sequence& sequence);

  const ModelData& model_;
  std::size_t labels_;  // K
  LabelConstraints<double> constraints_;
  RowFinder finder_;
  std::vector<std::uint32_t> ids_;  // of the edge items; kNoId where the model does not know them
  std::vector<Edge> edges_;
  std::vector<kernels::WeightedRow<float>> vectors32_;   // the rows of one token, by the precision
  std::vector<kernels::WeightedRow<double>> vectors64_;  // of the model
  ChainScoresBuffer<double> buffer_;
  ChainScores scores_;
};

}  // namespace sagitta::internal
