#include "optim/variance_reduced/average_core.h"

#include <limits>

namespace sagitta {

template <class Real>
AverageCore<Real>::AverageCore(const Oracle<Real>& oracle, double lambda)
    : oracle_(oracle),
      lambda_(lambda),
      scratch_(oracle.NewScratch()),
      losses_(oracle.examples(), 0.0),
      visits_(oracle.examples(), 0) {}

template <class Real>
double AverageCore<Real>::Visit(ExampleId i, ExampleId next) {
  Gather(i, next);
  const double loss = oracle_.Infer(i, *scratch_);
  loss_sum_ += loss - losses_[i];
  losses_[i] = loss;
  return loss;
}

template <class Real>
void AverageCore<Real>::MarkSeen(ExampleId i) {
  seen_count_ += visits_[i] == 0 ? 1 : 0;
  visits_[i] += visits_[i] < std::numeric_limits<std::uint32_t>::max() ? 1 : 0;
}

template <class Real>
void AverageCore<Real>::FillMemory(const std::function<void(ExampleId, double)>& learn) {
  for (std::size_t k = 0; k < examples(); ++k) {
    const ExampleId i = static_cast<ExampleId>(k);
    const ExampleId next = k + 1 < examples() ? i + 1 : i;
    learn(i, Visit(i, next));
    MarkSeen(i);
    Apply(i, 0, 1, next);
  }
}

template <class Real>
StepReport AverageCore<Real>::ReportOf(double alpha, const WeightSummary& summary) const {
  StepReport report;
  report.evaluations = evaluations();
  report.objective_estimate =
      loss_sum_ / static_cast<double>(seen_count_) + 0.5 * lambda_ * summary.squared_norm;
  report.gradient_inf = summary.gradient_inf;
  report.step = alpha;
  report.seen_all = seen_count_ == examples();
  return report;
}

template <class Real>
void AverageCore<Real>::Transfer(State& state) {
  state.Value("lambda", lambda_);
  state.Value("evaluations", scratch_->evaluations);
  state.Array("losses", losses_);
  state.Value("loss_sum", loss_sum_);
  state.Array("visits", visits_);
  state.Value("seen_count", seen_count_);
}

template <class Real>
void LazyCore<Real>::Gather(ExampleId i, ExampleId next) {
  memory_->Prefetch(next);
  this->oracle().Gather(i, weights_, next, this->scratch());
}

template <class Real>
StepReport LazyCore<Real>::Report(double alpha) const {
  const double n = static_cast<double>(this->examples());
  return this->ReportOf(alpha, weights_.Summarize(1 / n, this->lambda()));
}

template <class Real>
void LazyCore<Real>::Transfer(State& state) {
  AverageCore<Real>::Transfer(state);
  state.Part("weights", weights_);
  state.Part("memory", *memory_);
}

template class AverageCore<float>;
template class AverageCore<double>;
template class LazyCore<float>;
template class LazyCore<double>;

}  // namespace sagitta
