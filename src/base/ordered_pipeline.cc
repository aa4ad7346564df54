// OrderedPipeline: one mutex for the state of all slots. A part takes milliseconds, so nobody waits
// for the mutex.
#include "base/ordered_pipeline.h"

#include <utility>

namespace sagitta {

OrderedPipeline::OrderedPipeline(ThreadTeam& team, std::size_t slots, PipelineSteps steps)
    : team_(team), steps_(std::move(steps)), slots_(slots) {}

void OrderedPipeline::Run() {
  team_.Run(team_.size(), [this](std::size_t, std::size_t member) { Serve(member); });
  if (failure_) std::rethrow_exception(failure_);
}

void OrderedPipeline::Serve(std::size_t member) {
  Lock lock(mutex_);
  while (!failure_) {
    if (CanDrain()) {
      Drain(lock);
    } else if (CanFill()) {
      FillAndWork(lock, member);
    } else if (ended_ && drained_ == filled_) {
      if (fill_failure_) Fail(std::exchange(fill_failure_, nullptr));
      return;
    } else {
      changed_.wait(lock);
    }
  }
}

bool OrderedPipeline::CanDrain() const {
  return !draining_ && drained_ < filled_ && At(drained_).state == State::kDone;
}

bool OrderedPipeline::CanFill() const {
  return !filling_ && !ended_ && At(filled_).state == State::kFree;
}

void OrderedPipeline::Drain(Lock& lock) {
  const std::size_t slot = drained_ % slots_.size();
  std::exception_ptr failure = std::exchange(slots_[slot].failure, nullptr);
  draining_ = true;
  lock.unlock();
  try {
    steps_.drain(slot);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  draining_ = false;
  slots_[slot].state = State::kFree;
  ++drained_;
  if (failure) Fail(std::move(failure));
  changed_.notify_all();
}

void OrderedPipeline::FillAndWork(Lock& lock, std::size_t member) {
  const std::size_t slot = filled_ % slots_.size();
  std::exception_ptr failure;
  bool more = false;
  filling_ = true;
  lock.unlock();
  try {
    more = steps_.fill(slot);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  filling_ = false;
  changed_.notify_all();
  if (!more) {
    ended_ = true;
    fill_failure_ = std::move(failure);
    return;
  }
  slots_[slot].state = State::kBusy;
  ++filled_;
  lock.unlock();
  try {
    steps_.work(slot, member, stop_);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  slots_[slot].state = State::kDone;
  slots_[slot].failure = std::move(failure);
  if (slots_[slot].failure) ended_ = true;  // what follows would not be drained
  changed_.notify_all();
}

// REQUIRES: the mutex is locked.
void OrderedPipeline::Fail(std::exception_ptr failure) {
  failure_ = std::move(failure);
  stop_.store(true, std::memory_order_relaxed);
  steps_.wake();
  changed_.notify_all();
}

}  // namespace sagitta
