// Sampling without replacement.
#include "objective/sampled_evaluator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sagitta {

// The front of a random permutation.
template <class Real>
SampledEvaluator<Real>::SampledEvaluator(const ExampleEvaluator<Real>& whole, std::size_t size,
                                         Rng& rng)
    : whole_(whole), chosen_(whole.examples()) {
  std::iota(chosen_.begin(), chosen_.end(), ExampleId{0});
  size = std::min(size, chosen_.size());
  for (std::size_t k = 0; k < size; ++k) {
    const double left = static_cast<double>(chosen_.size() - k);
    std::swap(chosen_[k], chosen_[k + static_cast<std::size_t>(rng.Uniform() * left)]);
  }
  chosen_.resize(size);
  chosen_.shrink_to_fit();
}

// In proportion, where an example of the whole takes more than one evaluation.
template <class Real>
std::uint64_t SampledEvaluator<Real>::pass_evaluations() const {
  return whole_.pass_evaluations() / whole_.examples() * examples();
}

template <class Real>
std::unique_ptr<AdaptiveEvaluator<Real>> SampledEvaluator<Real>::NewAdaptive(
    std::span<const ExampleId> chosen) const {
  std::vector<ExampleId> in_whole;
  for (const ExampleId i : chosen) in_whole.push_back(chosen_[i]);
  return whole_.NewAdaptive(in_whole);
}

template class SampledEvaluator<float>;
template class SampledEvaluator<double>;

}  // namespace sagitta
