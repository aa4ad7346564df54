// Tagger: scores of a sequence, then inference, then label names.
#include "sagitta/tagger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "api/sequence_scorer.h"
#include "chain/inference.h"
#include "chain/nbest.h"
#include "model/model_data.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

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

  /// The best labels of what `tagged` holds.
  std::span<const std::string_view> Decode(const Sequence& sequence) {
    const ChainScores& scores = tagged.scores();
    log_partition.reset();
    label_ids.resize(scores.length);
    score = scores.length > 0 ? inference.Viterbi(scores, label_ids.data()) : 0.0;
    if (score == kNever) FailBlocked(scores, sequence);
    labels.resize(scores.length);
    std::transform(label_ids.begin(), label_ids.end(), labels.begin(),
                   [this](std::uint32_t id) { return names[id]; });
    has_tagged = true;
    return labels;
  }

  Model model;
  const internal::ModelData& data;  // of `model`
  Constraints constraints;
  internal::SequenceScorer tagged;                // of the last Tag
  std::optional<internal::SequenceScorer> other;  // for LogProbability, which leaves `tagged` alone
  ChainInference inference;
  NBestDecoder nbest;
  std::vector<std::string_view> names;  // [K]
  bool has_tagged = false;
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
  impl_->tagged.Score(sequence);
  return impl_->Decode(sequence);
}

std::span<const std::string_view> Tagger::TagGivenView(const Sequence& sequence,
                                                       std::span<const std::string_view> labels) {
  CheckLabelCount(labels, sequence);
  impl_->has_tagged = false;
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
  impl_->TaggedScores();
  return impl_->score;
}

double Tagger::Probability() { return std::exp(LogProbability()); }

double Tagger::LogPartition() {
  return impl_->TaggedScores().length == 0 ? 0.0 : impl_->TaggedLogPartition();
}

std::span<const double> Tagger::TokenScores(std::span<const std::string_view> labels) {
  const ChainScores& scores = impl_->TaggedScores();
  if (labels.size() != scores.length) {
    throw Error(ErrorKind::kUsage, "TokenScores: " + std::to_string(labels.size()) +
                                       " labels for a sequence of " +
                                       std::to_string(scores.length) + " tokens");
  }
  impl_->token_scores.resize(scores.length);
  std::uint32_t before = 0;
  for (std::size_t t = 0; t < scores.length; ++t) {
    const std::uint32_t id = impl_->data.labels.Find(labels[t]);
    if (id == kNoId) {
      throw Error(ErrorKind::kUsage,
                  "TokenScores: '" + std::string(labels[t]) + "' is not a label of the model");
    }
    impl_->token_scores[t] = scores.node[t * scores.stride + id] +
                             (t > 0 ? scores.Edge(t)[before * scores.labels + id] : 0.0);
    before = id;
  }
  return impl_->token_scores;
}

double Tagger::LogProbability() {
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
  if (!impl_->other) impl_->other.emplace(impl_->data, impl_->constraints);
  const ChainScores& scores = impl_->other->Score(sequence);
  if (scores.length == 0) return 0.0;
  const double score = PathScore(scores, ids);
  return score == kNever ? kNever : std::min(0.0, score - impl_->inference.LogPartition(scores));
}

std::span<const double> Tagger::Marginals() {
  const ChainScores& scores = impl_->TaggedScores();
  impl_->marginals.resize(scores.length * scores.labels);
  if (scores.length > 0) {
    impl_->log_partition = impl_->inference.Marginals(scores, impl_->marginals.data());
  }
  return impl_->marginals;
}

std::span<const double> Tagger::PairMarginals() {
  const ChainScores& scores = impl_->TaggedScores();
  impl_->marginals.resize(scores.length * scores.labels);
  impl_->pairs.resize(scores.length > 1 ? (scores.length - 1) * scores.labels * scores.labels : 0);
  if (scores.length > 1) {
    impl_->inference.PairMarginals(scores, impl_->marginals.data(), impl_->pairs.data());
  }
  return impl_->pairs;
}

std::span<const Labelling> Tagger::NBest(std::size_t n) {
  const ChainScores& scores = impl_->TaggedScores();
  if (scores.length == 0) {
    impl_->labellings.assign(std::min<std::size_t>(n, 1), {});
    return impl_->labellings;
  }
  impl_->nbest.Decode(scores, n);
  impl_->labellings.resize(impl_->nbest.size());
  for (std::size_t k = 0; k < impl_->labellings.size(); ++k) {
    Labelling& labelling = impl_->labellings[k];
    const std::span<const std::uint32_t> ids = impl_->nbest.Labels(k);
    labelling.labels.resize(ids.size());
    std::transform(ids.begin(), ids.end(), labelling.labels.begin(),
                   [this](std::uint32_t id) { return impl_->names[id]; });
    labelling.score = impl_->nbest.Score(k);
    labelling.log_probability = std::min(0.0, labelling.score - impl_->TaggedLogPartition());
  }
  return impl_->labellings;
}

}  // namespace sagitta
