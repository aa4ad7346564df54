// Settings: resolves what the user left open against the data, and describes settings as text.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "sagitta/train.h"
#include "sagitta/train_options.h"

namespace sagitta {

/// The transitions as given, or as the template implies.
FeatureSet ResolveTransitions(std::optional<FeatureSet> given, const ReadOptions& input);

/// The settings with lambda, transitions, threads and every method option filled in; c2 and c1 are
/// reset. `examples` > 0. Throws Error(kUsage) as CheckTrainSettings does.
TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples,
                              const ReadOptions& input = {}, bool has_dev = false,
                              bool has_from = false);

/// The largest absolute value that an attribute may have without being scaled.
double ValueLimit(ScaleValues scale);

/// The options for which `choose` is true and that are set: names and values as text.
std::map<std::string, std::string> SettingTexts(
    const TrainSettings& settings, const std::function<bool(const TrainOption&)>& choose);

/// Adds a hash of the constraint rules, if any, because the name of the file does not determine
/// them.
void AddRulesHash(const TrainSettings& settings, std::map<std::string, std::string>& texts);

/// The settings that affect the course of training, for a checkpoint: a training may be continued
/// with another number of passes, but everything else must be the same.
std::map<std::string, std::string> CourseSettings(const TrainSettings& resolved);

/// The settings as stored in a model file.
std::map<std::string, std::string> DescribeSettings(const TrainSettings& resolved);

/// A setting that is not the same in two descriptions; "not set" where it is absent.
struct SettingDifference {
  std::string name;
  std::string was;
  std::string is;
};

/// The first difference, if there is one.
std::optional<SettingDifference> FirstDifference(const std::map<std::string, std::string>& before,
                                                 const std::map<std::string, std::string>& now);

}  // namespace sagitta
