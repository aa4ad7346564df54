// Settings as they are typed and shown.
#pragma once

#include <string>

#include "cli/values.h"
#include "sagitta/train.h"

namespace sagitta::cli {

inline std::string Name(FeatureSet set) {
  if (set == FeatureSet::kNone) return "none";
  return set == FeatureSet::kAll ? "all" : "observed";
}
inline std::string Name(Precision precision) {
  return precision == Precision::kFloat ? "float" : "double";
}

inline OptionSetter ToFeatureSet(FeatureSet& target) {
  return ToChoice<FeatureSet>(target,
                              {{"observed", FeatureSet::kObserved}, {"all", FeatureSet::kAll}});
}

/// Transitions may also be left out, or left to the template.
inline OptionSetter ToTransitions(std::optional<FeatureSet>& target) {
  return [&target](const std::string& option, const std::string& text) {
    FeatureSet set{};
    ToChoice<FeatureSet>(set, {{"observed", FeatureSet::kObserved},
                               {"all", FeatureSet::kAll},
                               {"none", FeatureSet::kNone}})(option, text);
    target = set;
  };
}

/// --constraints of commands that use a model.
inline constexpr const char* kConstraintsHelp =
    "which labels may follow which, besides the model's own constraints: bio, iobes or a file with "
    "rules, see train --help";

inline OptionSetter ToConstraints(ConstraintSettings& target) {
  return [&target](const std::string&, const std::string& text) {
    target = ReadConstraintSettings(text);
  };
}

}  // namespace sagitta::cli
