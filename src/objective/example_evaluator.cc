// What an evaluator need not have.
#include "objective/example_evaluator.h"

#include "objective/table_group.h"

namespace sagitta {

template <class Real>
std::unique_ptr<AdaptiveEvaluator<Real>> ExampleEvaluator<Real>::NewAdaptive(
    std::span<const ExampleId>) const {
  return nullptr;
}

template <class Real>
std::unique_ptr<TableGroup<Real>> ExampleEvaluator<Real>::NewGroup(std::size_t) const {
  return nullptr;
}

template class ExampleEvaluator<float>;
template class ExampleEvaluator<double>;

}  // namespace sagitta
