// Looking things up in the registry of training methods.
#pragma once

#include <string>
#include <vector>

#include "sagitta/methods.h"

namespace sagitta::cli {

std::vector<std::string> MethodNames();

/// Throws Error(kUsage), with the nearest name, when there is no such method.
const MethodInfo& FindMethod(const std::string& name);

/// An option as it is typed for a method. `train --help`, `help METHOD` and docs/methods.md all
/// come from these.
struct TypedOption {
  std::string name;           // with its dashes
  std::string placeholder;    // of its value; empty: it has none
  std::string default_value;  // empty: none
  std::string help;
  std::string sets;  // the method's own option that it gives a value; empty: a setting of training
};

/// What can be typed for a method: its own options, those that turn one off, and the settings of
/// training that not every method takes.
std::vector<TypedOption> TypedOptions(const MethodInfo& method);

/// The two names of the strength of the L1 term: --lambda1 and --c1.
TypedOption Lambda1Option();
TypedOption C1Option();

/// The methods that take them.
std::vector<std::string> Lambda1Methods();

/// The help of an option, with its default.
std::string WithDefault(const std::string& help, const std::string& default_value);

/// A method's own option and the methods that have it.
struct SharedMethodOption {
  TypedOption option;  // as the first of the methods describes it
  std::vector<std::string> methods;
  std::vector<std::string> defaults;  // of each of the methods

  /// "1", or "1; smd: 8" when methods differ.
  std::string DefaultText() const;
};

/// Every own option of any method once, in the order of the registry.
std::vector<SharedMethodOption> AllMethodOptions();

}  // namespace sagitta::cli
