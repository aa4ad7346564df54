// Settles what a user left open and refuses what makes no sense.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "sagitta/train.h"

namespace sagitta {

/// The settings with lambda and every method option filled in; c2 is gone. `examples` > 0.
/// Throws Error(kUsage) that names the setting, what was found and what was wanted.
TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples);

/// Value k of a path. REQUIRES: k < path.count.
double PathLambda(const LambdaPath& path, std::uint32_t k);

/// The settings that the course of a training hangs on, for a checkpoint: a training may go on with
/// another number of passes, but with nothing else.
std::map<std::string, std::string> CourseSettings(const TrainSettings& resolved);

/// The settings as a model file keeps them: by name, as text that reads back to the same value.
std::map<std::string, std::string> DescribeSettings(const TrainSettings& resolved);

}  // namespace sagitta
