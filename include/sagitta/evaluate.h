// Scores of predicted against true labels: token and sequence accuracy, spans as conlleval counts
// them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)

namespace sagitta {

/// Counts of one label or span type, and the measures that follow from them. 0/0 is 0.
struct MatchCounts {
  std::uint64_t correct = 0;  // predicted and true
  std::uint64_t predicted = 0;
  std::uint64_t actual = 0;

  void Add(const MatchCounts& other);

  double Precision() const;
  double Recall() const;
  double F1() const;
};

struct Evaluation {
  std::uint64_t tokens = 0;
  std::uint64_t correct_tokens = 0;
  std::uint64_t sequences = 0;
  std::uint64_t correct_sequences = 0;
  std::map<std::string, MatchCounts> labels;  // by token label
  bool has_spans = false;  // true when some true or predicted label is B-..., I-..., ...
  std::map<std::string, MatchCounts> spans;  // by span type; only if has_spans
  MatchCounts all_spans;                     // micro average

  double TokenAccuracy() const;
  double SequenceAccuracy() const;

  /// The score of a dev set: F1 of spans where there are spans, token accuracy otherwise.
  double Score() const;

  /// The report of `sagitta eval`, as aligned text or as one JSON object.
  std::string ToText() const;
  std::string ToJson() const;
};

/// Adds up the counts of one sequence after the other. Not thread safe. See also Evaluate in
/// tagger.h, which tags and scores in one call.
class Evaluator {
 public:
  /// REQUIRES: the two spans have the same length. Keeps no reference to them.
  void Add(std::span<const std::string_view> actual, std::span<const std::string_view> predicted);
  /// Adds the counts of another evaluator, for example of another thread.
  void Add(const Evaluator& other);
  const Evaluation& result() const { return result_; }

 private:
  MatchCounts& Label(std::string_view name);

  Evaluation result_;
  bool typed_ = false;     // met a label like B-NP
  bool bare_ = false;      // met a label like B
  bool ordinary_ = false;  // met a label that no span could have
};

}  // namespace sagitta

#pragma GCC visibility pop
