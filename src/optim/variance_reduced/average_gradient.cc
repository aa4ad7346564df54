// The loop guard printed in Algorithm 1 ("m < n and ...") is meant as "m < n or ..."; the driver
// applies it between passes.
#include "optim/variance_reduced/average_gradient.h"

#include "sagitta/methods.h"

namespace sagitta {

template <class Real>
StepReport AverageGradient<Real>::Advance(Rng& rng) {
  const std::uint64_t end = core_->evaluations() + core_->oracle().pass_evaluations();
  const auto resolve = [this](const Draw& draw) { return rule_->Resolve(draw); };
  double alpha = 0;
  if (core_->seen() == 0 && (rule_->FillsMemoryFirst() || warm_)) {
    core_->FillMemory([this](ExampleId i, double loss) { rule_->Learn(i, loss); });
  }
  while (core_->evaluations() < end) {
    const ExampleId i = ahead_.Take(rng, resolve);
    const double probability = rule_->Probability(i);
    const double loss = core_->Visit(i, ahead_.next());
    rule_->Learn(i, loss);
    core_->MarkSeen(i);
    alpha = rule_->StepSize();
    core_->Apply(i, alpha, probability, ahead_.next());
  }
  return core_->Report(alpha);
}

template <class Real>
void AverageGradient<Real>::ChangeLambda(double lambda) {
  core_->ChangeLambda(lambda);
  rule_->LambdaChanged();
}

template <class Real>
void AverageGradient<Real>::Transfer(State& state) {
  state.Part("core", *core_);
  state.Part("rule", *rule_);
  state.Part("ahead", ahead_);
}

template <class Real>
void AverageGradient<Real>::Inspect(SamplingReport& report) const {
  report.visits = core_->visits();
  report.lipschitz.clear();
  if (!rule_->HasLipschitz()) return;
  report.lipschitz.resize(core_->examples());
  for (std::size_t i = 0; i < core_->examples(); ++i) {
    report.lipschitz[i] = rule_->Lipschitz(static_cast<ExampleId>(i));
  }
}

template class AverageGradient<float>;
template class AverageGradient<double>;

}  // namespace sagitta
