// The catalog of training methods and training options, as help and as pages of the documentation.
#pragma once

#include <string>
#include <vector>

#include "sagitta/methods.h"
#include "sagitta/train_options.h"

namespace sagitta::cli {

std::vector<std::string> MethodNames();

/// Throws Error(kUsage), with the most similar name, if there is no such method.
const MethodInfo& FindMethod(const std::string& name);

/// An option of a method as it is typed. `train --help`, `help METHOD` and docs/methods.md are all
/// generated from these.
struct TypedOption {
  std::string name;           // with its dashes
  std::string placeholder;    // of its value; empty if it has none
  std::string default_value;  // empty if there is none
  std::string help;
  std::string sets;  // the option of the method that it sets; empty for a training option
};

/// What can be typed for a method: its own options, those that turn one off, and the training
/// options that only some methods have.
std::vector<TypedOption> TypedOptions(const MethodInfo& method);

/// A method's own option and the methods that have it.
struct SharedMethodOption {
  TypedOption option;  // as described by the first of the methods
  std::vector<std::string> methods;
  std::vector<std::string> defaults;  // of each of the methods

  /// "1", or "1; smd: 8" if methods differ.
  std::string DefaultText() const;
};

/// The own options of all methods, each once, in the order of the registry.
std::vector<SharedMethodOption> AllMethodOptions();

/// A switch that is off by default is typed without a value.
bool IsFlag(const TrainOption& option);

/// "a, b, c"
std::string Listed(const std::vector<std::string>& names);

/// The help of an option, with its default.
std::string WithDefault(const std::string& help, const std::string& default_value);

/// The help of a training method: what it is, where it comes from, its options.
std::string MethodHelp(const MethodInfo& method);

}  // namespace sagitta::cli
