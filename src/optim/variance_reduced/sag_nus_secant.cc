// SAG-NUS-secant: sampling, secants, and the step.
#include "optim/variance_reduced/sag_nus_secant.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "optim/parts/line_search.h"

namespace sagitta {
namespace {

constexpr double kStep = 1.3;            // times the largest step that the constants allow
constexpr double kDecay = 0.02;          // rate at which a constant falls per visit, at first
constexpr double kManyVisits = 50;       // from here on the rate falls as 1/visits^2
constexpr double kAllowed = 1.7;         // alpha H_i / (n p_i) down to which constants fall
constexpr std::uint8_t kMostPeriod = 4;  // visits per measured secant
constexpr double kGivenWeights = 2;      // times constants that were found at given weights

// D is a difference of losses and products of about their size. In float it counts as soon as it
// exceeds what rounding may make of them; double has digits to spare, so that rounding does not
// show in L_secant.
template <class Real>
constexpr double kRoundings = std::is_same_v<Real, float> ? 4 : 1 << 20;

// The factor by which a constant falls in `period` visits, after `visits`. Curvatures fall while
// the labels become certain, but settle in the end. From then on a secant says little, because the
// weights move only in directions of little curvature, and a constant that fell without limit would
// let them swing again and again. The rates of all visits to come have the sum
// kDecay kManyVisits^2 / visits, so a constant that was raised late stays.
double Decay(std::uint32_t visits, std::uint8_t period) {
  const double later = std::min(1.0, kManyVisits / visits);
  return std::exp(-kDecay * period * later * later);
}

// Rounded up to six binary digits: sums in another order then hardly ever give another step.
double Rounded(double lipschitz) {
  int exponent = 0;
  const double digits = std::frexp(lipschitz, &exponent);
  return std::ldexp(std::ceil(digits * 64), exponent - 6);
}

}  // namespace

template <class Real>
double SagNusSecantRule<Real>::StepSize() const {
  const double lambda = update_.lambda();
  return 0.5 * (1 / (lipschitz_.Max() / kStep + lambda) + 1 / (MeanLipschitz() / kStep + lambda));
}

template <class Real>
std::optional<double> SagNusSecantRule<Real>::Secant(const InferredExample<Real>& here) const {
  const double divergence =
      here.loss() - intercept_[here.example()] - update_.StoredDot(here);  // D
  if (!(divergence > kRoundings<Real> * here.LossNoise())) return std::nullopt;
  return Rounded(update_.SquaredChange(here) / (2 * divergence));
}

template <class Real>
double SagNusSecantRule<Real>::Least(const InferredExample<Real>& here) const {
  const ExampleId i = here.example();
  const double loss = here.loss() / update_.sum().evaluator().Weight(i);
  const double steepest = steepest_[i] * std::min(1.0, 4 * loss);
  return (2 * StepSize() * steepest / kAllowed - 1) * MeanLipschitz();
}

template <class Real>
Measurement SagNusSecantRule<Real>::Measure(const InferredExample<Real>& here) const {
  const ExampleId i = here.example();
  Measurement found;
  if (!update_.seen(i)) {
    const double start = update_.seen() > 0 ? 0.5 * MeanLipschitz() : initial_;
    found.lipschitz = SearchLipschitz(here, start).lipschitz;
  } else if (rest_[i].skip > 0) {
    found.rested = true;
  } else if (const std::optional<double> secant = Secant(here)) {
    const double old = lipschitz_.Get(i);
    const double fallen = old * Decay(update_.visits()[i], rest_[i].period);
    found.lipschitz = std::max({*secant, fallen, std::min(Least(here), old)});
    found.rose = *secant > old;
  }
  found.intercept = here.loss() - here.ScoresDot(here.table());
  return found;
}

template <class Real>
void SagNusSecantRule<Real>::Record(ExampleId i, const Measurement& found) {
  Rest& rest = rest_[i];
  if (found.rested) --rest.skip;
  if (found.lipschitz) {
    steepest_[i] = std::max(steepest_[i], *found.lipschitz);
    lipschitz_.Set(i, *found.lipschitz);
    if (update_.seen(i)) {
      rest.period = found.rose ? 1 : std::min<std::uint8_t>(2 * rest.period, kMostPeriod);
      rest.skip = rest.period - 1;
    }
  }
  intercept_[i] = found.intercept;
}

template <class Real>
void SagNusSecantRule<Real>::StartSoftly() {
  for (std::size_t k = 0; k < steepest_.size(); ++k) {
    steepest_[k] *= kGivenWeights;
    lipschitz_.Set(static_cast<ExampleId>(k), steepest_[k]);
  }
}

template <class Real>
void SagNusSecantRule<Real>::Transfer(State& state) {
  state.Part("lipschitz", lipschitz_);
  RequireConstants(state, lipschitz_, update_);
  state.Array("steepest", steepest_);
  state.Array("intercept", intercept_);
  state.Array("rest", rest_, Column{"period", &Rest::period}, Column{"skip", &Rest::skip});
  for (const Rest& rest : rest_) {
    state.Require(rest.period >= 1 && rest.period <= kMostPeriod && rest.skip < rest.period,
                  "rest");
  }
}

template class SagNusSecantRule<float>;
template class SagNusSecantRule<double>;

}  // namespace sagitta
