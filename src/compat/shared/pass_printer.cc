#include "compat/shared/pass_printer.h"

#include <cmath>
#include <utility>

namespace sagitta::compat {

void PassPrinter::OnStart(const TrainStart& start) {
  interrupt_.emplace();
  examples_ = static_cast<double>(start.corpus.sequences);
  Begin(start);
}

void PassPrinter::OnPass(const PassRecord& record) {
  Iteration next;
  if (pending_) {
    Print(*pending_);
    next.number = pending_->number;
    next.seconds = -pending_->record.seconds;
  }
  ++next.number;
  next.seconds += record.seconds;
  next.loss = examples_ * record.objective.value_or(record.objective_estimate);
  next.error_norm = examples_ * record.gradient_inf;
  next.record = record;
  next.scores = std::move(scores_);
  scores_.reset();
  pending_ = std::move(next);
  Judge(pending_->loss);
  if (IsEnough(*pending_)) enough_ = true;
}

void PassPrinter::Judge(double loss) {
  losses_.push_back(loss);
  if (losses_.size() <= rule_.window) return;
  const double before = losses_[losses_.size() - 1 - rule_.window];
  small_ = std::abs(before - loss) < rule_.least * loss ? small_ + 1 : 0;
  enough_ = small_ >= rule_.times;
}

void PassPrinter::OnEnd(const TrainSummary& summary) {
  if (pending_) {
    pending_->loss = examples_ * summary.certificate.objective;
    pending_->error_norm = examples_ * summary.certificate.gradient_inf;
    Print(*pending_);
  }
  End(summary);
}

Corpus ErrorSample(const Corpus& corpus) {
  constexpr std::uint64_t kMost = 500;
  const std::uint64_t all = corpus.Size().sequences;
  if (all <= kMost) return corpus;
  std::vector<std::uint32_t> some;
  for (std::uint64_t k = 0; k < kMost; ++k) {
    some.push_back(static_cast<std::uint32_t>(k * all / kMost));
  }
  return corpus.Select(some);
}

Ending EndingOf(const TrainSummary& summary, const TrainSettings& settings) {
  if (summary.last.gradient_inf <= settings.tolerance) return Ending::kConverged;
  return summary.last.pass >= settings.passes ? Ending::kIterations : Ending::kOther;
}

}  // namespace sagitta::compat
