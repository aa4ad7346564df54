#include "train/settings.h"

#include <charconv>
#include <cmath>

#include "optim/registry.h"
#include "sagitta/error.h"

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

std::string Name(FeatureSet set) { return set == FeatureSet::kAll ? "all" : "observed"; }

}  // namespace

TrainSettings ResolveSettings(const TrainSettings& given, std::size_t examples) {
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
  if (!settings.lambda) settings.lambda = 1 / n;
  Require(*settings.lambda > 0 && std::isfinite(*settings.lambda), "lambda", *settings.lambda,
          "a positive number");
  Require(given.passes > 0 && std::isfinite(given.passes), "passes", given.passes,
          "a positive number");
  Require(given.tolerance >= 0 && std::isfinite(given.tolerance), "tolerance", given.tolerance,
          "zero or a positive number");
  Require(given.min_count >= 1, "min-count", given.min_count, "at least 1");
  settings.method_options = CompleteOptions(given.method, given.method_options);
  return settings;
}

std::map<std::string, std::string> DescribeSettings(const TrainSettings& settings) {
  std::map<std::string, std::string> text = {
      {"method", settings.method},
      {"features", Name(settings.features)},
      {"transitions", Name(settings.transitions)},
      {"min-count", std::to_string(settings.min_count)},
      {"lambda", Text(settings.lambda.value())},
      {"precision", settings.precision == Precision::kFloat ? "float" : "double"},
      {"passes", Text(settings.passes)},
      {"tolerance", Text(settings.tolerance)},
      {"seed", std::to_string(settings.seed)},
      {"merge-twins", settings.merge_twins ? "on" : "off"},
  };
  text.insert(settings.method_options.begin(), settings.method_options.end());
  return text;
}

}  // namespace sagitta
