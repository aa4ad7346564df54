// GraphTagger: inference on one graph after the other with the weights of a model.
//
// It does for graphs what SequenceScorer and the inference of src/chain do for chains: finds the
// rows of the attributes, adds them up, and hands the scores to an engine. Which engine, the model
// says (see TaggingEngine in train/graph_training.h).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/sequence_scorer.h"
#include "base/aligned_buffer.h"
#include "data/edge_names.h"
#include "graph/engine.h"
#include "model/model_data.h"
#include "objective/graph_plans.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// Owns scratch that only grows; one per thread.
class GraphTagger {
 public:
  /// `model` must outlive it.
  explicit GraphTagger(const ModelData& model);

  /// Scores a graph, or a chain as a graph. forced[v] is the only label that node v may have, kNoId
  /// or an empty span: no such label. Throws Error(kData) for mistakes in the graph, for labels in
  /// sets that the model does not know, and when no label is left for a node.
  void Score(const Sequence& sequence, std::span<const std::uint32_t> forced = {});

  // About the graph that was scored last.

  std::size_t nodes() const { return nodes_; }
  std::span<const Edge> edges() const { return edges_; }
  Inference inference() const { return engine_.inference; }
  bool exact() const { return TraitsOf(engine_.inference).exact; }
  double node_score(std::size_t v, std::uint32_t label) const {
    return scores_.node[v * scores_.stride + label];
  }
  double edge_score(std::size_t e, std::uint32_t from, std::uint32_t to) const;
  /// The best labels and their score; -infinity: none were found.
  double Decode(std::vector<std::uint32_t>& labels);
  /// The score of any labels; -infinity if a node may not have its label.
  double ScoreOf(std::span<const std::uint32_t> labels) const;
  /// log Z, or what the engine computes in its place.
  double LogPartition();
  /// [V][K] and, unless null, [E][K][K]. Returns LogPartition.
  double Marginals(double* node, double* edge);
  /// See AppendUai in graph/uai.h. REQUIRES: nodes() > 0.
  double AppendUai(std::string& text) const;
  /// REQUIRES: exact().
  std::span<const ScoredLabels> Best(std::size_t n);

 private:
  void AddEdges(const Sequence& sequence);
  void AddOwnScores(const Sequence& sequence);
  void AddLabelSets(const Sequence& sequence, std::span<const std::uint32_t> forced);
  void Restrict(const Sequence& sequence, std::uint32_t node, std::vector<LabelId> labels);
  void Plan();
  GraphEngine<double>& Engine();
  GraphDecoder& Decoder();

  const ModelData& model_;
  std::size_t labels_;  // K
  EngineChoice trained_;
  SequenceScorer tokens_;
  EdgeNames names_;
  AlignedBuffer<double> types_;  // [types][K][K]
  AlignedBuffer<double> own_;    // of edges with attributes that the model knows: [.][K][K]
  std::vector<std::uint32_t> ids_;
  std::size_t nodes_ = 0;
  std::vector<Edge> edges_;
  std::vector<const double*> edge_at_;         // [edges]
  std::vector<std::size_t> own_at_;            // [edges]: 1 + its place in own_, 0: none
  std::vector<std::vector<LabelId>> allowed_;  // [nodes]; empty ones: all labels; or none at all
  std::vector<std::uint32_t> label_begin_;
  std::vector<LabelId> label_;
  GraphScoresOf<double> scores_;
  EngineChoice engine_;
  std::unique_ptr<const GraphPlan> plan_;
  std::array<std::unique_ptr<GraphEngine<double>>, 5> engines_;  // by inference, when needed
  std::array<std::unique_ptr<GraphDecoder>, 5> decoders_;
  std::vector<LabelId> best_;
  std::vector<double*> pair_at_;
};

}  // namespace sagitta::internal
