// The parameters of CRFsuite's training algorithms: their tables, values and checks.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "crfsuite/format.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"

namespace sagitta::crfsuite {
namespace {

constexpr auto kFloat = ParameterType::kFloat;
constexpr auto kInt = ParameterType::kInt;
constexpr auto kString = ParameterType::kString;

struct AlgorithmNames {
  Algorithm algorithm;
  std::string_view short_name;
  std::string_view name;
};

constexpr std::array<AlgorithmNames, 5> kAlgorithms = {{
    {Algorithm::kLbfgs, "lbfgs", "lbfgs"},
    {Algorithm::kL2sgd, "l2sgd", "l2sgd"},
    {Algorithm::kAveragedPerceptron, "ap", "averaged-perceptron"},
    {Algorithm::kPassiveAggressive, "pa", "passive-aggressive"},
    {Algorithm::kArow, "arow", "arow"},
}};

/// A parameter that is accepted so that scripts keep working.
constexpr Parameter Ignored(std::string_view name, ParameterType type,
                            std::string_view default_value, std::string_view log_name) {
  return {name, type, default_value, "Has no effect.", false, log_name};
}

constexpr std::string_view kC2Help = "Strength of the L2 regularisation.";
constexpr std::string_view kPeriodHelp =
    "Number of iterations over which delta is measured; 0: no such test.";
constexpr std::string_view kDeltaHelp =
    "Training stops when the loss has changed by less than this fraction of its value over `period`"
    " iterations.";

constexpr Parameter kFeatureParameters[] = {
    {"feature.minfreq", kFloat, "0", "Features with a lower frequency get no weight.", true, ""},
    {"feature.possible_states", kInt, "0", "1: every attribute gets a weight with every label.",
     true, ""},
    {"feature.possible_transitions", kInt, "0", "1: every pair of labels gets a weight.", true, ""},
};

constexpr Parameter kLbfgsParameters[] = {
    {"c1", kFloat, "0", "Strength of the L1 regularisation.", true, "c1"},
    {"c2", kFloat, "1", kC2Help, true, "c2"},
    {"num_memories", kInt, "6", "Number of pairs that L-BFGS keeps (only with method=lbfgs).", true,
     "num_memories"},
    {"max_iterations", kInt, "2147483647", "Maximum number of iterations; 0: no limit.", true,
     "max_iterations"},
    {"epsilon", kFloat, "0.00001",
     "Training stops when the largest entry of the gradient of the mean loss is below this.", true,
     "epsilon"},
    {"period", kInt, "10", kPeriodHelp, true, "stop"},
    {"delta", kFloat, "0.00001", kDeltaHelp, true, "delta"},
    Ignored("linesearch", kString, "MoreThuente", "linesearch"),
    Ignored("max_linesearch", kInt, "20", "linesearch.max_iterations"),
};

constexpr Parameter kL2sgdParameters[] = {
    {"c2", kFloat, "1", kC2Help, true, "c2"},
    {"max_iterations", kInt, "1000", "Maximum number of iterations.", true, "max_iterations"},
    {"period", kInt, "10", kPeriodHelp, true, "period"},
    {"delta", kFloat, "0.000001", kDeltaHelp, true, "delta"},
    Ignored("calibration.eta", kFloat, "0.1", ""),
    Ignored("calibration.rate", kFloat, "2", ""),
    Ignored("calibration.samples", kInt, "1000", ""),
    Ignored("calibration.candidates", kInt, "10", ""),
    Ignored("calibration.max_trials", kInt, "20", ""),
};

constexpr Parameter kPassiveAggressiveParameters[] = {
    Ignored("type", kInt, "1", "type"),
    Ignored("c", kFloat, "1", "c"),
    Ignored("error_sensitive", kInt, "1", "error_sensitive"),
    Ignored("averaging", kInt, "1", "averaging"),
};

constexpr Parameter kArowParameters[] = {
    Ignored("variance", kFloat, "1", "variance"),
    Ignored("gamma", kFloat, "1", "gamma"),
};

constexpr Parameter kOnlineParameters[] = {
    {"max_iterations", kInt, "100", "Maximum number of iterations.", true, "max_iterations"},
    Ignored("epsilon", kFloat, "0", "epsilon"),
};

constexpr Parameter kOwnParameters[] = {
    {"method", kString, "", "Not of CRFsuite: the training method (see `sagitta methods`).", true,
     ""},
};

std::vector<Parameter> Join(std::initializer_list<std::span<const Parameter>> tables) {
  std::vector<Parameter> all;
  for (const std::span<const Parameter> table : tables)
    all.insert(all.end(), table.begin(), table.end());
  return all;
}

const std::vector<Parameter>& ParametersOf(Algorithm algorithm) {
  static const std::array<std::vector<Parameter>, 5> all = {
      Join({kFeatureParameters, kLbfgsParameters, kOwnParameters}),
      Join({kFeatureParameters, kL2sgdParameters, kOwnParameters}),
      Join({kFeatureParameters, kOnlineParameters, kOwnParameters}),
      Join({kFeatureParameters, kPassiveAggressiveParameters, kOnlineParameters, kOwnParameters}),
      Join({kFeatureParameters, kArowParameters, kOnlineParameters, kOwnParameters}),
  };
  return all[static_cast<std::size_t>(algorithm)];
}

[[noreturn]] void Refuse(const std::string& message) { throw Error(ErrorKind::kUsage, message); }

/// Whether all of the text is a number, which is then in `value`.
template <typename T>
bool Convert(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

/// Refuses what is not a value of the parameter's type.
void CheckValue(const Parameter& parameter, std::string_view value) {
  const std::string found = std::string(parameter.name) + ": found '" + std::string(value) + "', ";
  if (parameter.type == kFloat) {
    double number = 0;
    if (!Convert(value, number) || !std::isfinite(number) || number < 0) {
      Refuse(found + "expected a number, 0 or above");
    }
  } else if (parameter.type == kInt) {
    std::int32_t number = 0;
    if (!Convert(value, number) || number < 0) {
      Refuse(found + "expected a whole number, 0 to " + std::to_string(INT32_MAX));
    }
  }
}

}  // namespace

Parameters::Parameters(std::string_view algorithm) {
  const auto found =
      std::find_if(kAlgorithms.begin(), kAlgorithms.end(), [&](const AlgorithmNames& names) {
        return algorithm == names.short_name || algorithm == names.name;
      });
  if (found == kAlgorithms.end()) {
    Refuse("algorithm: found '" + std::string(algorithm) +
           "', expected one of lbfgs, l2sgd, ap, pa, arow");
  }
  algorithm_ = found->algorithm;
  list_ = &ParametersOf(algorithm_);
  for (const Parameter& parameter : *list_) values_.emplace_back(parameter.default_value);
  set_.resize(values_.size());
}

std::string_view Parameters::algorithm_name() const {
  return kAlgorithms[static_cast<std::size_t>(algorithm_)].name;
}

const Parameter* Parameters::Find(std::string_view name) const {
  const auto found = std::find_if(list_->begin(), list_->end(),
                                  [&](const Parameter& p) { return p.name == name; });
  return found == list_->end() ? nullptr : &*found;
}

std::size_t Parameters::Index(std::string_view name) const {
  const Parameter* parameter = Find(name);
  if (parameter == nullptr) {
    std::vector<std::string> names;
    for (const Parameter& known : *list_) names.emplace_back(known.name);
    Refuse("'" + std::string(name) + "' is not a parameter of " + std::string(algorithm_name()) +
           Suggestion(name, names));
  }
  return static_cast<std::size_t>(parameter - list_->data());
}

void Parameters::Set(std::string_view name, std::string_view value) {
  const std::size_t index = Index(name);
  CheckValue((*list_)[index], value);
  values_[index] = value;
  set_[index] = true;
}

bool Parameters::IsSet(std::string_view name) const { return set_[Index(name)]; }

const std::string& Parameters::Text(std::string_view name) const { return values_[Index(name)]; }

double Parameters::Number(std::string_view name) const {
  double value = 0;
  Convert(Text(name), value);
  return value;
}

std::string Parameters::Get(std::string_view name) const {
  return Find(name) != nullptr && Find(name)->type == kFloat ? Print("%f", Number(name))
                                                             : Text(name);
}

std::string Parameters::HelpText() const {
  std::string text = "PARAMETERS for " + std::string(algorithm_name()) + " (crf1d):\n\n";
  for (const Parameter& parameter : *list_) {
    text += parameter.type == kFloat ? "float " : parameter.type == kInt ? "int " : "string ";
    text.append(parameter.name).append(" = ").append(Get(parameter.name)).append(";\n");
    text.append(parameter.help).append("\n\n");
  }
  return text;
}

}  // namespace sagitta::crfsuite
