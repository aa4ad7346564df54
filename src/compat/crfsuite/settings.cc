// From CRFsuite's parameters to our settings.
#include <algorithm>
#include <cstdint>

#include "compat/crfsuite/parameters.h"
#include "compat/shared/penalty.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

bool IsOn(const Algorithm& algorithm, const std::string& name) {
  return algorithm.Number(name) != 0;
}

}  // namespace

TrainSettings Algorithm::Settings(std::vector<std::string>& notes) const {
  TrainSettings settings;
  settings.features =
      IsOn(*this, "feature.possible_states") ? FeatureSet::kAll : FeatureSet::kObserved;
  settings.transitions =
      IsOn(*this, "feature.possible_transitions") ? FeatureSet::kAll : FeatureSet::kObserved;
  settings.min_frequency = Number("feature.minfreq");
  settings.trace_weights = true;
  for (const Parameter& parameter : parameters_) {
    if (parameter.given && parameter.help.starts_with(kNoEffect)) {
      notes.push_back(parameter.name + " has no effect");
    }
  }
  MapPenalty(settings, notes);
  MapStopping(settings);
  MapMethod(settings, notes);
  return settings;
}

void Algorithm::MapPenalty(TrainSettings& settings, std::vector<std::string>& notes) const {
  settings.c2 = 1;
  if (kind_ != Kind::kLbfgs && kind_ != Kind::kL2sgd) return;
  settings.c2 = Number("c2");
  if (kind_ == Kind::kLbfgs) settings.c1 = Number("c1");
  if (*settings.c2 > 0) return;
  settings.c2 = kLeastC2;
  notes.push_back("c2=0: a c2 of 1e-8 is used, as training needs a little L2 regularisation");
}

void Algorithm::MapStopping(TrainSettings& settings) const {
  const double iterations = Number("max_iterations");
  settings.passes = iterations > 0 ? iterations : INT32_MAX;
  if (iterations == 0 && kind_ != Kind::kLbfgs) {
    throw Error(ErrorKind::kUsage, "-p max_iterations: found 0, wanted at least 1");
  }
  if (kind_ == Kind::kLbfgs) settings.tolerance = Number("epsilon");
}

ProgressRule Algorithm::Progress() const {
  if (kind_ != Kind::kLbfgs && kind_ != Kind::kL2sgd) return {};
  const double period = Number("period");
  if (period == 0) return {};
  return {static_cast<std::uint64_t>(period), Number("delta"), 1};
}

void Algorithm::MapMethod(TrainSettings& settings, std::vector<std::string>& notes) const {
  const std::string& method = Get("method").value;
  const bool keeps_pairs = method == "lbfgs" || method == "owlqn";
  if (kind_ == Kind::kLbfgs && keeps_pairs) {
    settings.method_options["history"] = Get("num_memories").value;
  } else if (kind_ == Kind::kLbfgs && Get("num_memories").given) {
    notes.push_back("num_memories has no effect without method=lbfgs");
  }
  if (!method.empty()) settings.method = method;
  if (kind_ != Kind::kLbfgs && kind_ != Kind::kL2sgd) {
    notes.push_back(name_ + ": a CRF with c2=1 is trained by " + settings.method + " instead");
  } else if (method.empty()) {
    notes.push_back(name_ + ": trained by " + settings.method +
                    ", which reaches the same optimum sooner");
  }
}

}  // namespace sagitta::compat
