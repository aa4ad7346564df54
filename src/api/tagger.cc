// Tagger: scores of a sequence, then inference, then label names.
#include "sagitta/tagger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "api/graph_tagger.h"
#include "api/sequence_scorer.h"
#include "chain/inference.h"
#include "chain/nbest.h"
#include "graph/uai.h"
#include "model/model_data.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::kNever;

/// The first token at which no label can continue any allowed labelling of the tokens before it.
std::size_t FirstBlocked(const ChainScores& scores) {
  std::vector<bool> reached(scores.labels, true), next(scores.labels);
  for (std::size_t t = 0; t < scores.length; ++t) {
    for (std::size_t j = 0; j < scores.labels; ++j) {
      bool enters = t == 0;
      for (std::size_t i = 0; t > 0 && i < scores.labels && !enters; ++i) {
        enters = reached[i] && scores.Edge(t)[i * scores.labels + j] != kNever;
      }
      next[j] = enters && scores.node[t * scores.stride + j] != kNever;
    }
    if (std::find(next.begin(), next.end(), true) == next.end()) return t;
    reached.swap(next);
  }
  return scores.length;
}

[[noreturn]] void FailBlocked(const ChainScores& scores, const Sequence& sequence) {
  throw Error(ErrorKind::kData, {{}, sequence.first_line(), 0},
              "no labelling of this sequence is allowed: no label of token " +
                  std::to_string(FirstBlocked(scores) + 1) +
                  " is possible with the constraints and the given labels");
}

void CheckLabelCount(std::span<const std::string_view> labels, const Sequence& sequence) {
  if (labels.size() == sequence.size()) return;
  throw Error(ErrorKind::kUsage, std::to_string(labels.size()) + " labels for a sequence of " +
                                     std::to_string(sequence.size()) + " tokens");
}

/// A scored chain as a graph, with what its constraints forbid.
double AppendChain(const ChainScores& scores, std::string& text) {
  const auto length = static_cast<std::uint32_t>(scores.length);
  std::vector<Edge> edges;
  for (std::uint32_t t = 1; t < length; ++t) edges.push_back({t - 1, t, 0});
  const GraphShape shape{length, static_cast<std::uint32_t>(scores.labels), 1, edges, {}, {}};
  return AppendUai(shape,
                   {scores.stride, scores.node, scores.transition,
                    scores.edge != nullptr ? scores.edge + 1 : nullptr},
                   text);
}

Constraints Combined(const Constraints& own, const Constraints& further, std::size_t labels) {
  if (!further.empty() && (further.first.size() != labels || further.last.size() != labels ||
                           further.pair.size() != labels * labels)) {
    throw Error(ErrorKind::kUsage,
                "the constraints are for another number of labels than the model has");
  }
  return Intersect(own, further);
}

}  // namespace

struct Tagger::Impl {
  Impl(const Model& shared, const Constraints& further)
      : model(shared),
        data(internal::ModelAccess::Data(model)),
        constraints(Combined(data.constraints, further, data.labels.size())),
        tagged(data, constraints) {
    const DictionaryView& known = data.labels;
    for (std::uint32_t id = 0; id < known.size(); ++id) names.push_back(known.Name(id));
  }

  const ChainScores& TaggedScores() const {
    if (!has_tagged) {
      throw Error(ErrorKind::kUsage,
                  "no sequence has been tagged yet: probabilities, marginals and n-best labellings "
                  "are those of the sequence that was tagged last");
    }
    return tagged.scores();
  }

  double TaggedLogPartition() {
    const ChainScores& scores = TaggedScores();
    if (!log_partition) log_partition = inference.LogPartition(scores);
    return *log_partition;
  }

  /// Whether the sequence is tagged as a chain, which is faster.
  bool IsChain(const Sequence& sequence) const {
    return sequence.is_plain_chain() && !data.graph();
  }

  internal::GraphTagger& Graph(std::optional<internal::GraphTagger>& tagger) const {
    if (!constraints.empty()) {
      throw Error(ErrorKind::kUsage,
                  "constraints are for chains: in graphs @labels lines restrict a node's labels");
    }
    if (!tagger) tagger.emplace(data);
    return *tagger;
  }

