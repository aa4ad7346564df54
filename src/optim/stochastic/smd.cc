// SMD: gradients and Hessian-vector products in one inference per iteration.
#include "optim/stochastic/smd.h"

#include <algorithm>
#include <limits>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr double kSmallestSigma = 1e-10;

}  // namespace

template <class Real>
Smd<Real>::Smd(std::unique_ptr<ExampleSum<Real>> sum, const SmdSettings& settings)
    : sum_(std::move(sum)),
      settings_(settings),
      touched_(sum_->evaluator()),
      w_(sum_->space()),
      gain_(sum_->space()),
      u_(sum_->space()),
      gradient_(sum_->space()),
      product_(sum_->space()) {
  // Slots without a weight get a gain too: theirs are never used, as their gradients are zero.
  std::fill(gain_.values().begin(), gain_.values().end(), static_cast<Real>(settings.eta));
  for (std::size_t block = 0; block < sum_->space().size(); ++block) {
    count_.emplace_back(sum_->space()[block].row_numbers(), 0u);
    for (const ExampleId i : sum_->all()) {
      for (const std::uint32_t row : touched_.Of(i, block)) ++count_[block][row];
    }
  }
}

template <class Real>
double Smd<Real>::Iterate(ExampleId i, ExampleId next) {
  const TangentExample<Real> here = sum_->Gather(i, w_, 1, next).InferTangent(u_);
  here.Scatter(1, kNoExample, gradient_);
  here.ScatterTangent(product_);
  for (std::size_t block = 0; block < count_.size(); ++block) {
    for (const std::uint32_t row : touched_.Of(i, block)) {
      UpdateRow(block, row, sum_->n() / count_[block][row]);
    }
  }
  sigma_ *= settings_.rho;
  if (sigma_ < kSmallestSigma) Settle();
  return here.loss();
}

template <class Real>
void Smd<Real>::UpdateRow(std::size_t block, std::size_t row, double visits) {
  const std::span<Real> w = w_.Row(block, row), gain = gain_.Row(block, row),
                        u = u_.Row(block, row);
  const std::span<Real> gradient = gradient_.Row(block, row), product = product_.Row(block, row);
  const Real penalty = static_cast<Real>(settings_.lambda * visits);
  const Real meta = static_cast<Real>(settings_.mu * sigma_);
  // Of the u to come, which stands for v / (rho sigma).
  const Real on_gradient = static_cast<Real>(1 / (settings_.rho * sigma_));
  for (std::size_t k = 0; k < w.size(); ++k) {
    const Real g = gradient[k] + penalty * w[k];
    const Real h = product[k] + penalty * u[k];
    const Real p = gain[k] * std::max(Real{0.5}, 1 - meta * g * u[k]);
    gain[k] = p;
    w[k] -= p * g;
    u[k] -= p * (on_gradient * g + h);
    gradient[k] = product[k] = 0;
  }
}

template <class Real>
void Smd<Real>::Settle() {
  for (Real& u : u_.values()) u = static_cast<Real>(sigma_ * u);
  sigma_ = 1;
}

template <class Real>
StepReport Smd<Real>::Advance(Rng& rng) {
  const auto resolve = [this](const Draw& draw) {
    return DrawUniform(draw.place, sum_->examples());
  };
  double losses = 0;
  std::size_t iterations = 0;
  sum_->ForOnePass([&] {
    const ExampleId i = ahead_.Take(rng, resolve);
    losses += Iterate(i, ahead_.next());
    ++iterations;
    return true;
  });
  const auto w = w_.values();
  StepReport report;
  report.evaluations = sum_->evaluations();
  report.objective_estimate = losses / static_cast<double>(iterations) +
                              0.5 * settings_.lambda * kernels::Dot(w.size(), w.data(), w.data());
  report.gradient_inf = std::numeric_limits<double>::infinity();
  report.step = settings_.eta;
  return report;
}

template <class Real>
void Smd<Real>::Write(PlainWeights<Real>& out) const {
  std::copy(w_.values().begin(), w_.values().end(), out.values().begin());
}

template <class Real>
bool Smd<Real>::Start(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), w_.values().begin());
  return true;
}

template <class Real>
void Smd<Real>::Transfer(State& state) {
  state.Value("lambda", settings_.lambda);
  sum_->Transfer(state);
  state.Array("w", w_.values());
  state.Array("gain", gain_.values());
  state.Array("u", u_.values());
  state.Value("sigma", sigma_);
  state.Part("ahead", ahead_, sum_->examples());
}

template class Smd<float>;
template class Smd<double>;

}  // namespace sagitta
