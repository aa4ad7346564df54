// Auto: one method after the other.
#include "optim/combined/auto.h"

#include "optim/batch/active_owlqn.h"
#include "optim/registry.h"
#include "sagitta/methods.h"

namespace sagitta {

template <class Real>
Auto<Real>::Auto(ExampleSum<Real>& sum, const Options& options)
    : sum_(sum),
      options_(options),
      lambda_(options.lambda()),
      changeover_(sum.n(), options.lambda(), options.lambda1()),
      method_(Stochastic()) {
  options_.Count("history", 1, 1000);  // throws now, not in the middle of a training
}

template <class Real>
std::unique_ptr<Optimizer<Real>> Auto<Real>::Stochastic() const {
  return MakeOptimizer<Real>(kStochasticOfAuto, sum_, options_);
}

template <class Real>
std::unique_ptr<Optimizer<Real>> Auto<Real>::Batch() const {
  return std::make_unique<ActiveOwlqn<Real>>(sum_, lambda_, options_.lambda1(),
                                             options_.Count("history", 1, 1000));
}

template <class Real>
StepReport Auto<Real>::Advance(Rng& rng) {
  StepReport report = method_->Advance(rng);
  report.evaluations += before_;
  if (changed_) return report;
  const std::string why = changeover_.Judge(report);
  if (why.empty()) return report;
  PlainWeights<Real> w(sum_.space());
  method_->Write(w);
  method_.reset();  // makes room
  method_ = Batch();
  method_->Start(w);
  changed_ = true;
  before_ = report.evaluations - sum_.evaluations();  // batches have a count of their own
  report.note = "changing over to owlqn: " + why;
  return report;
}

template <class Real>
bool Auto<Real>::Start(const PlainWeights<Real>& w) {
  if (options_.lambda1() > 0) {
    method_ = Batch();
    changed_ = true;
  }
  return method_->Start(w);
}

template <class Real>
void Auto<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  changeover_.ChangeLambda(lambda);
  method_->ChangeLambda(lambda);
}

template <class Real>
void Auto<Real>::Transfer(State& state) {
  const bool was_changed = changed_;
  state.Value("lambda", lambda_);
  state.Value("changed", changed_);
  state.Value("before", before_);
  state.Part("changeover", changeover_);
  if (state.loading() && changed_ != was_changed) {
    method_.reset();
    method_ = changed_ ? Batch() : Stochastic();
  }
  state.Part("method", *method_);
}

template class Auto<float>;
template class Auto<double>;

}  // namespace sagitta
