#include "optim/variance_reduced/saga_two_sample.h"

#include <utility>

#include "optim/variance_reduced/saga_any.h"

namespace sagitta {

template <class Real>
void TwoSampleCore<Real>::Look(ExampleId j, ExampleId next) {
  this->memory_->Prefetch(next);
  this->oracle().Gather(j, this->weights_, next, *step_scratch_);
  this->oracle().Infer(j, *step_scratch_);
  this->scratch().evaluations += std::exchange(step_scratch_->evaluations, 0);
}

// The rows of r, visited last, are the nearer ones, and both of their parts change: they come
// first. Only where r is j the step has to be made with s_j before it is replaced.
template <class Real>
void TwoSampleCore<Real>::Move(ExampleId j, ExampleId r, double alpha, double probability,
                               ExampleId next_j, ExampleId next_r) {
  const double n = static_cast<double>(this->examples());
  const auto compare = [&] {
    this->memory_->Compare(j, -alpha / (n * probability), next_r, *step_scratch_, this->weights_);
  };
  this->weights_.Step(this->Shrink(alpha), alpha / n);
  if (j == r) compare();
  Apply(r, 0, 1, next_j);
  if (j != r) compare();
}

template <class Real>
SagaTwoSample<Real>::SagaTwoSample(const Oracle<Real>& oracle, double lambda,
                                   std::unique_ptr<GradientMemory<Real>> memory)
    : core_(oracle, lambda, std::move(memory)), bounds_(LipschitzBounds(oracle)) {
  SetConstants();
}

template <class Real>
void SagaTwoSample<Real>::SetConstants() {
  std::vector<double> constants = bounds_;
  for (double& constant : constants) constant += core_.lambda();
  lipschitz_.Assign(std::move(constants));
}

template <class Real>
StepReport SagaTwoSample<Real>::Advance(Rng& rng) {
  const std::uint64_t end = core_.evaluations() + core_.oracle().pass_evaluations();
  const double n = static_cast<double>(core_.examples());
  const double alpha = n / (4 * lipschitz_.Sum());
  if (core_.seen() == 0) core_.FillMemory([](ExampleId, double) {});
  while (core_.evaluations() < end) {
    const ExampleId j = step_ahead_.Take(rng, [&](const Draw& draw) {
      return static_cast<ExampleId>(lipschitz_.Sample(draw.place));
    });
    const ExampleId r = memory_ahead_.Take(
        rng, [&](const Draw& draw) { return DrawUniform(draw.place, core_.examples()); });
    core_.Look(j, r);
    core_.Visit(r, step_ahead_.next());
    core_.Move(j, r, alpha, lipschitz_.Get(j) / lipschitz_.Sum(), step_ahead_.next(),
               memory_ahead_.next());
  }
  return core_.Report(alpha);
}

template <class Real>
void SagaTwoSample<Real>::ChangeLambda(double lambda) {
  core_.ChangeLambda(lambda);
  SetConstants();
}

template <class Real>
void SagaTwoSample<Real>::Transfer(State& state) {
  state.Part("core", core_);
  SetConstants();
  state.Part("step_ahead", step_ahead_);
  state.Part("memory_ahead", memory_ahead_);
}

template class TwoSampleCore<float>;
template class TwoSampleCore<double>;
template class SagaTwoSample<float>;
template class SagaTwoSample<double>;

}  // namespace sagitta
