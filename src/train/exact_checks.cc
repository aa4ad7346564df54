// ExactChecks: the exact objective of a training, and the last certificate.
#include "train/exact_checks.h"

#include <utility>

#include "train/settings.h"

namespace sagitta {

ExactObjective& ExactChecks::Objective() {
  if (!objective_) {
    objective_ = std::make_unique<ExactObjective>(input_.train.dataset, input_.layout,
                                                  ValueLimit(input_.settings.scale_values), team_,
                                                  center_, input_.plans);
  }
  return *objective_;
}

double ExactChecks::Value(std::span<const double> weights, double lambda) {
  return Objective().Value(weights, lambda, input_.settings.lambda1);
}

const Certificate& ExactChecks::Check(std::vector<double> weights, double lambda) {
  const Certificate found = Objective().Certify(weights, lambda, input_.settings.lambda1);
  checked_ = {std::move(weights), lambda, found};
  return checked_->certificate;
}

Certificate ExactChecks::Certify(const std::vector<double>& weights, double lambda) {
  if (checked_ && checked_->lambda == lambda && checked_->weights == weights) {
    return checked_->certificate;
  }
  return Objective().Certify(weights, lambda, input_.settings.lambda1);
}

}  // namespace sagitta
