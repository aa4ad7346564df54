// What all updates share: losses, visits, and the report made of them.
#include "optim/loop/weight_update.h"

#include <limits>

namespace sagitta {

template <class Real>
WeightUpdate<Real>::WeightUpdate(ExampleSum<Real>& sum, double lambda)
    : sum_(sum), lambda_(lambda), losses_(sum.examples(), 0.0), visits_(sum.examples(), 0) {}

template <class Real>
InferredExample<Real> WeightUpdate<Real>::Visit(ExampleId i, ExampleId next) {
  const InferredExample<Real> here = Gather(i, next).Infer();
  RecordLoss(i, here.loss());
  return here;
}

template <class Real>
void WeightUpdate<Real>::RecordLoss(ExampleId i, double loss) {
  loss_sum_ += loss - losses_[i];
  losses_[i] = loss;
}

template <class Real>
void WeightUpdate<Real>::MarkSeen(ExampleId i) {
  seen_count_ += visits_[i] == 0 ? 1 : 0;
  visits_[i] += visits_[i] < std::numeric_limits<std::uint32_t>::max() ? 1 : 0;
}

template <class Real>
void WeightUpdate<Real>::FillMemory(
    const std::function<void(const InferredExample<Real>&)>& learn) {
  sum_.ForEach(sum_.all(), [&](ExampleId i, ExampleId following) {
    const ExampleId next = following == kNoExample ? i : following;
    const InferredExample<Real> here = Visit(i, next);
    learn(here);
    MarkSeen(i);
    Apply(here, 0, 1, next);
  });
}

template <class Real>
StepReport WeightUpdate<Real>::ReportOf(double alpha, const WeightSummary& summary) const {
  StepReport report;
  report.evaluations = sum_.evaluations();
  report.objective_estimate =
      loss_sum_ / static_cast<double>(seen_count_) + 0.5 * lambda_ * summary.squared_norm;
  report.gradient_inf = summary.gradient_inf;
  report.step = alpha;
  report.seen_all = seen_count_ == examples();
  return report;
}

template <class Real>
void WeightUpdate<Real>::Transfer(State& state) {
  sum_.Transfer(state);
  state.Value("lambda", lambda_);
  state.Array("losses", losses_);
  state.Value("loss_sum", loss_sum_);
  state.Array("visits", visits_);
  state.Value("seen_count", seen_count_);
  const auto unseen = std::count(visits_.begin(), visits_.end(), 0u);
  state.Require(seen_count_ + static_cast<std::size_t>(unseen) == visits_.size(), "seen_count");
}

template class WeightUpdate<float>;
template class WeightUpdate<double>;

}  // namespace sagitta
