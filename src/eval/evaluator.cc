// Evaluator: counts tokens, sequences, labels and spans.
#include "eval/spans.h"
#include "sagitta/evaluate.h"

namespace sagitta {
namespace {

/// Good numbers divided by all of them; nothing out of nothing is 0.
double Ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double MatchCounts::Precision() const { return Ratio(correct, predicted); }
double MatchCounts::Recall() const { return Ratio(correct, actual); }
double MatchCounts::F1() const { return Ratio(2 * correct, predicted + actual); }

double Evaluation::TokenAccuracy() const { return Ratio(correct_tokens, tokens); }
double Evaluation::SequenceAccuracy() const { return Ratio(correct_sequences, sequences); }
double Evaluation::Score() const { return has_spans ? all_spans.F1() : TokenAccuracy(); }

MatchCounts& Evaluator::Label(std::string_view name) {
  const auto [entry, is_new] = result_.labels.try_emplace(std::string(name));
  if (is_new) {
    const SpanEvidence evidence = EvidenceOf(name);
    typed_ = typed_ || evidence == SpanEvidence::kTyped;
    bare_ = bare_ || evidence == SpanEvidence::kBare;
    ordinary_ = ordinary_ || evidence == SpanEvidence::kNone;
    result_.has_spans = typed_ || (bare_ && !ordinary_);
  }
  return entry->second;
}

void Evaluator::Add(std::span<const std::string_view> actual,
                    std::span<const std::string_view> predicted) {
  std::size_t correct = 0;
  for (std::size_t t = 0; t < actual.size(); ++t) {
    MatchCounts& counts = Label(actual[t]);
    ++counts.actual;
    if (actual[t] == predicted[t]) {
      ++counts.predicted;
      ++counts.correct;
      ++correct;
    } else {
      ++Label(predicted[t]).predicted;
    }
  }
  result_.tokens += actual.size();
  result_.correct_tokens += correct;
  ++result_.sequences;
  if (correct == actual.size()) ++result_.correct_sequences;
  CountSpans(actual, predicted, result_);
}

}  // namespace sagitta
