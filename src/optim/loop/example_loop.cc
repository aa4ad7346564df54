// The loop guard printed in Algorithm 1 ("m < n and ...") is meant as "m < n or ..."; the driver
// applies it between passes.
#include "optim/loop/example_loop.h"

#include <algorithm>

#include "sagitta/methods.h"

namespace sagitta {
template <class Real>
StepReport ExampleLoop<Real>::Advance(Rng& rng) {
  double alpha = 0;
  update_->sum().ForOnePass([&] {
    if (MemoryIsToBeFilled()) {
      FillMemory();
      if (warm_) {
        update_->StartSoftly();
        rule_->StartSoftly();
      }
    } else {
      alpha = Iterate(rng);
    }
    return true;
  });
  update_->EndPass();
  const StepReport report = update_->Report(alpha);
  size_.Judge(report);
  return report;
}

// The weights stay, so a batch misses nothing.
template <class Real>
void ExampleLoop<Real>::FillMemory() {
  if (!size_.possible()) {
    return update_->FillMemory([this](const InferredExample<Real>& here) { rule_->Learn(here); });
  }
  std::span<const ExampleId> left = update_->sum().all();
  while (!left.empty()) {
    update_->sum().ThrowIfCancelled();
    const std::size_t most = std::min(left.size(), size_.Next(0, 0, update_->seen()));
    const std::size_t count = update_->StepsAhead(0, most);
    batch_.assign(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count));
    probabilities_.assign(count, 1);
    RunBatch(0);
    left = left.subspan(count);
  }
}

template <class Real>
double ExampleLoop<Real>::Iterate(Rng& rng) {
  if (size_.possible() && update_->seen() > 0) {
    const double alpha = rule_->StepSize();
    std::size_t most = size_.Next(alpha, rule_->MeanLipschitz(), update_->seen());
    if (most > 1) most = update_->StepsAhead(alpha, most);
    if (most > 1) return IterateAhead(rng, alpha, most);
  }
  const ExampleId i = ahead_.Take(rng, [this](const Draw& draw) { return rule_->Resolve(draw); });
  const double probability = rule_->Probability(i);
  const InferredExample<Real> here = update_->Visit(i, ahead_.next());
  rule_->Learn(here);
  update_->MarkSeen(i);
  const double alpha = rule_->StepSize();
  update_->Apply(here, alpha, probability, ahead_.next());
  rule_->CountStep();
  return alpha;
}

template <class Real>
double ExampleLoop<Real>::IterateAhead(Rng& rng, double alpha, std::size_t most) {
  ahead_.TakeSome(
      rng, most, [this](const Draw& draw) { return rule_->Resolve(draw); }, batch_);
  probabilities_.clear();
  for (const ExampleId i : batch_) probabilities_.push_back(rule_->Probability(i));
  RunBatch(alpha);
  return alpha;
}

template <class Real>
void ExampleLoop<Real>::RunBatch(double alpha) {
  size_.Use(batch_.size());
  found_.resize(batch_.size());
  const auto measure = [this](std::size_t k, const InferredExample<Real>& here) {
    found_[k] = rule_->Measure(here);
  };
  update_->ApplyAhead(batch_, probabilities_, alpha, measure);
  for (std::size_t k = 0; k < batch_.size(); ++k) {
    rule_->Record(batch_[k], found_[k]);
    update_->MarkSeen(batch_[k]);
    if (alpha > 0) rule_->CountStep();
  }
}

template <class Real>
void ExampleLoop<Real>::ChangeLambda(double lambda) {
  update_->ChangeLambda(lambda);
  rule_->LambdaChanged();
  size_.ForgetGradients();
}

template <class Real>
void ExampleLoop<Real>::Transfer(State& state) {
  state.Part("update", *update_);
  state.Part("rule", *rule_);
  state.Part("ahead", ahead_, update_->examples());
  state.Part("size", size_);
}

template <class Real>
void ExampleLoop<Real>::Inspect(SamplingReport& report) const {
  report.visits = update_->visits();
  report.lipschitz.clear();
  if (!rule_->HasLipschitz()) return;
  report.lipschitz.resize(update_->examples());
  for (std::size_t i = 0; i < update_->examples(); ++i) {
    report.lipschitz[i] = rule_->Lipschitz(static_cast<ExampleId>(i));
  }
}

template class ExampleLoop<float>;
template class ExampleLoop<double>;

}  // namespace sagitta
