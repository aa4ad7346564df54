// Files in the UAI format: the scores that a model gives to graphs.
#pragma once

#include <cstdint>
#include <string>

#include "sagitta/model.h"

namespace sagitta::cli {

/// Scores sequence number `which` of the text `data`, counted from 1, and writes it to `out`; 0
/// writes all, each to a file of its own: OUT-1.uai, OUT-2.uai and so on for `out` = OUT.uai. Says
/// on standard error what was written. Throws Error(kUsage) when `out` has not the extension .uai
/// or when all are to go to standard output, and Error(kData) when there is no such sequence.
void WriteUaiFiles(const Model& model, const std::string& data, std::uint64_t which,
                   const std::string& out);

}  // namespace sagitta::cli
