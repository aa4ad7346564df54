// Settles what a user left open and refuses what makes no sense.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "sagitta/train.h"

namespace sagitta {

/// Transitions as the template has them, unless they were asked for.
FeatureSet ResolveTransitions(std::optional<FeatureSet> given, const ReadOptions& input);

/// The settings with lambda and every method option filled in; c2 is gone. `examples` > 0.
/// Throws Error(kUsage) that names the setting, what was found and what was wanted.
TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples,
                              const ReadOptions& input = {});

/// Value k of a path. REQUIRES: k < path.count.
double PathLambda(const LambdaPath& path, std::uint32_t k);

/// The settings that the course of a training hangs on, for a checkpoint: a training may go on with
/// another number of passes, but with nothing else.
std::map<std::string, std::string> CourseSettings(const TrainSettings& resolved);

/// The settings as a model file keeps them: by name, as text that reads back to the same value.
std::map<std::string, std::string> DescribeSettings(const TrainSettings& resolved);

/// A setting that is not the same in two descriptions; "not set" where it is absent.
struct SettingDifference {
  std::string name;
  std::string was;
  std::string is;
};

/// The first difference there is, if any.
std::optional<SettingDifference> FirstDifference(const std::map<std::string, std::string>& before,
                                                 const std::map<std::string, std::string>& now);

}  // namespace sagitta
