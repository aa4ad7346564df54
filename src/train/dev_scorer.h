// DevScorer: how good the weights are right now on held-out data.
//
// Scores come from the same FactorRows and ChainLoss as those of training, in double precision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_team.h"
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
  /// scorer. `team` shares the work, and must outlive it; null: the caller's thread alone.
  DevScorer(const internal::CorpusData& dev, const Layout& layout, ThreadTeam* team = nullptr);

  /// Tags everything with the flat weights and scores it.
  Evaluation Score(std::span<const double> weights);

 private:
  /// What a thread needs for one example at a time.
  struct Worker {
    ChainLoss<double>::Workspace work;
    ChainInference inference;
  };

  /// Leaves the best labels of an example in labels_.
  void Decode(ExampleId i, Worker& worker);

  const internal::CorpusData& dev_;
  WeightMap map_;  // twins of the training data are none here, so all rows are apart
  FactorRows<double> rows_;
  ChainLoss<double> loss_;
  ThreadTeam* team_;
  std::vector<Worker> workers_;
  PlainWeights<double> w_;
  std::vector<std::uint32_t> labels_;  // of all tokens
};

}  // namespace sagitta
