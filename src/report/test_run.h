// A model on a test text: scores, confusions, how sure it is, and sentences to look at.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sagitta/model.h"

namespace sagitta {

/// Labels in a table of confusions at most; with more, those with the most errors.
inline constexpr std::size_t kShownConfusionLabels = 40;
/// Tokens of a sentence at most.
inline constexpr std::size_t kShownTokens = 150;

/// Tags the text once. `examples`: sentences of each kind. Throws Error as Evaluate does.
///   file, tokens, correct_tokens, sequences, correct_sequences, has_spans, all_spans,
///   labels and spans: [{name, precision, recall, f1, correct, predicted, actual}]
///   confusion: {labels, left_out (labels), errors_left_out, counts: [true][predicted]}
///   confidence: ten objects {tokens, correct, mean} by the marginal of the predicted label
///   examples: [{kind: first|mistakes|unsure, index, line, left_out, tokens: [...]}], where a token
///     is {text, label, true, p, others: [[label, p], ...]}; `true` is absent when it is the label
nlohmann::ordered_json TestJson(const Model& model, const std::string& path,
                                std::uint32_t examples);

/// What to show of a token: the first column (of CoNLL-U the form), or of attributes the one that
/// looks like the word itself, or else the first. Empty: there is nothing.
std::string TokenText(const Sequence& sequence, std::size_t t, const ReadOptions& options);

}  // namespace sagitta
