// The certificate: one full gradient in double precision.
#include "train/certificate.h"

#include <algorithm>
#include <cmath>

#include "objective/shard_evaluator.h"

namespace sagitta {
namespace {

// The smallest number in the subdifferential of the whole objective in one coordinate, given the
// derivative of its smooth part: f* >= f - ||s||^2/(2 lambda) holds for any subgradient s.
double LeastSubgradient(double smooth, double w, double lambda1) {
  if (w > 0) return smooth + lambda1;
  if (w < 0) return smooth - lambda1;
  return std::copysign(std::max(std::abs(smooth) - lambda1, 0.0), smooth);
}

}  // namespace

ExactObjective::ExactObjective(const Dataset& data, const Layout& layout)
    : map_(WeightCounts::Of(data), layout, /*merge_twins=*/false),
      sum_(MakeChainEvaluator<double>(map_, data, TableShape::kMixed, /*gram=*/false)),
      w_(map_.space()) {}

double ExactObjective::Penalty(double lambda, double lambda1) const {
  double squares = 0, sizes = 0;
  for (const double w : w_.values()) {
    squares += w * w;
    sizes += std::abs(w);
  }
  return 0.5 * lambda * squares + lambda1 * sizes;
}

double ExactObjective::Value(std::span<const double> weights, double lambda, double lambda1) {
  map_.FromFlat(weights, w_);
  return sum_.MeanLoss(w_) + Penalty(lambda, lambda1);
}

Certificate ExactObjective::Certify(std::span<const double> weights, double lambda,
                                    double lambda1) {
  map_.FromFlat(weights, w_);
  PlainWeights<double> gradient(map_.space());
  Certificate certificate;
  certificate.objective = sum_.MeanLossAndGradient(w_, gradient) + Penalty(lambda, lambda1);
  double squares = 0;
  for (std::size_t j = 0; j < w_.values().size(); ++j) {
    const double smooth = gradient.values()[j] + lambda * w_.values()[j];
    const double g = LeastSubgradient(smooth, w_.values()[j], lambda1);
    certificate.gradient_inf = std::max(certificate.gradient_inf, std::abs(g));
    squares += g * g;
  }
  certificate.gradient_l2 = std::sqrt(squares);
  certificate.bound = squares / (2 * lambda);
  return certificate;
}

Certificate Certify(const Dataset& data, const Layout& layout, std::span<const double> weights,
                    double lambda, double lambda1) {
  return ExactObjective(data, layout).Certify(weights, lambda, lambda1);
}

}  // namespace sagitta
