// Communicator: what the processes of one training, its ranks, say to each other.
//
// Ranks count from 0. All of them call the same functions in the same order, and every call waits
// for all ranks. There are three bodies: a single rank, threads of one process (thread_ranks.h),
// and MPI (mpi/mpi_ranks.h).
//
// When a rank fails, it tells the others instead of making its next call, and all ranks throw the
// same error from there: none waits forever, and there is one message. A call is therefore two
// exchanges, of which the first one has one number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sagitta::internal {

using Bytes = std::vector<std::byte>;
using ByteSpan = std::span<const std::byte>;

/// How much a rank has said, for measurements.
struct Traffic {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;  // sent to other ranks
};

/// One per rank, for one thread at a time.
class Communicator {
 public:
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  std::uint32_t rank() const { return rank_; }
  std::uint32_t size() const { return size_; }
  const Traffic& traffic() const { return traffic_; }

  /// result[r] is what rank r gave.
  std::vector<Bytes> AllGather(ByteSpan mine);
  /// to[r] goes to rank r, result[r] came from rank r. REQUIRES: to.size() == size().
  std::vector<Bytes> Exchange(std::span<const ByteSpan> to);
  /// The highest number that a rank gave.
  std::uint64_t Highest(std::uint64_t mine);

  /// Does the work of this rank. If it throws, or that of another rank, every rank throws the error
  /// of the lowest rank that failed. Call it once, around everything that uses the communicator.
  void Run(const std::function<void()>& work);

 protected:
  Communicator(std::uint32_t rank, std::uint32_t size) : rank_(rank), size_(size) {}

  virtual std::vector<Bytes> DoAllGather(ByteSpan mine) = 0;
  virtual std::vector<Bytes> DoExchange(std::span<const ByteSpan> to) = 0;
  virtual std::uint64_t DoHighest(std::uint64_t mine) = 0;
  /// Ends all ranks, which may be anywhere: this one failed in the middle of a call. May throw.
  virtual void Abort(const std::string& message) = 0;

 private:
  /// A call begins: throws the error of a rank that failed.
  void Begin();
  [[noreturn]] void Fail();
  [[noreturn]] void ThrowAgreed(const std::string& mine);

  std::uint32_t rank_;
  std::uint32_t size_;
  Traffic traffic_;
  bool inside_ = false;  // a call
  bool agreed_ = false;  // on an error
};

/// The only rank.
class SingleRank final : public Communicator {
 public:
  SingleRank() : Communicator(0, 1) {}

 private:
  std::vector<Bytes> DoAllGather(ByteSpan mine) override;
  std::vector<Bytes> DoExchange(std::span<const ByteSpan> to) override;
  std::uint64_t DoHighest(std::uint64_t mine) override { return mine; }
  void Abort(const std::string&) override {}
};

}  // namespace sagitta::internal
