// Writers of sequences with their attributes, in formats that the readers of Sagitta read.
#pragma once

#include <string>

#include "sagitta/sequence.h"

namespace sagitta::cli {

/// Appends attribute text and an empty line. Throws Error(kData) for what it cannot express:
/// attributes of edges, and names with TABs or line ends.
void WriteAttributes(const Sequence& sequence, std::string& out);

/// Appends a line of JSON.
void WriteJson(const Sequence& sequence, std::string& out);

}  // namespace sagitta::cli
