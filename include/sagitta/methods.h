// The registry of training methods, as data, and what a method can tell about its sampling.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

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

/// How the examples were sampled, from the methods that keep an account of it. With a batch size
/// above 1 an example is a batch.
struct SamplingReport {
  std::vector<std::uint32_t> visits;  // of each example; empty: not known
  std::vector<double> lipschitz;      // L_i of each, 0: not seen; empty: the method has none
};

/// The default method, and the one that it stands for without an L1 term: with one it begins with
/// it and may change over to another one.
inline constexpr char kAutoMethod[] = "auto";
inline constexpr char kStochasticOfAuto[] = "sag-nus-secant";

/// Every method, in the order in which they are listed to people.
const std::vector<MethodInfo>& Methods();

}  // namespace sagitta

#pragma GCC visibility pop
