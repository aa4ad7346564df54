// ActiveOwlqn: the choice of rows, and the change from one part of the problem to another.
#include "optim/batch/active_owlqn.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
ActiveOwlqn<Real>::Part::Part(const ActiveOwlqn& whole, std::vector<std::uint32_t> node_rows)
    : rows(whole.sum_.space(), std::move(node_rows)),
      sum(whole.sum_.On(rows)),
      method(*sum, whole.lambda_, whole.lambda1_, whole.history_, /*diagonal=*/true) {}

template <class Real>
ActiveOwlqn<Real>::ActiveOwlqn(ExampleSum<Real>& sum, double lambda, double lambda1,
                               std::size_t history)
    : sum_(sum),
      lambda_(lambda),
      lambda1_(lambda1),
      history_(history),
      whole_{PlainWeights<Real>(sum.space()), PlainWeights<Real>(sum.space())} {}

template <class Real>
void ActiveOwlqn<Real>::AddPenalty() {
  const std::size_t size = whole_.w.values().size();
  Real* const g = whole_.gradient.values().data();
  kernels::SubtractScaled(size, g, static_cast<Real>(-lambda_), whole_.w.values().data(), g);
}

template <class Real>
void ActiveOwlqn<Real>::EvaluateAll() {
  if (part_) part_->rows.PutBack(part_->method.w(), whole_.w);
  const std::span<const Real> w = whole_.w.values();
  whole_.value = sum_.MeanLossAndGradient(whole_.w, whole_.gradient);
  AddPenalty();
  double sizes = 0;
  for (const Real x : w) sizes += static_cast<double>(std::abs(x));
  whole_.value += 0.5 * lambda_ * kernels::Dot(w.size(), w.data(), w.data()) + lambda1_ * sizes;
}

template <class Real>
StepReport ActiveOwlqn<Real>::AdvanceOnAll(Rng& rng) {
  Part& part = *part_;
  part.method.EvaluateBy([&](const PlainWeights<Real>& w, PlainWeights<Real>& gradient) {
    part.rows.PutBack(w, whole_.w);
    const double loss = sum_.MeanLossAndGradient(whole_.w, whole_.gradient);
    part.rows.Take(whole_.gradient, gradient);
    return loss;
  });
  const StepReport report = part.method.Advance(rng);
  part.method.EvaluateBy({});
  if (report.step > 0) {
    AddPenalty();
    whole_.value = report.objective_estimate;
  } else {
    EvaluateAll();  // the last one was of a step that was not taken
  }
  return report;
}

template <class Real>
void ActiveOwlqn<Real>::Choose() {
  const WeightSpace& space = sum_.space();
  choice_.rows.clear();
  choice_.rows.reserve(space[kNodeBlock].rows());
  choice_.missed = false;
  choice_.gradient_inf = 0;
  for (std::size_t block = 0; block < space.size(); ++block) {
    ForEachRowNumber(space[block], [&](std::uint32_t row) {
      const std::span<const Real> w = whole_.w.Row(block, row);
      const std::span<const Real> g = whole_.gradient.Row(block, row);
      double least = 0;    // subgradient of the row
      double nearest = 0;  // to where a weight would leave zero, in units of lambda1
      for (std::size_t j = 0; j < w.size(); ++j) {
        const double own = w[j], slope = g[j];
        least = std::max(least, own == 0 ? std::abs(slope) - lambda1_
                                         : std::abs(slope + std::copysign(lambda1_, own)));
        nearest = std::max(nearest, own == 0 ? std::abs(slope) / lambda1_ : 1.0);
      }
      choice_.gradient_inf = std::max(choice_.gradient_inf, least);
      if (block != kNodeBlock || nearest < kNear) return;
      choice_.rows.push_back(row);
      const bool active = part_ && part_->rows.NumberOf(row) != kNoRow;
      choice_.missed = choice_.missed || (!active && least > 0);
    });
  }
}

template <class Real>
void ActiveOwlqn<Real>::Activate(const std::vector<std::uint32_t>& rows) {
  auto next = std::make_unique<Part>(*this, rows);
  const WeightSpace& space = next->rows.space();
  Point own{PlainWeights<Real>(space), PlainWeights<Real>(space), whole_.value};
  PlainWeights<Real> inverse(space);
  next->rows.Take(whole_.w, own.w);
  next->rows.Take(whole_.gradient, own.gradient);
  next->rows.Take(*inverse_, inverse);
  next->method.StartAt(own, inverse);
  if (part_) {
    PlainWeights<Real> before(part_->rows.space()), whole(sum_.space()), after(space);
    next->method.memory().Adopt(
        part_->method.memory(), [&](std::span<const Real> from, std::span<Real> to) {
          std::copy(from.begin(), from.end(), before.values().begin());
          part_->rows.PutBack(before, whole);
          next->rows.Take(whole, after);
          std::copy(after.values().begin(), after.values().end(), to.begin());
        });
    before_ += part_->sum->evaluations();
  }
  part_ = std::move(next);
}