  /// Tags a graph, or a chain by a model of graphs.
  std::span<const std::string_view> TagGraph(const Sequence& sequence,
                                             std::span<const std::string_view> given) {
    std::vector<std::uint32_t> forced(given.size());
    std::transform(given.begin(), given.end(), forced.begin(),
                   [this](std::string_view label) { return data.labels.Find(label); });
    internal::GraphTagger& tagger = Graph(graph);
    tagger.Score(sequence, forced);
    log_partition.reset();
    score = tagger.Decode(label_ids);
    if (score == kNever) {
      throw Error(ErrorKind::kData, {{}, sequence.first_line(), 0},
                  "no labelling of this sequence was found that is allowed");
    }
    has_tagged = tagged_graph = true;
    return Names();
  }

  /// The graph that was tagged last, or null: it was a chain.
  internal::GraphTagger* TaggedGraph() { return has_tagged && tagged_graph ? &*graph : nullptr; }

  double GraphLogPartition() {
    if (!log_partition) log_partition = graph->LogPartition();
    return *log_partition;
  }

  std::span<const std::string_view> Names() {
    labels.resize(label_ids.size());
    std::transform(label_ids.begin(), label_ids.end(), labels.begin(),
                   [this](std::uint32_t id) { return names[id]; });
    return labels;
  }

  /// The best labels of what `tagged` holds.
  std::span<const std::string_view> Decode(const Sequence& sequence) {
    const ChainScores& scores = tagged.scores();
    log_partition.reset();
    label_ids.resize(scores.length);
    score = scores.length > 0 ? inference.Viterbi(scores, label_ids.data()) : 0.0;
    if (score == kNever) FailBlocked(scores, sequence);
    has_tagged = true;
    tagged_graph = false;
    return Names();
  }

  Model model;
  const internal::ModelData& data;  // of `model`
  Constraints constraints;
  internal::SequenceScorer tagged;                // of the last Tag
  std::optional<internal::SequenceScorer> other;  // for LogProbability, which leaves `tagged` alone
  std::optional<internal::GraphTagger> graph;     // made when first needed
  std::optional<internal::GraphTagger> other_graph;  // for LogProbability
  ChainInference inference;
  NBestDecoder nbest;
  std::vector<std::string_view> names;  // [K]
  bool has_tagged = false;
  bool tagged_graph = false;             // then `graph` holds it
  double score = 0;                      // of label_ids
  std::optional<double> log_partition;   // of the sequence tagged last, once computed
  std::vector<std::uint32_t> label_ids;  // [T]
  std::vector<std::string_view> labels;  // [T]
  std::vector<double> marginals;         // [T][K]
  std::vector<double> token_scores;      // [T]
  std::vector<double> pairs;             // [T - 1][K][K]
  std::vector<Labelling> labellings;
};

Tagger::Tagger(const Model& model) : Tagger(model, {}) {}
Tagger::Tagger(const Model& model, const Constraints& further)
    : impl_(std::make_unique<Impl>(model, further)) {}
Tagger::~Tagger() = default;
Tagger::Tagger(Tagger&&) noexcept = default;
Tagger& Tagger::operator=(Tagger&&) noexcept = default;

std::span<const std::string_view> Tagger::TagView(const Sequence& sequence) {
  impl_->has_tagged = false;  // in case of an error
  if (!impl_->IsChain(sequence)) return impl_->TagGraph(sequence, {});
  impl_->tagged.Score(sequence);
  return impl_->Decode(sequence);
}

std::span<const std::string_view> Tagger::TagGivenView(const Sequence& sequence,
                                                       std::span<const std::string_view> labels) {
  CheckLabelCount(labels, sequence);
  impl_->has_tagged = false;
  if (!impl_->IsChain(sequence)) return impl_->TagGraph(sequence, labels);
  impl_->tagged.Score(sequence);
  for (std::size_t t = 0; t < labels.size(); ++t) {
    const std::uint32_t id = impl_->data.labels.Find(labels[t]);
    if (id != kNoId) impl_->tagged.Force(t, id);
  }
  return impl_->Decode(sequence);
}

