// Spans (chunks) of a label sequence, by the rules of conlleval, the scorer of the CoNLL shared
// tasks.
//
// A label is split at its first '-' into a tag and a type: B-NP is (B, NP), O is (O, ""). Whether a
// span ends before a token, and whether one starts at it, depends only on the two neighbouring
// labels. For BIO, IOB1, IOE and bracket labels the rules are those of conlleval.pl. S, and E
// before B, which that script does not know, follow IOBES.
#pragma once

#include <span>
#include <string_view>

#include "sagitta/evaluate.h"

namespace sagitta {

/// The parts of a label, as views into it.
struct SpanLabel {
  std::string_view tag = "O";
  std::string_view type;

  static SpanLabel Parse(std::string_view label);
};

bool SpanEnds(const SpanLabel& previous, const SpanLabel& current);
bool SpanStarts(const SpanLabel& previous, const SpanLabel& current);

/// What a label tells about whether the task has spans at all.
enum class SpanEvidence {
  kNone,     // an ordinary label, e.g. NN
  kNeutral,  // O: occurs in both kinds of tasks
  kBare,     // B, I, E, S: spans without a type, if all other labels are of this kind
  kTyped,    // B-NP and the like
};
SpanEvidence EvidenceOf(std::string_view label);

/// Adds the spans of one sequence to the counts. Before and after the sequence, labels count as O.
/// REQUIRES: the two sequences have the same length.
void CountSpans(std::span<const std::string_view> actual,
                std::span<const std::string_view> predicted, Evaluation& result);

}  // namespace sagitta
