// Tagger: labels sequences with a model. One per thread; holds the scratch memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sagitta/evaluate.h"
#include "sagitta/model.h"
#include "sagitta/sequence.h"

namespace sagitta {

class Tagger {
 public:
  /// Keeps its own reference to the model.
  explicit Tagger(const Model& model);
  ~Tagger();
  Tagger(Tagger&&) noexcept;
  Tagger& operator=(Tagger&&) noexcept;

  /// The most probable labels (Viterbi; among equals the lowest label id at the last token, then
  /// backwards). The views live as long as the model; the span until the next call.
  std::span<const std::string_view> Tag(const Sequence& sequence);

  /// Ids of the labels that Tag found last.
  std::span<const std::uint32_t> label_ids() const;

  /// p(y|x) of the labels that Tag found last, for the same sequence.
  double Probability();

  /// log p(y|x) of given labels; -infinity when one of them is unknown to the model.
  double LogProbability(const Sequence& sequence, std::span<const std::string_view> labels);

  /// All node marginals p(y_t = k | x) of the sequence tagged last: [T][K], row after row, K =
  /// number of labels. Valid until the next call.
  std::span<const double> Marginals();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Tags a labelled file or standard input ("-") and scores the result.
Evaluation Evaluate(const Model& model, const std::string& path);

}  // namespace sagitta