std::vector<std::string> Tagger::Tag(const Sequence& sequence) {
  const std::span<const std::string_view> labels = TagView(sequence);
  return {labels.begin(), labels.end()};
}

std::vector<std::string> Tagger::TagGiven(const Sequence& sequence,
                                          std::span<const std::string_view> given) {
  const std::span<const std::string_view> labels = TagGivenView(sequence, given);
  return {labels.begin(), labels.end()};
}

std::span<const std::string_view> Tagger::labels() const { return impl_->labels; }
std::span<const std::uint32_t> Tagger::label_ids() const { return impl_->label_ids; }

double Tagger::Score() {
  if (impl_->TaggedGraph() == nullptr) impl_->TaggedScores();
  return impl_->score;
}

double Tagger::Probability() { return std::exp(LogProbability()); }

bool Tagger::Exact() {
  if (const internal::GraphTagger* graph = impl_->TaggedGraph()) return graph->exact();
  impl_->TaggedScores();
  return true;
}

double Tagger::LogPartition() {
  if (impl_->TaggedGraph() != nullptr) return impl_->GraphLogPartition();
  return impl_->TaggedScores().length == 0 ? 0.0 : impl_->TaggedLogPartition();
}

std::span<const double> Tagger::TokenScores(std::span<const std::string_view> labels) {
  const internal::GraphTagger* const graph = impl_->TaggedGraph();
  const std::size_t length = graph != nullptr ? graph->nodes() : impl_->TaggedScores().length;
  if (labels.size() != length) {
    throw Error(ErrorKind::kUsage, "TokenScores: " + std::to_string(labels.size()) +
                                       " labels for a sequence of " + std::to_string(length) +
                                       " tokens");
  }
  std::vector<std::uint32_t> ids;
  for (const std::string_view label : labels) {
    ids.push_back(impl_->data.labels.Find(label));
    if (ids.back() != kNoId) continue;
    throw Error(ErrorKind::kUsage,
                "TokenScores: '" + std::string(label) + "' is not a label of the model");
  }
  impl_->token_scores.resize(length);
  if (graph != nullptr) {
    for (std::size_t v = 0; v < length; ++v) {
      impl_->token_scores[v] = graph->node_score(v, ids[v]);
    }
    for (std::size_t e = 0; e < graph->edges().size(); ++e) {
      const Edge& edge = graph->edges()[e];
      impl_->token_scores[edge.to] += graph->edge_score(e, ids[edge.from], ids[edge.to]);
    }
    return impl_->token_scores;
  }
  const ChainScores& scores = impl_->TaggedScores();
  for (std::size_t t = 0; t < length; ++t) {
    impl_->token_scores[t] = scores.node[t * scores.stride + ids[t]] +
                             (t > 0 ? scores.Edge(t)[ids[t - 1] * scores.labels + ids[t]] : 0.0);
  }
  return impl_->token_scores;
}

double Tagger::LogProbability() {
  if (impl_->TaggedGraph() != nullptr) {
    return std::min(0.0, impl_->score - impl_->GraphLogPartition());
  }
  const ChainScores& scores = impl_->TaggedScores();
  if (scores.length == 0) return 0.0;
  return std::min(0.0, impl_->score - impl_->TaggedLogPartition());
}

double Tagger::LogProbability(const Sequence& sequence, std::span<const std::string_view> labels) {
  CheckLabelCount(labels, sequence);
  std::vector<std::uint32_t> ids;
  ids.reserve(labels.size());
  for (const std::string_view label : labels) {
    const std::uint32_t id = impl_->data.labels.Find(label);
    if (id == kNoId) return kNever;
    ids.push_back(id);
  }
  if (!impl_->IsChain(sequence)) {
    internal::GraphTagger& graph = impl_->Graph(impl_->other_graph);
    graph.Score(sequence);
    const double score = graph.ScoreOf(ids);
    return score == kNever ? kNever : std::min(0.0, score - graph.LogPartition());
  }
  if (!impl_->other) impl_->other.emplace(impl_->data, impl_->constraints);
  const ChainScores& scores = impl_->other->Score(sequence);
  if (scores.length == 0) return 0.0;
  const double score = PathScore(scores, ids);
  return score == kNever ? kNever : std::min(0.0, score - impl_->inference.LogPartition(scores));
}

