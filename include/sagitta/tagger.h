// Tagger: labels sequences with a model. One per thread; holds the scratch memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"
#include "sagitta/evaluate.h"
#include "sagitta/model.h"
#include "sagitta/sequence.h"

namespace sagitta {

/// One way to label a sequence.
struct Labelling {
  std::vector<std::string_view> labels;  // [T]; they live as long as the model
  double score = 0;                      // sum of the weights that it meets
  double log_probability = 0;            // score - log Z
};

/// Labellings that the model's constraints forbid have probability 0 and are never found; where no
/// labelling is left, Error(kData) names the token. All answers but that of LogProbability speak of
/// the sequence that Tag or TagGiven saw last.
class Tagger {
 public:
  /// Keeps its own reference to the model.
  explicit Tagger(const Model& model);
  /// Obeys further constraints besides the model's own; see MakeConstraints.
  Tagger(const Model& model, const Constraints& further);
  ~Tagger();
  Tagger(Tagger&&) noexcept;
  Tagger& operator=(Tagger&&) noexcept;

  /// The most probable labels (Viterbi; among equals the lowest label id at the last token, then
  /// backwards). The views live as long as the model; the span until the next call.
  std::span<const std::string_view> Tag(const Sequence& sequence);

  /// The most probable labels among those that have labels[t] at each token t. Where the model does
  /// not know labels[t] (an empty one, "?", anything), the token is free. All probabilities are
  /// conditioned on the labels that are known, until the next Tag.
  std::span<const std::string_view> TagGiven(const Sequence& sequence,
                                             std::span<const std::string_view> labels);

  /// The labels that were found last, and their ids.
  std::span<const std::string_view> labels() const;
  std::span<const std::uint32_t> label_ids() const;

  /// Their score, their probability p(y|x) and its logarithm.
  double Score();
  double Probability();
  double LogProbability();

  /// log Z: log p(y|x) is the score of y less this.
  double LogPartition();

  /// What each of these labels, which the model must know, adds to the score of all of them: the
  /// weights of the token's attributes with the label, and those of the edge into it from the label
  /// before. [T], valid until the next call.
  std::span<const double> TokenScores(std::span<const std::string_view> labels);

  /// log p(y|x) of given labels; -infinity when one of them is unknown to the model or forbidden.
  double LogProbability(const Sequence& sequence, std::span<const std::string_view> labels);

  /// All node marginals p(y_t = k | x): [T][K], row after row, K = number of labels. Valid until
  /// the next call.
  std::span<const double> Marginals();

  /// All marginals of neighbours p(y_{t-1} = i, y_t = j | x), t >= 1: [T - 1][K][K]. Valid until
  /// the next call.
  std::span<const double> PairMarginals();

  /// The n most probable labellings, best first, or all when there are fewer. Of equal scores the
  /// one with the lower label id at the last token where two differ comes first. Costs little more
  /// than Tag for small n; n^2 for large. Valid until the next call.
  std::span<const Labelling> NBest(std::size_t n);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Tags a labelled file or standard input ("-") and scores the result. Obeys `further` constraints
/// besides the model's own.
Evaluation Evaluate(const Model& model, const std::string& path, const Constraints& further = {});

}  // namespace sagitta
