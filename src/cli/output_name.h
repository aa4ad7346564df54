// Names of output files: an extension that promises another format than what is written is refused.
#pragma once

#include <string>
#include <vector>

namespace sagitta::cli {

/// Throws Error(kUsage) if the extension of `path` stands for a format that is none of `written`,
/// for example .json where a model is written. Unknown extensions and "-" are accepted. `advice` is
/// the end of the message: what to do instead.
void CheckOutputName(const std::string& option, const std::string& path,
                     const std::vector<std::string>& written, const std::string& advice);

}  // namespace sagitta::cli
