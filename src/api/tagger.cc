// Tagger: scoring, then inference, then names again.
#include "sagitta/tagger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "api/sequence_scorer.h"
#include "chain/inference.h"
#include "model/model_data.h"
#include "sagitta/error.h"

namespace sagitta {

struct Tagger::Impl {
  explicit Impl(const Model& shared) : model(shared), tagged(model.data()) {
    const DictionaryView& known = model.data().labels;
    for (std::uint32_t id = 0; id < known.size(); ++id) names.push_back(known.Name(id));
  }

  const ChainScores& TaggedScores() const {
    if (!has_tagged) {
      throw Error(ErrorKind::kUsage,
                  "Probability and Marginals speak of the sequence tagged last, "
                  "and Tag has not been called");
    }
    return tagged.scores();
  }

  Model model;
  internal::SequenceScorer tagged;                // of the last Tag
  std::optional<internal::SequenceScorer> other;  // for LogProbability, so that it disturbs no Tag
  ChainInference inference;
  std::vector<std::string_view> names;  // [K]
  bool has_tagged = false;
  std::vector<std::uint32_t> label_ids;  // [T]
  std::vector<std::string_view> labels;  // [T]
  std::vector<double> marginals;         // [T][K]
};

Tagger::Tagger(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Tagger::~Tagger() = default;
Tagger::Tagger(Tagger&&) noexcept = default;
Tagger& Tagger::operator=(Tagger&&) noexcept = default;

std::span<const std::string_view> Tagger::Tag(const Sequence& sequence) {
  impl_->has_tagged = false;  // in case of an error
  const ChainScores& scores = impl_->tagged.Score(sequence);
  impl_->label_ids.resize(scores.length);
  if (scores.length > 0) impl_->inference.Viterbi(scores, impl_->label_ids.data());
  impl_->labels.resize(scores.length);
  std::transform(impl_->label_ids.begin(), impl_->label_ids.end(), impl_->labels.begin(),
                 [this](std::uint32_t id) { return impl_->names[id]; });
  impl_->has_tagged = true;
  return impl_->labels;
}

std::span<const std::uint32_t> Tagger::label_ids() const { return impl_->label_ids; }

double Tagger::Probability() {
  const ChainScores& scores = impl_->TaggedScores();
  if (scores.length == 0) return 1.0;
  const double log_partition = impl_->inference.LogPartition(scores);
  return std::min(1.0, std::exp(PathScore(scores, impl_->label_ids) - log_partition));
}

double Tagger::LogProbability(const Sequence& sequence, std::span<const std::string_view> labels) {
  if (labels.size() != sequence.size()) {
    throw Error(ErrorKind::kUsage, std::to_string(labels.size()) + " labels for a sequence of " +
                                       std::to_string(sequence.size()) + " tokens");
  }
  std::vector<std::uint32_t> ids;
  ids.reserve(labels.size());
  for (const std::string_view label : labels) {
    const std::uint32_t id = impl_->model.data().labels.Find(label);
    if (id == kNoId) return -std::numeric_limits<double>::infinity();
    ids.push_back(id);
  }
  if (!impl_->other) impl_->other.emplace(impl_->model.data());
  const ChainScores& scores = impl_->other->Score(sequence);
  if (scores.length == 0) return 0.0;
  return std::min(0.0, PathScore(scores, ids) - impl_->inference.LogPartition(scores));
}

std::span<const double> Tagger::Marginals() {
  const ChainScores& scores = impl_->TaggedScores();
  impl_->marginals.resize(scores.length * scores.labels);
  if (scores.length > 0) impl_->inference.Marginals(scores, impl_->marginals.data());
  return impl_->marginals;
}

Evaluation Evaluate(const Model& model, const std::string& path) {
  ReadOptions options = model.read_options();
  options.labelled = true;
  SequenceReader reader(path, options);
  Tagger tagger(model);
  Evaluator evaluator;
  Sequence sequence;
  while (reader.Next(sequence)) evaluator.Add(sequence.labels, tagger.Tag(sequence));
  if (evaluator.result().sequences == 0) {
    throw Error(ErrorKind::kData, {path, 0, 0}, "found no sequence, wanted at least one to score");
  }
  return evaluator.result();
}

}  // namespace sagitta
