// From CRFsuite's parameters to our settings.
#include <algorithm>
#include <cstdint>

#include "sagitta/compat.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"

namespace sagitta::crfsuite {
namespace {

bool KeepsPairs(const std::string& method) { return method == "lbfgs" || method == "owlqn"; }

}  // namespace

bool Parameters::MinimisesLoss() const {
  return algorithm_ == Algorithm::kLbfgs || algorithm_ == Algorithm::kL2sgd;
}

TrainSettings Parameters::Settings() const {
  TrainSettings settings;
  const auto set = [&](const char* name) {
    return Number(name) != 0 ? FeatureSet::kAll : FeatureSet::kObserved;
  };
  settings.features = set("feature.possible_states");
  settings.transitions = set("feature.possible_transitions");
  settings.min_frequency = Number("feature.minfreq");
  settings.trace_weights = true;
  settings.scale_values = ScaleValues::kOff;  // CRFsuite's objective

  settings.c2 = MinimisesLoss() ? std::max(Number("c2"), kLeastC2) : 1;
  if (algorithm_ == Algorithm::kLbfgs) {
    settings.c1 = Number("c1");
    settings.tolerance = Number("epsilon");
  }
  const double iterations = Number("max_iterations");
  if (iterations == 0 && algorithm_ != Algorithm::kLbfgs) {
    throw Error(ErrorKind::kUsage, "max_iterations: found 0, expected at least 1");
  }
  settings.passes = iterations > 0 ? iterations : INT32_MAX;

  const std::string& method = Text("method");
  if (!method.empty()) settings.method = method;
  if (KeepsPairs(method)) settings.precision = Precision::kDouble;  // that of CRFsuite's L-BFGS
  if (algorithm_ == Algorithm::kLbfgs && KeepsPairs(method)) {
    settings.method_options["history"] = Text("num_memories");
  }
  return settings;
}

std::vector<std::string> Parameters::Notes() const {
  std::vector<std::string> notes;
  for (const Parameter& parameter : *list_) {
    if (!parameter.has_effect && IsSet(parameter.name)) {
      notes.push_back(std::string(parameter.name) + " has no effect");
    }
  }
  if (MinimisesLoss() && Number("c2") == 0) {
    notes.push_back("c2=0: a c2 of 1e-8 is used, because training needs some L2 regularisation");
  }
  const std::string& method = Text("method");
  if (algorithm_ == Algorithm::kLbfgs && !KeepsPairs(method) && IsSet("num_memories")) {
    notes.push_back("num_memories has no effect without method=lbfgs");
  }
  const std::string name(algorithm_name());
  const std::string used = MethodInUse(Settings());
  if (!MinimisesLoss()) {
    notes.push_back(name + ": a CRF with c2=1 is trained by " + used + " instead");
  } else if (method.empty()) {
    notes.push_back(name + ": trained by " + used + ", which reaches the same optimum sooner");
  }
  return notes;
}

}  // namespace sagitta::crfsuite
