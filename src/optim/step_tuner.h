// The choice of eta, the factor of the step sizes, where it is left open: `--eta auto`.
//
// As the paper does (section 6), the best power of ten on the training objective; but from a sample
// of the examples and two passes over it, so that it costs little. The evaluations are not counted
// among those of the training that follows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "objective/example_sum.h"
#include "optim/options.h"

namespace sagitta {

/// The option's name, and the value that asks for the choice.
inline constexpr char kEtaOption[] = "eta";
inline constexpr char kAutoEta[] = "auto";

struct EtaTrial {
  double eta = 0;
  double objective = 0;  // of the sample, after the passes; infinite: it diverged
};

struct EtaChoice {
  double eta = 1;
  std::vector<EtaTrial> trials;  // in the order in which they were made
};

/// Whether eta is to be chosen.
bool WantsEta(const Options& options);

/// Tries 1, then larger powers of ten as long as they are better, or else smaller ones, from 1e-6
/// to 1e4. `options` are those of the method, whatever their eta. One seed, one choice.
template <class Real>
EtaChoice ChooseEta(const std::string& method, const ExampleSum<Real>& sum, const Options& options,
                    std::uint64_t seed);

/// The options with the eta that was chosen; unchanged when eta is given.
template <class Real>
Options ResolveEta(const std::string& method, const ExampleSum<Real>& sum, const Options& options,
                   std::uint64_t seed);

/// The options with this eta, as text that reads back the same.
Options WithEta(const Options& options, double eta);

}  // namespace sagitta
