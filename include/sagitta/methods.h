// The registry of training methods, as data.
#pragma once

#include <string>
#include <vector>

namespace sagitta {

/// One option of a method, described once for --help, `sagitta help METHOD` and the documentation.
struct MethodOption {
  std::string name;  // as typed after --, without the dashes
  std::string default_value;
  std::string help;
};

struct MethodInfo {
  std::string name;
  std::string family;  // "variance-reduced", "batch", ...
  std::string summary;
  std::string citation;
  std::vector<MethodOption> options;
  bool lambda1 = false;  // can have an L1 term in the objective
};

/// Every method, in the order in which they are listed to people.
const std::vector<MethodInfo>& Methods();

}  // namespace sagitta
