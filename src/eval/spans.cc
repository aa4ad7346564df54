// The rules of spans.h, and the counting of spans found on both sides.
#include "eval/spans.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace sagitta {
namespace {

/// Whether `tag` is one character, and that one is in `set`.
bool OneOf(std::string_view tag, std::string_view set) {
  return tag.size() == 1 && set.find(tag[0]) != std::string_view::npos;
}

/// O and '.' stand outside any span.
bool Outside(std::string_view tag) { return OneOf(tag, "O."); }

/// Follows one pair of label sequences token by token.
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
  /// Two spans that began together count when they end together; once one ends or changes its type
  /// alone, they no longer match.
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

}  // namespace sagitta
