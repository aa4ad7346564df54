// A batch of iterations: foresee, visit, scatter. See loop/ahead.h.
#include "optim/variance_reduced/lazy_update.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sagitta {

template <class Real>
LazyUpdate<Real>::LazyUpdate(ExampleSum<Real>& sum, double lambda,
                             std::unique_ptr<GradientMemory<Real>> memory)
    : WeightUpdate<Real>(sum, lambda), weights_(sum.space()), memory_(std::move(memory)) {
  if (sum.evaluator().HasGroups()) tables_ = dynamic_cast<TableMemory<Real>*>(memory_.get());
}

// With m as it is now: steps become shorter when new examples are met.
template <class Real>
std::size_t LazyUpdate<Real>::StepsAhead(double alpha, std::size_t most) const {
  if (!group_) group_ = this->sum().evaluator().NewGroup(this->sum().threads());
  const std::size_t m = std::max<std::size_t>(this->seen(), 1);
  return weights_.StepsAhead(this->Shrink(alpha), OnDirection(alpha, m),
                             std::min(most, group_->most()));
}

template <class Real>
void LazyUpdate<Real>::OrderBySize(std::span<const ExampleId> batch) {
  order_.resize(batch.size());
  std::iota(order_.begin(), order_.end(), 0u);
  if (this->sum().threads() == 1) return;
  sizes_.resize(batch.size());
  for (std::size_t k = 0; k < batch.size(); ++k) sizes_[k] = this->sum().TableSize(batch[k]);
  std::sort(order_.begin(), order_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return sizes_[a] > sizes_[b]; });
}

template <class Real>
void LazyUpdate<Real>::ApplyAhead(std::span<const ExampleId> batch,
                                  std::span<const double> probabilities, double alpha,
                                  const OnVisit& visited) {
  ExampleSum<Real>& sum = this->sum();
  plan_.moments.clear();
  plan_.on_a.clear();
  Foresee(batch, probabilities, alpha, plan_);
  OrderBySize(batch);
  losses_.resize(batch.size());
  group_->Begin(batch);
  sum.Share(batch.size(), [&](std::size_t task, std::size_t worker) {
    const std::size_t k = order_[task];
    // Probably the one that this thread comes to next.
    const std::size_t after = task + sum.threads();
    const ExampleId next = after < batch.size() ? batch[order_[after]] : kNoExample;
    if (next != kNoExample) tables_->Prefetch(next);
    const InferredExample<Real> here =
        sum.Gather(*group_, k, batch[k], weights_, plan_.moments[k], next, worker).Infer();
    losses_[k] = here.loss();
    visited(k, here);
    Real* const room = here.RoomIn(k, *group_);
    tables_->Exchange(batch[k], here.table(), room != nullptr ? room : here.table().data());
    if (room == nullptr) here.PutInto(k, *group_);
  });
  group_->Scatter(sum.team(), plan_.on_a, weights_);
  for (std::size_t k = 0; k < batch.size(); ++k) this->RecordLoss(batch[k], losses_[k]);
  Finish(batch, alpha, plan_);
  CountIterations(batch.size());
}

// At passes' ends the count is zero, so checkpoints need not have it.
template <class Real>
void LazyUpdate<Real>::CountIterations(std::size_t count) {
  iterations_ += count;
  if (iterations_ >= (this->examples() + 1) / 2) Settle();
}

template class LazyUpdate<float>;
template class LazyUpdate<double>;

}  // namespace sagitta
