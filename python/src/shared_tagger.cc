// SharedTagger: a stack of idle taggers behind a mutex.
#include "shared_tagger.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

namespace sagitta::python {

std::unique_ptr<Tagger> SharedTagger::Borrow() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Tagger> tagger = std::move(idle_.back());
      idle_.pop_back();
      return tagger;
    }
  }
  return std::make_unique<Tagger>(model_, further_);
}

void SharedTagger::Return(std::unique_ptr<Tagger> tagger) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(tagger));
}

void SharedTagger::Use(const std::function<void(Tagger&)>& work) {
  std::unique_ptr<Tagger> tagger = Borrow();
  work(*tagger);  // after an exception there is one idle tagger less
  Return(std::move(tagger));
}

void SharedTagger::UseForAll(std::span<const Sequence> sequences, std::size_t threads,
                             const std::function<void(Tagger&, std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&] {
    try {
      Use([&](Tagger& tagger) {
        for (std::size_t i; (i = next++) < sequences.size();) work(tagger, i);
      });
    } catch (...) {
      next = sequences.size();
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> others(
      std::min(threads, sequences.size()) > 1 ? std::min(threads, sequences.size()) - 1 : 0);
  for (std::thread& other : others) other = std::thread(run);
  run();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace sagitta::python
