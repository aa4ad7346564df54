// ReadOptions from the words that Python programs use.
#pragma once

#include <string>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta::python {

/// `template_text` is the text itself. `format` is auto, attributes, columns, conllu or
/// observations; `language` auto, crfpp or wapiti. Throws Error(kUsage) for other words.
ReadOptions MakeReadOptions(const std::string& template_text, const std::string& format,
                            const std::vector<std::string>& columns, const std::string& language);

}  // namespace sagitta::python
