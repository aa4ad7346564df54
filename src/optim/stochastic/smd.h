// SMD, stochastic meta-descent: a gain (step size) for each weight, moved by gradient descent too
// (Schraudolph 1999; Vishwanathan, Schraudolph, Schmidt and Murphy 2006 for CRFs).
//
//   p <- p . max(1/2, 1 - mu g . v)         g = grad F_i(w), p = eta at first
//   w <- w - p . g
//   v <- rho v - p . (g + rho H v)          H v with H = the Hessian of F_i at w, v = 0 at first
//
// v follows how the weights depend on the logarithms of the gains; rho is called lambda there. The
// products H v are exact: a tangent forward-backward (chain/tangent.h) gives them with the
// gradient. i is one of the fixed mini-batches, drawn uniformly.
//
// Deviation: F_i is not f_i + lambda/2 ||w||^2 but has the penalty of the rows that i touches only,
//
//   F_i(w) = f_i(w) + lambda/2 sum_{rows r of i} (n / c_r) ||w_r||^2,   c_r examples touch row r,
//
// whose mean over i is f just as well. So g and H v vanish outside the rows of i, where nothing is
// left to do but v <- rho v: that is one factor for all, v = sigma u.
//
// SMD depends on the coordinates: attributes that were merged into one row because they always
// occur together (objective/weight_map.h) are one weight with one gain. With too large an eta or mu
// the gains run away, as they do in the original.
#pragma once

#include <memory>
#include <vector>

#include "objective/example_sum.h"
#include "optim/optimizer.h"
#include "optim/parts/example_rows.h"
#include "optim/parts/sampler.h"

namespace sagitta {

struct SmdSettings {
  double lambda = 0;
  double eta = 0.1;   // the gains at first
  double mu = 0.02;   // the gain of the gains
  double rho = 0.99;  // how slowly v forgets
};

template <class Real>
class Smd final : public Optimizer<Real> {
 public:
  /// Works on batches of its own.
  Smd(std::unique_ptr<ExampleSum<Real>> sum, const SmdSettings& settings);

  /// One pass. As there is no estimate of the gradient of f, gradient_inf is infinite and seen_all
  /// false; the objective is estimated from the losses met in the pass.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override;
  std::uint64_t MemoryBytes() const override { return 0; }
  bool Start(const PlainWeights<Real>& w) override;
  void ChangeLambda(double lambda) override { settings_.lambda = lambda; }
  void Transfer(State& state) override;

 private:
  /// Returns the loss.
  double Iterate(ExampleId i, ExampleId next);
  /// The three lines above in one row, whose penalty counts `visits` = n / c times.
  void UpdateRow(std::size_t block, std::size_t row, double visits);
  /// sigma = 1 again.
  void Settle();

  std::unique_ptr<ExampleSum<Real>> sum_;
  SmdSettings settings_;
  ExampleRows touched_;
  std::vector<std::vector<std::uint32_t>> count_;  // by block: c of each row
  PlainWeights<Real> w_, gain_, u_;
  PlainWeights<Real> gradient_, product_;  // of f_i and H u; zero between iterations
  double sigma_ = 1;
  Lookahead ahead_;
};

}  // namespace sagitta
