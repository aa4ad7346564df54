#include "optim/stochastic/smd.h"

#include <algorithm>
#include <limits>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr double kSmallestSigma = 1e-10;

}  // namespace

template <class Real>
Smd<Real>::Smd(std::unique_ptr<const Oracle<Real>> oracle, const SmdSettings& settings)
    : oracle_(std::move(oracle)),
      settings_(settings),
      scratch_(oracle_->NewScratch()),
      touched_(*oracle_),
      w_(oracle_->space()),
      gain_(oracle_->space()),
      u_(oracle_->space()),
      gradient_(oracle_->space()),
      product_(oracle_->space()) {
  // Slots without a weight get a gain too: theirs are never used, as their gradients are zero.
  std::fill(gain_.values().begin(), gain_.values().end(), static_cast<Real>(settings.eta));
  for (std::size_t part = 0; part < oracle_->space().size(); ++part) {
    const RowSpace& space = oracle_->space()[part];
    count_.emplace_back(space.dense_rows + space.slots.size(), 0u);
    for (std::size_t i = 0; i < oracle_->examples(); ++i) {
      for (const std::uint32_t row : touched_.Of(static_cast<ExampleId>(i), part)) {
        ++count_[part][row];
      }
    }
  }
}

template <class Real>
double Smd<Real>::Iterate(ExampleId i, ExampleId next) {
  oracle_->Gather(i, w_, 1, next, *scratch_);
  oracle_->GatherAlong(i, u_, *scratch_);
  const double loss = oracle_->InferTangent(i, *scratch_);
  oracle_->Scatter(i, *scratch_, 1, kNoExample, gradient_);
  std::swap(scratch_->table, scratch_->tangent);
  oracle_->Scatter(i, *scratch_, 1, kNoExample, product_);
  const double n = static_cast<double>(oracle_->examples());
  for (std::size_t part = 0; part < count_.size(); ++part) {
    for (const std::uint32_t row : touched_.Of(i, part)) {
      UpdateRow(part, row, n / count_[part][row]);
    }
  }
  sigma_ *= settings_.rho;
  if (sigma_ < kSmallestSigma) Settle();
  return loss;
}

template <class Real>
void Smd<Real>::UpdateRow(std::size_t part, std::size_t row, double visits) {
  const std::span<Real> w = w_.Row(part, row), gain = gain_.Row(part, row), u = u_.Row(part, row);
  const std::span<Real> gradient = gradient_.Row(part, row), product = product_.Row(part, row);
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
  const std::uint64_t end = scratch_->evaluations + oracle_->pass_evaluations();
  const auto resolve = [this](const Draw& draw) {
    return DrawUniform(draw.place, oracle_->examples());
  };
  double losses = 0;
  std::size_t iterations = 0;
  for (; scratch_->evaluations < end; ++iterations) {
    const ExampleId i = ahead_.Take(rng, resolve);
    losses += Iterate(i, ahead_.next());
  }
  const auto w = w_.values();
  StepReport report;
  report.evaluations = scratch_->evaluations;
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
  state.Value("evaluations", scratch_->evaluations);
  state.Array("w", w_.values());
  state.Array("gain", gain_.values());
  state.Array("u", u_.values());
  state.Value("sigma", sigma_);
  state.Part("ahead", ahead_);
}

template class Smd<float>;
template class Smd<double>;

}  // namespace sagitta
