// sagitta-crfsuite: the longer commands of CRFsuite, https://www.chokkan.org/software/crfsuite/.
#pragma once

#include <string>
#include <vector>

namespace sagitta::compat {

inline constexpr char kProgram[] = "sagitta-crfsuite";

/// `words` are those after the command's name. They throw Error and ClosedPipe.
void Learn(const std::vector<std::string>& words);
void Tag(const std::vector<std::string>& words);

}  // namespace sagitta::compat
