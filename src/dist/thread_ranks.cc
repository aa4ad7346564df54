// ThreadRanks: every rank shows what it gives, waits for the others, takes what it gets, and waits
// until the others have done so.
#include "dist/thread_ranks.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// What the threads share.
class Meeting {
 public:
  explicit Meeting(std::uint32_t size) : gives_(size), numbers_(size) {}

  /// Returns when all ranks have called it. Throws when a rank cannot come any more.
  void Wait() {
    std::unique_lock lock(mutex_);
    const std::uint64_t here = round_;
    if (++arrived_ == gives_.size()) {
      arrived_ = 0;
      ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != here || broken_; });
    if (round_ == here) throw Error(ErrorKind::kSystem, "another rank failed: " + reason_);
  }

  void Break(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (!broken_) reason_ = reason;
    broken_ = true;
    changed_.notify_all();
  }

  // Written by their rank before a Wait, and read by others until the next one.
  std::span<const ByteSpan>& Gives(std::uint32_t rank) { return gives_[rank]; }
  std::uint64_t& Number(std::uint32_t rank) { return numbers_[rank]; }

 private:
  std::vector<std::span<const ByteSpan>> gives_;
  std::vector<std::uint64_t> numbers_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::size_t arrived_ = 0;
  std::uint64_t round_ = 0;
  bool broken_ = false;
  std::string reason_;
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(std::uint32_t rank, std::uint32_t size, Meeting& meeting)
      : Communicator(rank, size), meeting_(meeting) {}

 private:
  std::vector<Bytes> DoAllGather(ByteSpan mine) override {
    const std::vector<ByteSpan> to(size(), mine);
    return DoExchange(to);
  }

  std::vector<Bytes> DoExchange(std::span<const ByteSpan> to) override {
    meeting_.Gives(rank()) = to;
    meeting_.Wait();
    std::vector<Bytes> from;
    for (std::uint32_t r = 0; r < size(); ++r) {
      const ByteSpan bytes = meeting_.Gives(r)[rank()];
      from.emplace_back(bytes.begin(), bytes.end());
    }
    meeting_.Wait();
    return from;
  }

  std::uint64_t DoHighest(std::uint64_t mine) override {
    meeting_.Number(rank()) = mine;
    meeting_.Wait();
    std::uint64_t highest = 0;
    for (std::uint32_t r = 0; r < size(); ++r) highest = std::max(highest, meeting_.Number(r));
    meeting_.Wait();
    return highest;
  }

  void Abort(const std::string& message) override { meeting_.Break(message); }

  Meeting& meeting_;
};

}  // namespace

void RunThreadRanks(std::uint32_t ranks, const std::function<void(Communicator&)>& work) {
  Meeting meeting(ranks);
  std::vector<std::exception_ptr> failures(ranks);
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          ThreadRank communicator(rank, ranks, meeting);
          communicator.Run([&] { work(communicator); });
        } catch (...) {
          failures[rank] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace sagitta::internal
