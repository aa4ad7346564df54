// ExampleChoice: which sentences of a test text are worth looking at.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta {

/// A sequence and what a tagger made of it; all views are the caller's.
struct TaggedSequence {
  const Sequence& sequence;
  std::span<const std::string_view> predicted;
  std::span<const std::uint32_t> ids;
  std::span<const double> marginals;  // [T][labels]

  /// Of the predicted label.
  double Probability(std::size_t t, std::size_t labels) const {
    return marginals[t * labels + ids[t]];
  }
};

/// Keeps the first sentences, those with the most confident mistake and the least certain ones.
class ExampleChoice {
 public:
  /// `labels` must outlive it; `count` sentences of each kind.
  ExampleChoice(const std::vector<std::string>& labels, const ReadOptions& options,
                std::size_t count);

  void Offer(const TaggedSequence& tagged);

  /// As test_run.h describes it; a sentence is shown as one kind only.
  nlohmann::ordered_json ToJson() const;

 private:
  struct Kept {
    double score;  // the highest ones stay
    std::uint64_t index;
    std::string json;
  };
  void Keep(std::vector<Kept>& kept, double score, const TaggedSequence& tagged);
  std::string Describe(const TaggedSequence& tagged) const;

  const std::vector<std::string>& labels_;
  ReadOptions options_;
  std::size_t count_;
  std::uint64_t index_ = 0;
  std::vector<Kept> first_;
  std::vector<Kept> mistakes_;
  std::vector<Kept> unsure_;
};

}  // namespace sagitta
