// The word of a token, to be shown to people.
#pragma once

#include <cstddef>
#include <string>

#include "sagitta/sequence.h"

namespace sagitta::cli {

/// The first field of the token's line if `columns`; else the value of the attribute that looks
/// like the word: one named word, token, form, text or w[0], or else the first attribute.
std::string WordOf(const Sequence& sequence, std::size_t t, bool columns);

}  // namespace sagitta::cli
