// Resolves settings against the data, and describes them as text.
#include "train/settings.h"

#include <limits>

#include "base/thread_count.h"
#include "optim/registry.h"
#include "text/read_options.h"
#include "train/lambda_path.h"
#include "train/option_rules.h"

namespace sagitta {
FeatureSet ResolveTransitions(std::optional<FeatureSet> given, const ReadOptions& input) {
  if (given) return *given;
  return internal::HasPlainTransitions(input) ? FeatureSet::kAll : FeatureSet::kNone;
}

std::string MethodInUse(const TrainSettings& settings) {
  const bool l1 = settings.lambda1 > 0 || settings.c1.value_or(0) > 0;
  return settings.method == kAutoMethod && !l1 ? kStochasticOfAuto : settings.method;
}

TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples,
                              const ReadOptions& input, bool has_dev, bool has_from) {
  CheckTrainSettings(given, has_dev, has_from);
  TrainSettings settings = given;
  const double n = static_cast<double>(examples);
  if (given.c2) settings.lambda = 2 * *given.c2 / n;
  if (given.c1) settings.lambda1 = *given.c1 / n;
  settings.c2.reset();
  settings.c1.reset();
  if (given.lambda_path && given.lambda_path->automatic) settings.lambda_path = AutomaticPath(n);
  if (given.lambda_path) settings.lambda = settings.lambda_path->first;
  if (given.cv && *given.cv > examples) {
    RefuseValue("cv", Format(*given.cv),
                "at most the number of sequences, " + std::to_string(examples));
  }
  if (!settings.lambda) settings.lambda = 1 / n;
  // A c2 or c1 in range can give a lambda that is not.
  FindTrainOption("lambda").check(settings);
  FindTrainOption("lambda1").check(settings);
  settings.transitions = ResolveTransitions(given.transitions, input);
  settings.method = MethodInUse(given);
  settings.method_options = CompleteOptions(settings.method, given.method_options);
  // Twins share one weight by the symmetry of the squared penalty; the L1 term has another factor.
  if (settings.lambda1 > 0) settings.merge_twins = false;
  settings.threads = ResolveThreads(given.threads);
  // Without a pass the weights do not change, and those of twins need not be equal.
  if (given.passes == 0 && given.checkpoint.resume.empty()) settings.merge_twins = false;
  return settings;
}

double ValueLimit(ScaleValues scale) {
  switch (scale) {
    case ScaleValues::kAuto:
      return kLargeValue;
    case ScaleValues::kAll:
      return 0;
    case ScaleValues::kOff:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

std::map<std::string, std::string> SettingTexts(
    const TrainSettings& settings, const std::function<bool(const TrainOption&)>& choose) {
  std::map<std::string, std::string> texts;
  for (const TrainOption& option : TrainOptions()) {
    const std::string text = option.get(settings);
    if (choose(option) && !text.empty()) texts[option.name] = text;
  }
  return texts;
}

std::map<std::string, std::string> DescribeSettings(const TrainSettings& settings) {
  auto texts = SettingTexts(settings, [](const TrainOption& option) {
    return option.affects_course || option.name == "passes";
  });
  texts.insert(settings.method_options.begin(), settings.method_options.end());
  return texts;
}

std::map<std::string, std::string> CourseSettings(const TrainSettings& resolved) {
  auto texts =
      SettingTexts(resolved, [](const TrainOption& option) { return option.affects_course; });
  texts.insert(resolved.method_options.begin(), resolved.method_options.end());
  AddRulesHash(resolved, texts);
  return texts;
}

void AddRulesHash(const TrainSettings& settings, std::map<std::string, std::string>& texts) {
  if (settings.constraints.kind != ConstraintKind::kRules) return;
  texts["constraint rules with hash"] =
      std::to_string(std::hash<std::string>()(settings.constraints.rules));
}

std::optional<SettingDifference> FirstDifference(const std::map<std::string, std::string>& before,
                                                 const std::map<std::string, std::string>& now) {
  constexpr char kNotSet[] = "not set";
  for (const auto& [name, value] : now) {
    const auto found = before.find(name);
    if (found == before.end()) return SettingDifference{name, kNotSet, value};
    if (found->second != value) return SettingDifference{name, found->second, value};
  }
  for (const auto& [name, value] : before) {
    if (!now.contains(name)) return SettingDifference{name, value, kNotSet};
  }
  return std::nullopt;
}

}  // namespace sagitta
