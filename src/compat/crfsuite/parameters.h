// The parameters of CRFsuite's training algorithms (-p NAME=VALUE) and what they mean here.
#pragma once

#include <string>
#include <vector>

#include "compat/shared/pass_printer.h"
#include "sagitta/train.h"

namespace sagitta::compat {

/// The help of parameters that are accepted for the sake of scripts.
inline constexpr char kNoEffect[] = "Has no effect.";

enum class ParameterType { kReal, kWhole, kText };

struct Parameter {
  ParameterType type;
  std::string name;
  std::string value;     // what was given, else the default
  std::string log_name;  // in the training log; empty: not shown there
  std::string help;
  bool given = false;
};

/// One algorithm with its parameters.
class Algorithm {
 public:
  enum class Kind { kLbfgs, kL2sgd, kPerceptron, kPassiveAggressive, kArow };

  /// By the name after -a. Throws Error(kUsage) when there is none.
  explicit Algorithm(const std::string& name);

  /// NAME=VALUE. Throws Error(kUsage) for an unknown name and a value that makes no sense.
  void Set(const std::string& assignment);

  Kind kind() const { return kind_; }
  /// The full name, e.g. "averaged-perceptron".
  const std::string& name() const { return name_; }
  /// What the training log calls it.
  const std::string& title() const { return title_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  const Parameter& Get(const std::string& name) const;
  double Number(const std::string& name) const;

  /// The text of learn -H.
  std::string Help() const;

  /// When it has improved too little to go on.
  ProgressRule Progress() const;

  /// How we train for these parameters. Appends what the user should know about it to `notes`.
  TrainSettings Settings(std::vector<std::string>& notes) const;

 private:
  void AddShared();
  void AddLbfgs();
  void AddL2sgd();
  void AddOnline();
  void MapPenalty(TrainSettings& settings, std::vector<std::string>& notes) const;
  void MapStopping(TrainSettings& settings) const;
  void MapMethod(TrainSettings& settings, std::vector<std::string>& notes) const;

  Kind kind_;
  std::string name_;
  std::string title_;
  std::vector<Parameter> parameters_;
};

/// A number as CRFsuite prints it: six decimals, or a whole number.
std::string ShownValue(const Parameter& parameter);

}  // namespace sagitta::compat
