// Trying powers of ten on a sample.
#include "optim/step_tuner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>

#include "kernels/vectors.h"
#include "objective/sampled_evaluator.h"
#include "optim/registry.h"

namespace sagitta {
namespace {

constexpr std::size_t kSampleSize = 1000;
constexpr int kPasses = 2;
constexpr int kSmallestPower = -6;
constexpr int kLargestPower = 4;

// f of the sample's examples where the method is after its passes.
template <class Real>
double TryEta(const std::string& method, ExampleSum<Real>& sample, const Options& options,
              std::uint64_t seed) {
  const auto optimizer = MakeOptimizer<Real>(method, sample, options);
  Rng rng(seed);
  for (int pass = 0; pass < kPasses; ++pass) optimizer->Advance(rng);
  PlainWeights<Real> w(sample.space());
  optimizer->Write(w);
  const auto values = w.values();
  const double penalty =
      0.5 * options.lambda() * kernels::Dot(values.size(), values.data(), values.data());
  const double objective = sample.MeanLoss(w) + penalty;
  return std::isfinite(objective) ? objective : std::numeric_limits<double>::infinity();
}

// Walks over the powers of ten, up from 1 or else down, as long as it pays.
template <class Objective>
EtaChoice SearchPowers(const Objective& objective_of) {
  EtaChoice choice;
  double best = std::numeric_limits<double>::infinity();
  const auto pays = [&](int power) {
    const double eta = std::pow(10.0, power);
    const double objective = objective_of(eta);
    choice.trials.push_back({eta, objective});
    // Where everything has diverged so far, smaller is better.
    if (objective >= best && std::isfinite(best)) return false;
    best = objective;
    choice.eta = eta;
    return true;
  };
  pays(0);
  for (int power = 1; power <= kLargestPower && std::isfinite(best) && pays(power);) ++power;
  if (choice.eta > 1) return choice;
  for (int power = -1; power >= kSmallestPower && pays(power);) --power;
  return choice;
}

}  // namespace

bool WantsEta(const Options& options) {
  return options.Has(kEtaOption) && options.Text(kEtaOption) == kAutoEta;
}

Options WithEta(const Options& options, double eta) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, eta).ptr;
  return options.With(kEtaOption, std::string(text, end));
}

template <class Real>
EtaChoice ChooseEta(const std::string& method, const ExampleSum<Real>& sum, const Options& options,
                    std::uint64_t seed) {
  Rng rng(seed);
  const auto sample =
      std::make_shared<const SampledEvaluator<Real>>(sum.evaluator(), kSampleSize, rng);
  return SearchPowers([&](double eta) {
    return TryEta<Real>(method, *sum.Over(sample), WithEta(options, eta), seed);
  });
}

template <class Real>
Options ResolveEta(const std::string& method, const ExampleSum<Real>& sum, const Options& options,
                   std::uint64_t seed) {
  if (!WantsEta(options)) return options;
  return WithEta(options, ChooseEta(method, sum, options, seed).eta);
}

#define SAGITTA_STEP_TUNER(Real)                                                            \
  template EtaChoice ChooseEta(const std::string&, const ExampleSum<Real>&, const Options&, \
                               std::uint64_t);                                              \
  template Options ResolveEta(const std::string&, const ExampleSum<Real>&, const Options&,  \
                              std::uint64_t);

SAGITTA_STEP_TUNER(float)
SAGITTA_STEP_TUNER(double)
#undef SAGITTA_STEP_TUNER

}  // namespace sagitta
