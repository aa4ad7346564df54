// DevScorer: how good the weights are right now on held-out data.
//
// Scores come from the same FactorRows and ChainLoss, or GraphLoss, as those of training, in double
// precision.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/thread_team.h"
#include "chain/inference.h"
#include "data/corpus_data.h"
#include "model/layout.h"
#include "objective/chain_loss.h"
#include "objective/factor_rows.h"
#include "objective/graph_loss.h"
#include "objective/weight_map.h"
#include "sagitta/evaluate.h"

namespace sagitta {

/// Not thread safe.
class DevScorer {
 public:
  /// `dev` was encoded with the training corpus' dictionaries; both arguments must outlive the
  /// scorer. `team` shares the work, and must outlive it; null: the caller's thread alone. `engine`
  /// is that of training on graphs.
  DevScorer(const internal::CorpusData& dev, const Layout& layout, ThreadTeam* team = nullptr,
            const std::optional<EngineChoice>& engine = {});
  ~DevScorer();

  /// Tags everything with the flat weights and scores it.
  Evaluation Score(std::span<const double> weights);

 private:
  /// Finds the labels of an example; one per thread.
  class Decoder;
  class ChainDecoder;
  class GraphsDecoder;

  const internal::CorpusData& dev_;
  WeightMap map_;  // twins of the training data are none here, so all rows are apart
  FactorRows<double> rows_;
  std::optional<ChainLoss<double>> chains_;  // one of the two
  std::optional<GraphLoss<double>> graphs_;
  ThreadTeam* team_;
  std::vector<std::unique_ptr<Decoder>> decoders_;
  PlainWeights<double> w_;
  std::vector<LabelId> labels_;  // of all tokens
};

}  // namespace sagitta
