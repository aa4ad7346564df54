#include "optim/stochastic/adagrad.h"

#include <algorithm>
#include <limits>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
AdaGrad<Real>::AdaGrad(const Oracle<Real>& oracle, const kernels::AdaGradSettings& settings)
    : oracle_(oracle),
      settings_(settings),
      scratch_(oracle.NewScratch()),
      touched_(oracle),
      w_(oracle.space()),
      root_(oracle.space()) {
  for (const RowSpace& part : oracle.space()) {
    all_.push_back(AllRows(part));
    step_of_.emplace_back(part.dense_rows + part.slots.size(), 0u);
  }
  for (std::size_t part = 0; part < all_.size(); ++part) {
    rows_.push_back({w_.rows(part), root_.rows(part), step_of_[part].data()});
    std::size_t most = 0;
    for (std::size_t i = 0; i < oracle.examples(); ++i) {
      most = std::max(most, touched_.Of(static_cast<ExampleId>(i), part).size());
    }
    aside_.emplace_back(most * w_.rows(part).dense_part);
  }
}

template <class Real>
double AdaGrad<Real>::Iterate(ExampleId i, ExampleId next) {
  for (std::size_t part = 0; part < rows_.size(); ++part) {
    kernels::AdaGradCatchUp(rows_[part], touched_.Of(i, part), step_, settings_,
                            aside_[part].data());
  }
  oracle_.Gather(i, w_, 1, kNoExample, *scratch_);
  const double loss = oracle_.Infer(i, *scratch_);
  // The squares need the whole gradient, all occurrences of a row summed. It is added to the
  // weights, which are near already, and found again as the difference to what they were: up to
  // the rounding of a weight.
  oracle_.Scatter(i, *scratch_, 1, kNoExample, w_);
  for (std::size_t part = 0; part < rows_.size(); ++part) {
    kernels::AdaGradStep<Real>(rows_[part], touched_.Of(i, part), aside_[part].data(),
                               touched_.SeldomOf(next, part), settings_);
  }
  ++step_;
  return loss;
}

template <class Real>
StepReport AdaGrad<Real>::Advance(Rng& rng) {
  const std::uint64_t end = scratch_->evaluations + oracle_.pass_evaluations();
  const auto resolve = [this](const Draw& draw) {
    return DrawUniform(draw.place, oracle_.examples());
  };
  double losses = 0;
  while (scratch_->evaluations < end) {
    const ExampleId i = ahead_.Take(rng, resolve);
    losses += Iterate(i, ahead_.next());
  }
  StepReport report;
  report.evaluations = scratch_->evaluations;
  report.objective_estimate = losses / step_;
  Settle();
  const auto w = w_.values();
  report.objective_estimate += 0.5 * settings_.lambda * kernels::Dot(w.size(), w.data(), w.data());
  report.gradient_inf = std::numeric_limits<double>::infinity();
  report.step = settings_.eta;
  return report;
}

template <class Real>
void AdaGrad<Real>::Settle() {
  for (std::size_t part = 0; part < rows_.size(); ++part) {
    kernels::AdaGradCatchUp<Real>(rows_[part], all_[part], step_, settings_, nullptr);
    std::fill(step_of_[part].begin(), step_of_[part].end(), 0u);
  }
  step_ = 0;
}

template <class Real>
void AdaGrad<Real>::Write(PlainWeights<Real>& out) const {
  std::copy(w_.values().begin(), w_.values().end(), out.values().begin());
}

template <class Real>
bool AdaGrad<Real>::Start(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), w_.values().begin());
  return true;
}

template <class Real>
void AdaGrad<Real>::Transfer(State& state) {
  state.Value(settings_.lambda);
  state.Value(scratch_->evaluations);
  state.Array(w_.values());
  state.Array(root_.values());
  state.Value(ahead_);
}

template class AdaGrad<float>;
template class AdaGrad<double>;

}  // namespace sagitta
