// The loop guard printed in Algorithm 1 ("m < n and ...") is meant as "m < n or ..."; the driver
// applies it between passes.
#include "optim/loop/example_loop.h"

#include "sagitta/methods.h"

namespace sagitta {

template <class Real>
StepReport ExampleLoop<Real>::Advance(Rng& rng) {
  double alpha = 0;
  update_->sum().ForOnePass([&] {
    if (MemoryIsToBeFilled()) {
      update_->FillMemory([this](const InferredExample<Real>& here) { rule_->Learn(here); });
    } else {
      alpha = Iterate(rng);
    }
    return true;
  });
  return update_->Report(alpha);
}

template <class Real>
double ExampleLoop<Real>::Iterate(Rng& rng) {
  const ExampleId i = ahead_.Take(rng, [this](const Draw& draw) { return rule_->Resolve(draw); });
  const double probability = rule_->Probability(i);
  const InferredExample<Real> here = update_->Visit(i, ahead_.next());
  rule_->Learn(here);
  update_->MarkSeen(i);
  const double alpha = rule_->StepSize();
  update_->Apply(here, alpha, probability, ahead_.next());
  return alpha;
}

template <class Real>
void ExampleLoop<Real>::ChangeLambda(double lambda) {
  update_->ChangeLambda(lambda);
  rule_->LambdaChanged();
}

template <class Real>
void ExampleLoop<Real>::Transfer(State& state) {
  state.Part("update", *update_);
  state.Part("rule", *rule_);
  state.Part("ahead", ahead_);
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
