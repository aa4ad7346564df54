// DevScorer: how good the weights are right now on held-out data.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/inference.h"
#include "data/corpus_data.h"
#include "model/layout.h"
#include "sagitta/evaluate.h"

namespace sagitta {

class DevScorer {
 public:
  /// `dev` was encoded with the training corpus' dictionaries; both arguments must outlive the
  /// scorer.
  DevScorer(const internal::CorpusData& dev, const Layout& layout);

  /// Tags everything with the flat weights and scores it.
  Evaluation Score(std::span<const double> weights);

 private:
  void Scores(std::span<const double> weights, std::size_t example);
  void AddRows(const SparseRows& items, std::uint64_t at, const RowTable& rows,
               std::size_t first_row, std::span<const double> weights, double* out) const;

  const internal::CorpusData& dev_;
  const Layout& layout_;
  ChainInference inference_;
  AlignedBuffer<double> node_;        // [longest][K]
  AlignedBuffer<double> transition_;  // [K][K]
  AlignedBuffer<double> edge_;        // [longest][K][K] when there are edge attributes
  std::vector<const double*> edge_at_;
  std::vector<std::uint32_t> labels_;
};

}  // namespace sagitta