template <class Real>
void ActiveOwlqn<Real>::Begin() {
  auto inverse = std::make_unique<PlainWeights<Real>>(sum_.space());
  Owlqn<Real>::InverseDiagonal(sum_, lambda_, whole_.w, *inverse);
  EvaluateAll();
  inverse_ = std::move(inverse);
  Choose();
  gradient_inf_ = choice_.gradient_inf;
  Activate(choice_.rows);
}

template <class Real>
bool ActiveOwlqn<Real>::ChooseAgain() {
  Choose();
  const double active = static_cast<double>(active_rows());
  const bool fewer = static_cast<double>(choice_.rows.size()) < kMuchFewer * active;
  interval_ = choice_.missed ? kFirstInterval : std::min(2 * interval_, kLongestInterval);
  since_ = 0;
  gradient_inf_ = choice_.gradient_inf;
  if (choice_.missed || fewer) Activate(choice_.rows);
  return choice_.missed;
}

template <class Real>
StepReport ActiveOwlqn<Real>::Advance(Rng& rng) {
  if (!inverse_) Begin();
  ++since_;
  const bool on_all = since_ >= interval_;
  StepReport report = on_all ? AdvanceOnAll(rng) : part_->method.Advance(rng);
  const bool near_end = report.gradient_inf <= kMuchSmaller * gradient_inf_ || report.stuck;
  if (!on_all && near_end) EvaluateAll();
  if (on_all || near_end) {
    report.stuck = !ChooseAgain() && report.stuck;
    report.gradient_inf = gradient_inf_;
  }
  report.evaluations = sum_.evaluations() + before_ + part_->sum->evaluations();
  return report;
}

template <class Real>
void ActiveOwlqn<Real>::Write(PlainWeights<Real>& out) const {
  if (part_) return part_->rows.PutBack(part_->method.w(), out);
  std::copy(whole_.w.values().begin(), whole_.w.values().end(), out.values().begin());
}

template <class Real>
bool ActiveOwlqn<Real>::Start(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), whole_.w.values().begin());
  return true;
}

// Begins again, with another diagonal: the pairs belong to another function.
template <class Real>
void ActiveOwlqn<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  if (!part_) return;
  part_->rows.PutBack(part_->method.w(), whole_.w);
  before_ += part_->sum->evaluations();
  part_.reset();
  inverse_.reset();
  interval_ = kFirstInterval;
  since_ = 0;
}

template <class Real>
void ActiveOwlqn<Real>::Transfer(State& state) {
  state.Value("lambda", lambda_);
  sum_.Transfer(state);
  state.Value("before", before_);
  state.Value("interval", interval_);
  state.Value("since", since_);
  state.Value("gradient_inf", gradient_inf_);
  bool begun = part_ != nullptr;
  state.Value("begun", begun);
  if (!begun) {
    if (state.loading()) {
      part_.reset();
      inverse_.reset();
    }
    state.Array("w", whole_.w.values());
    return;
  }
  if (!inverse_) inverse_ = std::make_unique<PlainWeights<Real>>(sum_.space());
  state.Array("inverse", inverse_->values());
  std::vector<std::uint32_t> rows;
  if (part_) rows = part_->rows.node_rows();
  state.Sequence("rows", rows);
  if (state.loading()) {
    RequireRows(state, rows);
    part_ = std::make_unique<Part>(*this, std::move(rows));
  }
  state.Part("part", part_->method);
}

template <class Real>
void ActiveOwlqn<Real>::RequireRows(const State& state,
                                    const std::vector<std::uint32_t>& rows) const {
  std::size_t found = 0;
  ForEachRowNumber(sum_.space()[kNodeBlock], [&](std::uint32_t row) {
    if (found < rows.size() && rows[found] == row) ++found;
  });
  state.Require(found == rows.size(), "rows");
}

template class ActiveOwlqn<float>;
template class ActiveOwlqn<double>;

}  // namespace sagitta
