// The certificate: one full gradient in double precision.
#include "train/certificate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "objective/shard_evaluator.h"
#include "objective/subgradient.h"

namespace sagitta {

ExactObjective::ExactObjective(const Dataset& data, const Layout& layout, double value_limit,
                               ThreadTeam* team, std::span<const double> center,
                               std::shared_ptr<const GraphPlans> plans)
    : center_(center.begin(), center.end()),
      map_(WeightCounts::Of(data), layout, /*merge_twins=*/false, value_limit),
      sum_(MakeEvaluator<double>(map_, data, std::move(plans), TableShape::kMixed, /*gram=*/false,
                                 center)),
      w_(map_.space()) {
  sum_.ShareWith(team);
}

void ExactObjective::Load(std::span<const double> weights) {
  if (center_.empty()) return map_.FromFlat(weights, w_);
  difference_.assign(weights.begin(), weights.end());
  for (std::size_t j = 0; j < center_.size(); ++j) difference_[j] -= center_[j];
  map_.FromFlat(difference_, w_);
}

double ExactObjective::PenaltyOf(double lambda, double lambda1) const {
  double squares = 0, sizes = 0;
  for (const double w : w_.values()) {
    squares += w * w;
    sizes += std::abs(w);
  }
  return 0.5 * lambda * squares + lambda1 * sizes;
}

double ExactObjective::Value(std::span<const double> weights, double lambda, double lambda1) {
  Load(weights);
  return sum_.MeanLoss(w_) + PenaltyOf(lambda, lambda1);
}

Certificate ExactObjective::Certify(std::span<const double> weights, double lambda,
                                    double lambda1) {
  Load(weights);
  PlainWeights<double> gradient(map_.space());
  Certificate certificate;
  certificate.objective = sum_.MeanLossAndGradient(w_, gradient) + PenaltyOf(lambda, lambda1);
  double squares = 0;
  for (std::size_t j = 0; j < w_.values().size(); ++j) {
    const double smooth = gradient.values()[j] + lambda * w_.values()[j];
    // f* >= f - ||s||^2/(2 lambda) holds for any subgradient s.
    const double g = LeastSubgradient(smooth, w_.values()[j], lambda1);
    certificate.gradient_inf = std::max(certificate.gradient_inf, std::abs(g));
    squares += g * g;
  }
  certificate.gradient_l2 = std::sqrt(squares);
  // Losses and penalties are not negative, so f* >= 0.
  certificate.bound = std::min(squares / (2 * lambda), certificate.objective);
  return certificate;
}

}  // namespace sagitta
