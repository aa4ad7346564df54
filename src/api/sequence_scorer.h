// SequenceScorer: from a sequence of strings to the scores of a chain, by a model's weights.
#pragma once

#include <cstdint>
#include <vector>

#include "api/row_finder.h"
#include "base/aligned_buffer.h"
#include "chain/inference.h"
#include "kernels/row_sum.h"
#include "model/model_data.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// Owns scratch that only grows; one per thread.
class SequenceScorer {
 public:
  /// `model` must outlive the scorer. What `constraints` forbid gets the score -infinity.
  SequenceScorer(const ModelData& model, Constraints constraints);

  /// Scores a sequence. Attributes that the model does not know are ignored.
  /// Throws Error(kSystem) when there is not enough memory. Cost: one look-up and one row for each
  /// item, K * K for each edge with known items.
  const ChainScores& Score(const Sequence& sequence);

  /// Forbids all labels but this one at token t of the sequence scored last.
  void Force(std::size_t t, std::uint32_t label);

  /// Of the sequence scored last; length 0 for an empty one and before the first.
  const ChainScores& scores() const { return scores_; }

 private:
  template <class Real>
  void ScoreNodes(const Sequence& sequence, std::vector<kernels::WeightedRow<Real>>& vectors);
  void ScoreEdges(const Sequence& sequence);
  void ForbidEnds(std::size_t tokens);

  const ModelData& model_;
  Constraints constraints_;
  RowFinder finder_;
  std::vector<std::uint32_t> ids_;  // of the edge items, kNoId where the model knows them not
  std::vector<kernels::WeightedRow<float>> vectors32_;   // the rows of one token, by the precision
  std::vector<kernels::WeightedRow<double>> vectors64_;  // of the model
  std::vector<double> node_;                             // [T][stride]
  // Aligned buffers, because inference may read a vector past the end of a matrix.
  AlignedBuffer<double> transition_;     // [K][K]
  AlignedBuffer<double> edge_matrices_;  // [edges with known items][K][K]
  std::vector<const double*> edge_;      // [T], null where the plain transitions hold
  ChainScores scores_;
};

}  // namespace sagitta::internal
