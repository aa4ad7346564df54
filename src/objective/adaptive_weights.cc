// AdaptiveWeights: AdaGrad's weights on the kernels of kernels/adagrad.h.
#include "objective/adaptive_weights.h"

namespace sagitta {

template <class Real>
AdaptiveWeights<Real>::AdaptiveWeights(const WeightSpace& space,
                                       const kernels::AdaGradSettings& settings)
    : settings_(settings), rows_(space) {
  for (std::size_t block = 0; block < space.size(); ++block) {
    step_of_.emplace_back(space[block].dense_rows + space[block].slots.size(), 0u);
    blocks_.push_back({rows_.rows(block), step_of_.back().data()});
  }
}

template <class Real>
double AdaptiveWeights<Real>::Settle() {
  double squares = 0;
  for (const kernels::AdaGradRows<Real>& block : blocks_) {
    squares += kernels::AdaGradSettle(block, steps_, settings_);
  }
  steps_ = 0;
  return squares;
}

template <class Real>
void AdaptiveWeights<Real>::Transfer(State& state) {
  state.Value("lambda", settings_.lambda);
  state.Part("rows", rows_);
}

template class AdaptiveWeights<float>;
template class AdaptiveWeights<double>;

}  // namespace sagitta
