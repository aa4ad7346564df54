// A look at training data for signs that they are not what they are read as.
#pragma once

#include <string>
#include <vector>

#include "sagitta/corpus.h"

#pragma GCC visibility push(default)

namespace sagitta {

struct InputConcern {
  /// Training would give a useless model: there are no attributes, nearly as many labels as tokens,
  /// or the like. Otherwise it is only unusual.
  bool serious = false;
  /// One sentence that begins with the file: what was found, the likely cause, what to do.
  std::string text;
};

/// Empty for plausible data. Cost: a look at every token.
std::vector<InputConcern> CheckTrainingInput(const Corpus& corpus);

}  // namespace sagitta

#pragma GCC visibility pop
