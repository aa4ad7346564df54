// A batch of SAG's iterations: foresee, visit, scatter, step. See loop/ahead.h.
#include "optim/variance_reduced/sag_update.h"

#include <algorithm>
#include <numeric>

namespace sagitta {

template <class Real>
SagUpdate<Real>::SagUpdate(ExampleSum<Real>& sum, double lambda,
                           std::unique_ptr<GradientMemory<Real>> memory)
    : LazyUpdate<Real>(sum, lambda, std::move(memory)), start_(sum.space(), sum.examples()) {
  if (sum.evaluator().HasGroups()) tables_ = dynamic_cast<TableMemory<Real>*>(this->memory_.get());
}

template <class Real>
void SagUpdate<Real>::Step(double alpha, std::size_t m) {
  if (start_.active() && start_.Due()) start_.Restore(this->weights_);
  this->weights_.Step(this->Shrink(alpha), alpha / static_cast<double>(m));
}

// With m as it is now: steps become shorter when new examples are met.
template <class Real>
std::size_t SagUpdate<Real>::StepsAhead(double alpha, std::size_t most) const {
  if (!group_) group_ = this->sum().evaluator().NewGroup(this->sum().threads());
  most = std::min(most, group_->most());
  if (start_.active()) most = std::min<std::size_t>(most, start_.IterationsToDue());
  const double m = static_cast<double>(std::max<std::size_t>(this->seen(), 1));
  return this->weights_.StepsAhead(this->Shrink(alpha), alpha / m, most);
}

template <class Real>
std::size_t SagUpdate<Real>::Foresee(std::span<const ExampleId> batch, double alpha) {
  moments_.clear();
  clocks_.clear();
  LazyMoment moment = this->weights_.now();
  std::size_t m = this->seen();
  for (const ExampleId i : batch) {
    moments_.push_back(moment);
    clocks_.push_back(moment.clock);
    m += this->seen(i) ? 0 : 1;
    moment = moment.After(this->Shrink(alpha), alpha / static_cast<double>(m));
  }
  return m;
}

template <class Real>
void SagUpdate<Real>::OrderBySize(std::span<const ExampleId> batch) {
  order_.resize(batch.size());
  std::iota(order_.begin(), order_.end(), 0u);
  if (this->sum().threads() == 1) return;
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return this->sum().TableSize(batch[a]) > this->sum().TableSize(batch[b]);
  });
}

template <class Real>
void SagUpdate<Real>::ApplyAhead(std::span<const ExampleId> batch, double alpha,
                                 const OnVisit& visited) {
  ExampleSum<Real>& sum = this->sum();
  const std::size_t m = Foresee(batch, alpha);
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
        sum.Gather(*group_, k, batch[k], this->weights_, moments_[k], next, worker).Infer();
    losses_[k] = here.loss();
    visited(k, here);
    Real* const room = here.RoomIn(k, *group_);
    tables_->Exchange(batch[k], here.table(), room != nullptr ? room : here.table().data());
    if (room == nullptr) here.PutInto(k, *group_);
  });
  group_->Scatter(sum.team(), clocks_, this->weights_);
  for (std::size_t k = 0; k < batch.size(); ++k) {
    this->RecordLoss(batch[k], losses_[k]);
    if (k + 1 < batch.size() && start_.active()) start_.Due();  // not before the last one
  }
  this->weights_.GoTo(moments_.back());
  Step(alpha, m);
}

template <class Real>
StepReport SagUpdate<Real>::Report(double alpha) const {
  StepReport report = LazyUpdate<Real>::Report(alpha);
  if (start_.active()) {
    report.gradient_inf = start_.GradientInf(this->Weights(), Terms(), this->weights_);
  }
  return report;
}

template <class Real>
void SagUpdate<Real>::Transfer(State& state) {
  LazyUpdate<Real>::Transfer(state);
  state.Part("start", start_);
}

template class SagUpdate<float>;
template class SagUpdate<double>;

}  // namespace sagitta
