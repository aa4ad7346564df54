// Looking things up in the registry of training methods.
#pragma once

#include <string>
#include <vector>

#include "sagitta/methods.h"

namespace sagitta::cli {

std::vector<std::string> MethodNames();

/// Throws Error(kUsage), with the nearest name, when there is no such method.
const MethodInfo& FindMethod(const std::string& name);

/// A method option and the methods that have it.
struct SharedMethodOption {
  MethodOption option;  // as the first of the methods describes it
  std::vector<std::string> methods;
  std::vector<std::string> defaults;  // of each of the methods

  /// "1", or "1; smd: 8" when methods differ.
  std::string DefaultText() const;
};

/// Every option of any method once, in the order of the registry.
std::vector<SharedMethodOption> AllMethodOptions();

}  // namespace sagitta::cli
