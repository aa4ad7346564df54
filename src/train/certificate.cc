#include "train/certificate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "objective/chain_oracle.h"
#include "objective/problem.h"

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

Certificate Certify(const Dataset& data, const Layout& layout, std::span<const double> weights,
                    double lambda, double lambda1) {
  // Twins stay apart: the norms are those of the weights as they are.
  const auto problem = Problem<double>::Build(data, layout, {.merge_twins = false, .gram = false});
  const ChainOracle<double> oracle(problem);
  PlainWeights<double> w(problem.space);
  PlainWeights<double> gradient(problem.space);
  problem.FromFlat(layout, weights, w);
  const auto scratch = oracle.NewScratch();
  Certificate certificate;
  certificate.objective = MeanLossAndGradient(oracle, w, gradient, *scratch);
  double squares = 0;
  for (std::size_t j = 0; j < w.values().size(); ++j) {
    const double smooth = gradient.values()[j] + lambda * w.values()[j];
    const double g = LeastSubgradient(smooth, w.values()[j], lambda1);
    certificate.objective += 0.5 * lambda * w.values()[j] * w.values()[j];
    certificate.objective += lambda1 * std::abs(w.values()[j]);
    certificate.gradient_inf = std::max(certificate.gradient_inf, std::abs(g));
    squares += g * g;
  }
  certificate.gradient_l2 = std::sqrt(squares);
  certificate.bound = squares / (2 * lambda);
  return certificate;
}

}  // namespace sagitta
