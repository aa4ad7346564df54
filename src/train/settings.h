// Settings: what a user left open is resolved against the data, and settings as text.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "sagitta/train.h"
#include "sagitta/train_options.h"

namespace sagitta {

/// Transitions as given, or as the template has them.
FeatureSet ResolveTransitions(std::optional<FeatureSet> given, const ReadOptions& input);

/// The settings with lambda, transitions and every method option filled in; c2 and c1 are reset.
/// `examples` > 0. Throws Error(kUsage) as CheckTrainSettings does.
TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples,
                              const ReadOptions& input = {}, bool has_dev = false);

/// Value k of a path. REQUIRES: k < path.count.
double PathLambda(const LambdaPath& path, std::uint32_t k);

/// The options for which `choose` is true and that are set: names and values as text.
std::map<std::string, std::string> SettingTexts(
    const TrainSettings& settings, const std::function<bool(const TrainOption&)>& choose);

/// The name of a file with rules does not say what is in it: adds a hash of the rules, if any.
void AddRulesHash(const TrainSettings& settings, std::map<std::string, std::string>& texts);

/// The settings that affect the course of training, for a checkpoint: a training may be continued
/// with another number of passes, but everything else must be the same.
std::map<std::string, std::string> CourseSettings(const TrainSettings& resolved);

/// The settings as a model file keeps them.
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
