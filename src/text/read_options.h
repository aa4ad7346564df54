// The parts of ReadOptions that are left open, decided from the text of the template.
#pragma once

#include <string_view>

#include "sagitta/sequence.h"

namespace sagitta::internal {

/// `language`, or if that is kAuto, the language of a template with this text.
TemplateLanguage ResolveLanguage(TemplateLanguage language, std::string_view text);

/// The same options with format and, where there is a template, language decided.
ReadOptions ResolveReadOptions(ReadOptions options);

/// CoNLL-U: with the fields that the structure needs among the columns.
ReadOptions WithStructureColumns(ReadOptions options);

/// Throws Error(kUsage) when they do not fit together.
void CheckReadOptions(const ReadOptions& options);

/// Whether text read with these options describes a chain with plain transitions: attribute text
/// always does, a template if it has a bigram line without a macro, observations never.
bool HasPlainTransitions(const ReadOptions& options);

}  // namespace sagitta::internal
