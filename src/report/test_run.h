// A model applied to test data: scores, confusions, calibration and example sequences.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sagitta/model.h"

namespace sagitta {

/// The maximum number of labels in the confusion table. If there are more, those with the most
/// errors are shown.
inline constexpr std::size_t kShownConfusionLabels = 40;
/// The maximum number of tokens shown per sequence.
inline constexpr std::size_t kShownTokens = 150;

/// Tags the test data once; `examples` is the number of example sequences of each kind, and
/// `token_attribute` the name for TokenWord. Throws Error like Evaluate. The result has these
/// fields:
///   file, tokens, correct_tokens, sequences, correct_sequences, has_spans, all_spans,
///   labels and spans: [{name, precision, recall, f1, correct, predicted, actual}]
///   confusion: {labels, left_out (labels), errors_left_out, counts: [true][predicted]}
///   confidence: ten bins {tokens, correct, mean} by the marginal of the predicted label
///   examples: [{kind: first|mistakes|unsure, index, line, left_out, tokens: [...]}], where a token
///     is {text, label, true, p, others: [[label, p], ...]}; `true` is absent if it equals label.
///     Graphs have edges: [[from, to, type, p], ...], and their tokens `given` where the label is
/// Tokens with given labels are not scored.
nlohmann::ordered_json TestJson(const Model& model, const std::string& path, std::uint32_t examples,
                                const std::string& token_attribute = {});

}  // namespace sagitta
