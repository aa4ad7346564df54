// ReadOptions from the words that Python programs use.
#pragma once

#include <string>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta::python {

/// How input is read, as keywords say it; see the fields of ReadOptions.
struct InputWords {
  std::string template_text;  // the text itself
  std::string format = "auto";
  std::vector<std::string> columns = {};
  std::string language = "auto";
  std::string structure = {};
  std::vector<std::string> symmetric = {};
};

/// Throws Error(kUsage) for words that it does not know.
ReadOptions MakeReadOptions(const InputWords& words);

/// The same options for rows in memory, whose columns are those that the template sees.
ReadOptions ForRows(ReadOptions options);

}  // namespace sagitta::python
