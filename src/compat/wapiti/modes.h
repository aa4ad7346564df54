// sagitta-wapiti: the modes of Wapiti, https://wapiti.limsi.fr/.
#pragma once

#include <string>
#include <vector>

namespace sagitta::compat {

inline constexpr char kProgram[] = "sagitta-wapiti";

/// `words` are those after the mode's name. They throw Error and ClosedPipe.
void Train(const std::vector<std::string>& words);
void Label(const std::vector<std::string>& words);
void Dump(const std::vector<std::string>& words);
void Update(const std::vector<std::string>& words);

/// The input and the output file of a command line; "-" where none is given.
struct InputAndOutput {
  std::string input = "-";
  std::string output = "-";
};
/// Throws Error(kUsage) when there are more than two.
InputAndOutput SplitFiles(const std::vector<std::string>& files);

}  // namespace sagitta::compat
