// IterationObserver: passes held back by one, turned into sums over the examples.
#include "sagitta/compat.h"

#include <cmath>
#include <utility>

namespace sagitta {

void IterationObserver::OnStart(const TrainStart& start) {
  if (next_ != nullptr) next_->OnStart(start);
  examples_ = static_cast<double>(start.corpus.sequences);
  Begin(start);
}

void IterationObserver::OnPass(const PassRecord& record) {
  if (next_ != nullptr) next_->OnPass(record);
  Iteration current;
  if (pending_) {
    Report(*pending_);
    current.number = pending_->number;
    current.seconds = -pending_->record.seconds;
  }
  ++current.number;
  current.seconds += record.seconds;
  current.loss = examples_ * record.objective.value_or(record.objective_estimate);
  current.error_norm = examples_ * record.gradient_inf;
  current.record = record;
  current.scores = std::move(scores_);
  scores_.reset();
  pending_ = std::move(current);
  const bool slow = IsSlow(pending_->loss);
  enough_ = IsEnough(*pending_) || slow;
}

bool IterationObserver::IsSlow(double loss) {
  losses_.push_back(loss);
  if (losses_.size() <= rule_.window) return false;
  const double before = losses_[losses_.size() - 1 - rule_.window];
  slow_ = std::abs(before - loss) < rule_.least * loss ? slow_ + 1 : 0;
  return slow_ >= rule_.times;
}

void IterationObserver::OnPathPoint(const PathPoint& point) {
  if (next_ != nullptr) next_->OnPathPoint(point);
}

void IterationObserver::OnFold(const Fold& fold) {
  if (next_ != nullptr) next_->OnFold(fold);
}

void IterationObserver::OnFoldPass(const Fold& fold, const PassRecord& record) {
  if (next_ != nullptr) next_->OnFoldPass(fold, record);
}

void IterationObserver::OnFoldPoint(const Fold& fold, const PathPoint& point) {
  if (next_ != nullptr) next_->OnFoldPoint(fold, point);
}

void IterationObserver::OnDevEvaluation(const Evaluation& scores) {
  if (next_ != nullptr) next_->OnDevEvaluation(scores);
  scores_ = scores;
}

void IterationObserver::OnSampling(const SamplingReport& report) {
  if (next_ != nullptr) next_->OnSampling(report);
}

void IterationObserver::OnEnd(const TrainSummary& summary) {
  if (next_ != nullptr) next_->OnEnd(summary);
  if (pending_) {
    pending_->loss = examples_ * summary.certificate.objective;
    pending_->error_norm = examples_ * summary.certificate.gradient_inf;
    Report(*pending_);
  }
  End(summary);
}

bool IterationObserver::ShouldStop() {
  const bool requested = next_ != nullptr && next_->ShouldStop();
  return enough_ || requested;
}

}  // namespace sagitta
