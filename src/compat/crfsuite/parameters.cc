#include "compat/crfsuite/parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "cli/format.h"
#include "cli/suggest.h"
#include "cli/values.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

constexpr auto kReal = ParameterType::kReal;
constexpr auto kWhole = ParameterType::kWhole;
constexpr auto kText = ParameterType::kText;

struct Names {
  Algorithm::Kind kind;
  const char* short_name;
  const char* name;
  const char* title;
};

constexpr std::array<Names, 5> kAlgorithms = {{
    {Algorithm::Kind::kLbfgs, "lbfgs", "lbfgs", "L-BFGS optimization"},
    {Algorithm::Kind::kL2sgd, "l2sgd", "l2sgd", "Stochastic Gradient Descent (SGD)"},
    {Algorithm::Kind::kPerceptron, "ap", "averaged-perceptron", "Averaged perceptron"},
    {Algorithm::Kind::kPassiveAggressive, "pa", "passive-aggressive", "Passive Aggressive"},
    {Algorithm::Kind::kArow, "arow", "arow", "Adaptive Regularization of Weights (AROW)"},
}};

/// Refuses what is no value of the parameter's type.
void CheckValue(const Parameter& parameter, const std::string& value) {
  const std::string option = "-p " + parameter.name;
  if (parameter.type == kReal) ParsePositive(option, value, true);
  if (parameter.type == kWhole) ParseCount(option, value, 0, INT32_MAX);
}

}  // namespace

Algorithm::Algorithm(const std::string& name) {
  const auto found = std::find_if(kAlgorithms.begin(), kAlgorithms.end(), [&](const Names& a) {
    return name == a.short_name || name == a.name;
  });
  if (found == kAlgorithms.end()) {
    throw Error(ErrorKind::kUsage,
                "-a: found '" + name + "', wanted one of lbfgs, l2sgd, ap, pa, arow");
  }
  kind_ = found->kind;
  name_ = found->name;
  title_ = found->title;
  AddShared();
  if (kind_ == Kind::kLbfgs) {
    AddLbfgs();
  } else if (kind_ == Kind::kL2sgd) {
    AddL2sgd();
  } else {
    AddOnline();
  }
  parameters_.push_back({kText, "method", "", "",
                         "Of Sagitta alone: the training method (sagitta methods lists them)."});
}

void Algorithm::AddShared() {
  parameters_ = {
      {kReal, "feature.minfreq", "0", "", "Features that are rarer get no weight."},
      {kWhole, "feature.possible_states", "0", "", "1: every attribute with every label."},
      {kWhole, "feature.possible_transitions", "0", "", "1: every label after every label."},
  };
}

void Algorithm::AddLbfgs() {
  const std::vector<Parameter> more = {
      {kReal, "c1", "0", "c1", "Strength of the L1 regularisation."},
      {kReal, "c2", "1", "c2", "Strength of the L2 regularisation."},
      {kWhole, "num_memories", "6", "num_memories", "Pairs that L-BFGS keeps (-p method=lbfgs)."},
      {kWhole, "max_iterations", "2147483647", "max_iterations", "Passes at most; 0: no limit."},
      {kReal, "epsilon", "0.00001", "epsilon",
       "The largest entry of the gradient, in the mean over the instances, to stop with."},
      {kWhole, "period", "10", "stop", "Passes over which delta is measured; 0: it is not."},
      {kReal, "delta", "0.00001", "delta",
       "Training stops when the loss has changed by less than this part of it."},
      {kText, "linesearch", "MoreThuente", "linesearch", kNoEffect},
      {kWhole, "max_linesearch", "20", "linesearch.max_iterations", kNoEffect},
  };
  parameters_.insert(parameters_.end(), more.begin(), more.end());
}

void Algorithm::AddL2sgd() {
  const std::vector<Parameter> more = {
      {kReal, "c2", "1", "c2", "Strength of the L2 regularisation."},
      {kWhole, "max_iterations", "1000", "max_iterations", "Passes at most."},
      {kWhole, "period", "10", "period", "Passes over which delta is measured; 0: it is not."},
      {kReal, "delta", "0.000001", "delta",
       "Training stops when the loss has changed by less than this part of it."},
      {kReal, "calibration.eta", "0.1", "", kNoEffect},
      {kReal, "calibration.rate", "2", "", kNoEffect},
      {kWhole, "calibration.samples", "1000", "", kNoEffect},
      {kWhole, "calibration.candidates", "10", "", kNoEffect},
      {kWhole, "calibration.max_trials", "20", "", kNoEffect},
  };
  parameters_.insert(parameters_.end(), more.begin(), more.end());
}

void Algorithm::AddOnline() {
  if (kind_ == Kind::kPassiveAggressive) {
    const std::vector<Parameter> more = {
        {kWhole, "type", "1", "type", kNoEffect},
        {kReal, "c", "1", "c", kNoEffect},
        {kWhole, "error_sensitive", "1", "error_sensitive", kNoEffect},
        {kWhole, "averaging", "1", "averaging", kNoEffect},
    };
    parameters_.insert(parameters_.end(), more.begin(), more.end());
  }
  if (kind_ == Kind::kArow) {
    parameters_.push_back({kReal, "variance", "1", "variance", kNoEffect});
    parameters_.push_back({kReal, "gamma", "1", "gamma", kNoEffect});
  }
  parameters_.push_back({kWhole, "max_iterations", "100", "max_iterations", "Passes at most."});
  parameters_.push_back({kReal, "epsilon", "0", "epsilon", kNoEffect});
}

void Algorithm::Set(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  if (found == parameters_.end()) {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters_) names.push_back(parameter.name);
    throw Error(ErrorKind::kUsage, "-p: found '" + name + "', which is no parameter of " + name_ +
                                       Suggestion(name, names));
  }
  if (equals == std::string::npos) {
    throw Error(ErrorKind::kUsage, "-p: found '" + assignment + "', wanted NAME=VALUE");
  }
  found->value = assignment.substr(equals + 1);
  found->given = true;
  CheckValue(*found, found->value);
}

const Parameter& Algorithm::Get(const std::string& name) const {
  return *std::find_if(parameters_.begin(), parameters_.end(),
                       [&](const Parameter& p) { return p.name == name; });
}

double Algorithm::Number(const std::string& name) const {
  return ParsePositive("-p " + name, Get(name).value, true);
}

std::string ShownValue(const Parameter& parameter) {
  if (parameter.type != kReal) return parameter.value;
  return Print("%f", ParsePositive(parameter.name, parameter.value, true));
}

std::string Algorithm::Help() const {
  std::string text = "PARAMETERS for " + name_ + " (crf1d):\n\n";
  for (const Parameter& parameter : parameters_) {
    const char* type = parameter.type == kReal    ? "float"
                       : parameter.type == kWhole ? "int"
                                                  : "string";
    text += std::string(type) + " " + parameter.name + " = " + ShownValue(parameter) + ";\n" +
            parameter.help + "\n\n";
  }
  return text;
}

}  // namespace sagitta::compat
