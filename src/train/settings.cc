#include "train/settings.h"

#include <charconv>
#include <cmath>
#include <functional>

#include "optim/registry.h"
#include "sagitta/error.h"
#include "text/read_options.h"

namespace sagitta {
namespace {

std::string Text(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

void Require(bool good, const std::string& name, double found, const std::string& wanted) {
  if (!good) {
    throw Error(ErrorKind::kUsage, name + ": found " + Text(found) + ", wanted " + wanted);
  }
}

std::string Name(FeatureSet set) {
  switch (set) {
    case FeatureSet::kObserved:
      return "observed";
    case FeatureSet::kAll:
      return "all";
    case FeatureSet::kNone:
      break;
  }
  return "none";
}

void CheckPath(const LambdaPath& path) {
  Require(path.first > 0 && std::isfinite(path.first), "lambda-path", path.first,
          "a positive number to begin with");
  Require(path.last > 0 && std::isfinite(path.last), "lambda-path", path.last,
          "a positive number to end with");
  Require(path.count >= 1, "lambda-path", path.count, "at least one value");
}

}  // namespace

FeatureSet ResolveTransitions(std::optional<FeatureSet> given, const ReadOptions& input) {
  if (given) return *given;
  return internal::HasPlainTransitions(input) ? FeatureSet::kAll : FeatureSet::kNone;
}

TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples,
                              const ReadOptions& input) {
  TrainSettings settings = given;
  const double n = static_cast<double>(examples);
  if (given.lambda && given.c2) {
    throw Error(ErrorKind::kUsage,
                "lambda and c2 are the same thing in two units: give one of them");
  }
  if (given.c2) {
    Require(*given.c2 > 0 && std::isfinite(*given.c2), "c2", *given.c2, "a positive number");
    settings.lambda = 2 * *given.c2 / n;
    settings.c2.reset();
  }
  if (given.c1) {
    Require(*given.c1 >= 0 && std::isfinite(*given.c1), "c1", *given.c1,
            "zero or a positive number");
    settings.lambda1 = *given.c1 / n;
    settings.c1.reset();
  }
  Require(settings.lambda1 >= 0 && std::isfinite(settings.lambda1), "lambda1", settings.lambda1,
          "zero or a positive number");
  if (given.lambda_path) {
    if (settings.lambda) {
      throw Error(ErrorKind::kUsage, "a path of lambdas and one lambda were given: choose");
    }
    CheckPath(*given.lambda_path);
    settings.lambda = given.lambda_path->first;
  }
  if (!settings.lambda) settings.lambda = 1 / n;
  Require(*settings.lambda > 0 && std::isfinite(*settings.lambda), "lambda", *settings.lambda,
          "a positive number");
  Require(given.passes >= 0 && std::isfinite(given.passes), "passes", given.passes,
          "zero or a positive number");
  if (given.lambda_path) Require(given.passes > 0, "passes", 0, "a positive number for a path");
  Require(given.tolerance >= 0 && std::isfinite(given.tolerance), "tolerance", given.tolerance,
          "zero or a positive number");
  Require(given.checkpoint.every >= 1, "every", given.checkpoint.every, "at least 1");
  if (given.min_frequency) {
    Require(std::isfinite(*given.min_frequency), "min-frequency", *given.min_frequency, "a number");
  }
  Require(given.min_count >= 1, "min-count", given.min_count, "at least 1");
  if (given.features == FeatureSet::kNone) {
    throw Error(ErrorKind::kUsage, "features: found none, wanted observed or all");
  }
  settings.transitions = ResolveTransitions(given.transitions, input);
  settings.method_options = CompleteOptions(given.method, given.method_options);
  // Twins share one weight by symmetry of the squared penalty; the L1 term has another factor.
  if (settings.lambda1 > 0) settings.merge_twins = false;
  // Without a pass the weights are to stay as they came; those of twins need not be equal.
  if (given.passes == 0 && given.checkpoint.resume.empty()) settings.merge_twins = false;
  return settings;
}

// a, ..., b with equal ratios.
double PathLambda(const LambdaPath& path, std::uint32_t k) {
  if (k == 0) return path.first;
  if (k + 1 == path.count) return path.last;
  const double fraction = static_cast<double>(k) / static_cast<double>(path.count - 1);
  return path.first * std::pow(path.last / path.first, fraction);
}

std::map<std::string, std::string> DescribeSettings(const TrainSettings& settings) {
  std::map<std::string, std::string> text = {
      {"method", settings.method},
      {"features", Name(settings.features)},
      {"transitions", Name(settings.transitions.value())},
      {"min-count", std::to_string(settings.min_count)},
      {"lambda", Text(settings.lambda.value())},
      {"precision", settings.precision == Precision::kFloat ? "float" : "double"},
      {"passes", Text(settings.passes)},
      {"tolerance", Text(settings.tolerance)},
      {"seed", std::to_string(settings.seed)},
      {"merge-twins", settings.merge_twins ? "on" : "off"},
  };
  if (settings.lambda1 > 0) text["lambda1"] = Text(settings.lambda1);
  if (settings.constraints.kind != ConstraintKind::kNone) {
    text["constraints"] = settings.constraints.Name();
  }
  if (settings.min_frequency) text["min-frequency"] = Text(*settings.min_frequency);
  text.insert(settings.method_options.begin(), settings.method_options.end());
  return text;
}

std::map<std::string, std::string> CourseSettings(const TrainSettings& resolved) {
  std::map<std::string, std::string> text = DescribeSettings(resolved);
  text.erase("passes");
  text["patience"] = std::to_string(resolved.patience);
  if (resolved.constraints.kind == ConstraintKind::kRules) {
    text["constraint rules with hash"] =
        std::to_string(std::hash<std::string>()(resolved.constraints.rules));
  }
  if (resolved.lambda_path) {
    text["lambda-path"] = Text(resolved.lambda_path->first) + ":" +
                          Text(resolved.lambda_path->last) + ":" +
                          std::to_string(resolved.lambda_path->count);
  }
  return text;
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
