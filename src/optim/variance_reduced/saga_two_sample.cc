// Two samples per iteration, with a worker each.
#include "optim/variance_reduced/saga_two_sample.h"

#include <utility>

#include "optim/variance_reduced/saga_any.h"

namespace sagitta {

template <class Real>
InferredExample<Real> TwoSampleUpdate<Real>::Look(ExampleId j, ExampleId next) {
  this->memory_->Prefetch(next);
  return this->sum().Gather(j, this->weights_, next, /*worker=*/1).Infer();
}

// The rows of r, visited last, are the nearer ones, and both of their values change: they come
// first. Only where r is j the step has to be made with s_j before it is replaced.
template <class Real>
void TwoSampleUpdate<Real>::Combine(const InferredExample<Real>& j, const InferredExample<Real>& r,
                                    double alpha, double probability, ExampleId next_j,
                                    ExampleId next_r) {
  const double n = this->sum().n();
  const auto compare = [&] {
    this->memory_->Compare(j, -alpha / (n * probability), next_r, this->weights_);
  };
  this->weights_.Step(this->Shrink(alpha), alpha / n);
  if (j.example() == r.example()) compare();
  Apply(r, 0, 1, next_j);
  if (j.example() != r.example()) compare();
}

template <class Real>
SagaTwoSample<Real>::SagaTwoSample(ExampleSum<Real>& sum, double lambda,
                                   std::unique_ptr<GradientMemory<Real>> memory)
    : update_(sum, lambda, std::move(memory)), bounds_(LipschitzBounds(sum.evaluator())) {
  sum.AddWorkers(2);
  SetConstants();
}

template <class Real>
void SagaTwoSample<Real>::SetConstants() {
  std::vector<double> constants = bounds_;
  for (double& constant : constants) constant += update_.lambda();
  lipschitz_.Assign(std::move(constants));
}

template <class Real>
StepReport SagaTwoSample<Real>::Advance(Rng& rng) {
  update_.sum().ForOnePass([&] {
    if (update_.seen() == 0) {
      update_.FillMemory([](const InferredExample<Real>&) {});
    } else {
      Iterate(rng);
    }
    return true;
  });
  return update_.Report(alpha());
}

template <class Real>
void SagaTwoSample<Real>::Iterate(Rng& rng) {
  const ExampleId j = step_ahead_.Take(
      rng, [&](const Draw& draw) { return static_cast<ExampleId>(lipschitz_.Sample(draw.place)); });
  const ExampleId r = memory_ahead_.Take(
      rng, [&](const Draw& draw) { return DrawUniform(draw.place, update_.examples()); });
  const InferredExample<Real> at_j = update_.Look(j, r);
  const InferredExample<Real> at_r = update_.Visit(r, step_ahead_.next());
  update_.Combine(at_j, at_r, alpha(), lipschitz_.Get(j) / lipschitz_.Sum(), step_ahead_.next(),
                  memory_ahead_.next());
}

template <class Real>
void SagaTwoSample<Real>::ChangeLambda(double lambda) {
  update_.ChangeLambda(lambda);
  SetConstants();
}

template <class Real>
void SagaTwoSample<Real>::Transfer(State& state) {
  state.Part("update", update_);
  SetConstants();
  state.Part("step_ahead", step_ahead_, update_.examples());
  state.Part("memory_ahead", memory_ahead_, update_.examples());
}

template class TwoSampleUpdate<float>;
template class TwoSampleUpdate<double>;
template class SagaTwoSample<float>;
template class SagaTwoSample<double>;

}  // namespace sagitta
