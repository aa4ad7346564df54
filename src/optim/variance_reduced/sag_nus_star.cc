// SAG-NUS*: sampling, line searches and their skipping, and the step.
#include "optim/variance_reduced/sag_nus_star.h"

#include <algorithm>

#include "optim/parts/line_search.h"

namespace sagitta {
namespace {

constexpr std::uint32_t kMostSkipsLog2 = 20;

}  // namespace

// alpha = 1/2 (1/L + 1/L_mean), lambda added to both; L is the largest L_i, L_mean over the seen.
template <class Real>
double SagNusStarRule<Real>::StepSize() const {
  const double lambda = update_.lambda();
  return 0.5 * (1 / (lipschitz_.Max() + lambda) + 1 / (MeanLipschitz() + lambda));
}

// The constant starts at 0.5 L_mean on the first visit, at 0.9 L_i on later ones, and is doubled by
// the search. After xi searches in a row without doubling the next 2^(xi-1) are skipped, L_i as it
// is.
template <class Real>
Measurement SagNusStarRule<Real>::Measure(const InferredExample<Real>& here) const {
  const ExampleId i = here.example();
  Measurement found;
  found.rested = patience_[i].skip > 0;
  if (found.rested) return found;
  double start = 0.9 * lipschitz_.Get(i);
  if (!update_.seen(i)) start = update_.seen() > 0 ? 0.5 * MeanLipschitz() : initial_;
  const SearchResult search = SearchLipschitz(here, start);
  found.outcome = search.outcome;
  found.searched = true;
  // A test that was not made because of rounding says nothing about the constant: keep it.
  const bool unresolved = search.outcome == SearchOutcome::kUnresolved && update_.seen(i);
  if (!unresolved) found.lipschitz = search.lipschitz;
  return found;
}

template <class Real>
void SagNusStarRule<Real>::Record(ExampleId i, const Measurement& found) {
  Patience& patience = patience_[i];
  if (found.rested) --patience.skip;
  if (found.lipschitz) lipschitz_.Set(i, *found.lipschitz);
  if (!found.searched) return;
  if (found.outcome == SearchOutcome::kDoubled) patience.passed = 0;
  if (found.outcome != SearchOutcome::kPassed) return;
  ++patience.passed;
  if (skip_searches_) patience.skip = 1u << std::min(patience.passed - 1, kMostSkipsLog2);
}

template <class Real>
void SagNusStarRule<Real>::Transfer(State& state) {
  state.Part("lipschitz", lipschitz_);
  RequireConstants(state, lipschitz_, update_);
  state.Array("patience", patience_, Column{"passed", &Patience::passed},
              Column{"skip", &Patience::skip});
}

template class SagNusStarRule<float>;
template class SagNusStarRule<double>;

}  // namespace sagitta
