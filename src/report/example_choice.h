// ExampleChoice: picks the sequences of the test data that are worth looking at.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sagitta/sequence.h"
#include "sagitta/token_word.h"

namespace sagitta {

/// A sequence and its tagging. All views belong to the caller.
struct TaggedSequence {
  const Sequence& sequence;
  std::span<const std::string_view> predicted;
  std::span<const std::uint32_t> ids;
  std::span<const double> marginals;  // [T][labels]
  /// Of graphs: the marginals of pairs of labels on edges, [E][labels][labels]; computed when
  /// asked for.
  std::function<std::span<const double>()> pairs;
  std::vector<bool> given;  // [T] if some labels are given, else empty

  /// The marginal probability of the predicted label.
  double Probability(std::size_t t, std::size_t labels) const {
    return marginals[t * labels + ids[t]];
  }
};

/// Keeps three kinds of sequences: the first ones, those with the most confident mistakes, and the
/// least certain ones.
class ExampleChoice {
 public:
  /// Keeps `count` sequences of each kind. `labels` and `word` must outlive this object.
  ExampleChoice(const std::vector<std::string>& labels, const TokenWord& word, std::size_t count);

  void Offer(const TaggedSequence& tagged);

  /// The `examples` of TestJson (test_run.h). A sequence is listed under one kind only.
  nlohmann::ordered_json ToJson() const;

 private:
  struct Kept {
    double score;  // the highest scores are kept
    std::uint64_t index;
    std::string json;
  };
  void Keep(std::vector<Kept>& kept, double score, const TaggedSequence& tagged);
  std::string Describe(const TaggedSequence& tagged) const;
  nlohmann::ordered_json EdgesJson(const TaggedSequence& tagged, std::size_t shown) const;

  const std::vector<std::string>& labels_;
  const TokenWord& word_;
  std::size_t count_;
  std::uint64_t index_ = 0;
  std::vector<Kept> first_;
  std::vector<Kept> mistakes_;
  std::vector<Kept> unsure_;
};

}  // namespace sagitta
