// DevScorer: how good the weights are right now on held-out data.
//
// Scores come from the same FactorRows and ChainLoss as those of training, in double precision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chain/inference.h"
#include "data/corpus_data.h"
#include "model/layout.h"
#include "objective/chain_loss.h"
#include "objective/factor_rows.h"
#include "objective/weight_map.h"
#include "sagitta/evaluate.h"

namespace sagitta {

/// Not thread safe.
class DevScorer {
 public:
  /// `dev` was encoded with the training corpus' dictionaries; both arguments must outlive the
  /// scorer.
  DevScorer(const internal::CorpusData& dev, const Layout& layout);

  /// Tags everything with the flat weights and scores it.
  Evaluation Score(std::span<const double> weights);

 private:
  /// Leaves the best labels of an example in labels_.
  void Decode(ExampleId i);

  const internal::CorpusData& dev_;
  WeightMap map_;  // twins of the training data are none here, so all rows are apart
  FactorRows<double> rows_;
  ChainLoss<double> loss_;
  ChainLoss<double>::Workspace work_;
  ChainInference inference_;
  PlainWeights<double> w_;
  std::vector<std::uint32_t> labels_;  // [longest]
};

}  // namespace sagitta
