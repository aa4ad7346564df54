// ExactChecks: exact objectives and gradients of a training, made when they are asked for.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/thread_team.h"
#include "train/certificate.h"
#include "train/training_input.h"

namespace sagitta {

/// In double, because in float the sum of the losses is good for seven digits only. Everywhere
/// `weights` is the flat vector of the input's layout.
class ExactChecks {
 public:
  /// The input, the team and the center (see ExactObjective) must outlive it.
  ExactChecks(const TrainingInput& input, std::span<const double> center, ThreadTeam* team)
      : input_(input), center_(center), team_(team) {}

  double Value(std::span<const double> weights, double lambda);
  /// The certificate, which is kept together with the weights.
  const Certificate& Check(std::vector<double> weights, double lambda);
  /// The certificate. Costs nothing if the last check was that of the same weights and lambda.
  Certificate Certify(const std::vector<double>& weights, double lambda);

 private:
  struct Checked {
    std::vector<double> weights;
    double lambda;
    Certificate certificate;
  };

  ExactObjective& Objective();

  const TrainingInput& input_;
  std::span<const double> center_;
  ThreadTeam* team_;
  std::unique_ptr<ExactObjective> objective_;  // made when it is first needed
  std::optional<Checked> checked_;             // the last check
};

}  // namespace sagitta