double Tagger::AppendUai(const Sequence& sequence, std::string& text) {
  if (sequence.empty()) {
    throw Error(ErrorKind::kData, {{}, sequence.first_line(), 0}, "a graph without nodes");
  }
  if (!impl_->IsChain(sequence)) {
    internal::GraphTagger& graph = impl_->Graph(impl_->other_graph);
    graph.Score(sequence);
    return graph.AppendUai(text);
  }
  if (!impl_->other) impl_->other.emplace(impl_->data, impl_->constraints);
  return AppendChain(impl_->other->Score(sequence), text);
}

std::span<const double> Tagger::Marginals() {
  if (internal::GraphTagger* const graph = impl_->TaggedGraph()) {
    impl_->marginals.resize(graph->nodes() * impl_->names.size());
    impl_->log_partition = graph->Marginals(impl_->marginals.data(), nullptr);
    return impl_->marginals;
  }
  const ChainScores& scores = impl_->TaggedScores();
  impl_->marginals.resize(scores.length * scores.labels);
  if (scores.length > 0) {
    impl_->log_partition = impl_->inference.Marginals(scores, impl_->marginals.data());
  }
  return impl_->marginals;
}

std::span<const double> Tagger::PairMarginals() {
  if (internal::GraphTagger* const graph = impl_->TaggedGraph()) {
    const std::size_t labels = impl_->names.size();
    impl_->marginals.resize(graph->nodes() * labels);
    impl_->pairs.resize(graph->edges().size() * labels * labels);
    impl_->log_partition = graph->Marginals(impl_->marginals.data(), impl_->pairs.data());
    return impl_->pairs;
  }
  const ChainScores& scores = impl_->TaggedScores();
  impl_->marginals.resize(scores.length * scores.labels);
  impl_->pairs.resize(scores.length > 1 ? (scores.length - 1) * scores.labels * scores.labels : 0);
  if (scores.length > 1) {
    impl_->inference.PairMarginals(scores, impl_->marginals.data(), impl_->pairs.data());
  }
  return impl_->pairs;
}

std::span<const Labelling> Tagger::NBest(std::size_t n) {
  std::vector<Labelling>& found = impl_->labellings;
  const auto fill = [this](Labelling& labelling, const auto& ids, double score, double log_z) {
    labelling.labels.resize(ids.size());
    std::transform(ids.begin(), ids.end(), labelling.labels.begin(),
                   [this](std::uint32_t id) { return impl_->names[id]; });
    labelling.score = score;
    labelling.log_probability = std::min(0.0, score - log_z);
  };
  internal::GraphTagger* const graph = impl_->TaggedGraph();
  const std::size_t length = graph != nullptr ? graph->nodes() : impl_->TaggedScores().length;
  if (length == 0) {
    found.assign(std::min<std::size_t>(n, 1), {});
    return found;
  }
  if (graph != nullptr) {
    if (!graph->exact()) {
      throw Error(ErrorKind::kUsage,
                  "the n best labellings need exact inference, and this graph is inferred by " +
                      std::string(NameOf(graph->inference())));
    }
    const std::span<const ScoredLabels> best = graph->Best(n);
    found.resize(best.size());
    for (std::size_t k = 0; k < best.size(); ++k) {
      fill(found[k], best[k].labels, best[k].score, impl_->GraphLogPartition());
    }
    return found;
  }
  impl_->nbest.Decode(impl_->TaggedScores(), n);
  found.resize(impl_->nbest.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    fill(found[k], impl_->nbest.Labels(k), impl_->nbest.Score(k), impl_->TaggedLogPartition());
  }
  return found;
}

}  // namespace sagitta
