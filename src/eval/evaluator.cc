// Evaluator: counts tokens, sequences, labels and spans. The rules for spans are those of spans.h.
#include <cstddef>
#include <cstdint>
#include <string>

#include "eval/spans.h"
#include "sagitta/evaluate.h"

namespace sagitta {
namespace {

/// part / whole, where 0 / 0 is 0.
double Ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Whether `tag` is a single character from `set`.
bool OneOf(std::string_view tag, std::string_view set) {
  return tag.size() == 1 && set.find(tag[0]) != std::string_view::npos;
}

/// O and '.' are outside of spans.
bool Outside(std::string_view tag) { return OneOf(tag, "O."); }

/// Compares the spans of two label sequences token by token.
class SpanMatcher {
 public:
  explicit SpanMatcher(Evaluation& result) : result_(result) {}

  void Step(const SpanLabel& actual, const SpanLabel& predicted) {
    if (matching_) Close(actual, predicted);
    const bool actual_starts = SpanStarts(last_actual_, actual);
    const bool predicted_starts = SpanStarts(last_predicted_, predicted);
    if (actual_starts) Tally(actual, &MatchCounts::actual);
    if (predicted_starts) Tally(predicted, &MatchCounts::predicted);
    if (actual_starts && predicted_starts && actual.type == predicted.type) matching_ = true;
    last_actual_ = actual;
    last_predicted_ = predicted;
  }

 private:
  /// Two spans that started at the same token match if they also end at the same token. If only one
  /// of them ends or changes its type, they do not match.
  void Close(const SpanLabel& actual, const SpanLabel& predicted) {
    const bool actual_ends = SpanEnds(last_actual_, actual);
    const bool predicted_ends = SpanEnds(last_predicted_, predicted);
    if (actual_ends && predicted_ends && last_actual_.type == last_predicted_.type) {
      Tally(last_actual_, &MatchCounts::correct);
      matching_ = false;
    } else if (actual_ends != predicted_ends || actual.type != predicted.type) {
      matching_ = false;
    }
  }

  void Tally(const SpanLabel& label, std::uint64_t MatchCounts::*count) {
    ++(result_.spans[std::string(label.type)].*count);
    ++(result_.all_spans.*count);
  }

  Evaluation& result_;
  SpanLabel last_actual_;
  SpanLabel last_predicted_;
  bool matching_ = false;
};

}  // namespace

// ---- Spans ----

SpanLabel SpanLabel::Parse(std::string_view label) {
  const std::size_t dash = label.find('-');
  if (dash == std::string_view::npos) return {label, {}};
  return {label.substr(0, dash), label.substr(dash + 1)};
}

bool SpanEnds(const SpanLabel& previous, const SpanLabel& current) {
  if (OneOf(previous.tag, "ES[]")) return true;
  if (OneOf(previous.tag, "BI") && OneOf(current.tag, "BSO")) return true;
  return !Outside(previous.tag) && previous.type != current.type;
}

bool SpanStarts(const SpanLabel& previous, const SpanLabel& current) {
  if (OneOf(current.tag, "BS[]")) return true;
  if (OneOf(previous.tag, "OES") && OneOf(current.tag, "IE")) return true;
  return !Outside(current.tag) && previous.type != current.type;
}

SpanEvidence EvidenceOf(std::string_view label) {
  const SpanLabel parsed = SpanLabel::Parse(label);
  if (parsed.tag == "O" && parsed.type.empty()) return SpanEvidence::kNeutral;
  if (!OneOf(parsed.tag, "BIES[]")) return SpanEvidence::kNone;
  if (!parsed.type.empty()) return SpanEvidence::kTyped;
  return label.size() == 1 ? SpanEvidence::kBare : SpanEvidence::kNone;
}

void CountSpans(std::span<const std::string_view> actual,
                std::span<const std::string_view> predicted, Evaluation& result) {
  SpanMatcher matcher(result);
  for (std::size_t t = 0; t < actual.size(); ++t) {
    matcher.Step(SpanLabel::Parse(actual[t]), SpanLabel::Parse(predicted[t]));
  }
  matcher.Step({}, {});
}

// ---- Scores ----

double MatchCounts::Precision() const { return Ratio(correct, predicted); }
double MatchCounts::Recall() const { return Ratio(correct, actual); }
double MatchCounts::F1() const { return Ratio(2 * correct, predicted + actual); }

double Evaluation::TokenAccuracy() const { return Ratio(correct_tokens, tokens); }
double Evaluation::SequenceAccuracy() const { return Ratio(correct_sequences, sequences); }
double Evaluation::Score() const { return has_spans ? all_spans.F1() : TokenAccuracy(); }

void MatchCounts::Add(const MatchCounts& other) {
  correct += other.correct;
  predicted += other.predicted;
  actual += other.actual;
}

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

void Evaluator::Add(const Evaluator& other) {
  const Evaluation& more = other.result_;
  result_.tokens += more.tokens;
  result_.correct_tokens += more.correct_tokens;
  result_.sequences += more.sequences;
  result_.correct_sequences += more.correct_sequences;
  for (const auto& [name, counts] : more.labels) Label(name).Add(counts);
  for (const auto& [type, counts] : more.spans) result_.spans[type].Add(counts);
  result_.all_spans.Add(more.all_spans);
}

}  // namespace sagitta
