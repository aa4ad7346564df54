// MpiRanks: the collectives of MPI count with int, so that long messages go in pieces.
#include "mpi/mpi_ranks.h"

#include <mpi.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

constexpr std::uint64_t kPiece = std::uint64_t{1} << 28;

// Errors of MPI itself end the job with MPI's own message, which is its default.
class MpiRanks final : public Communicator {
 public:
  MpiRanks(int rank, int size, AbortReport report)
      : Communicator(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(size)),
        report_(std::move(report)) {}

 private:
  std::vector<Bytes> DoAllGather(ByteSpan mine) override {
    const std::vector<ByteSpan> to(size(), mine);
    return DoExchange(to);
  }

  std::vector<Bytes> DoExchange(std::span<const ByteSpan> to) override {
    std::vector<std::uint64_t> sends(size()), receives(size());
    for (std::uint32_t r = 0; r < size(); ++r) sends[r] = to[r].size();
    MPI_Alltoall(sends.data(), 1, MPI_UINT64_T, receives.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    std::vector<Bytes> from(size());
    std::vector<MPI_Request> requests;
    for (std::uint32_t step = 1; step < size(); ++step) {
      const std::uint32_t source = (rank() + size() - step) % size();
      from[source].resize(receives[source]);
      InPieces(receives[source], [&](std::uint64_t begin, int count) {
        MPI_Irecv(from[source].data() + begin, count, MPI_BYTE, static_cast<int>(source), 0,
                  MPI_COMM_WORLD, &requests.emplace_back());
      });
    }
    for (std::uint32_t step = 1; step < size(); ++step) {
      const std::uint32_t target = (rank() + step) % size();
      InPieces(to[target].size(), [&](std::uint64_t begin, int count) {
        MPI_Isend(to[target].data() + begin, count, MPI_BYTE, static_cast<int>(target), 0,
                  MPI_COMM_WORLD, &requests.emplace_back());
      });
    }
    from[rank()].assign(to[rank()].begin(), to[rank()].end());
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return from;
  }

  template <class Piece>
  static void InPieces(std::uint64_t size, Piece piece) {
    for (std::uint64_t begin = 0; begin < size; begin += kPiece) {
      piece(begin, static_cast<int>(std::min(kPiece, size - begin)));
    }
  }

  std::uint64_t DoHighest(std::uint64_t mine) override {
    std::uint64_t highest = 0;
    MPI_Allreduce(&mine, &highest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return highest;
  }

  void Abort(const std::string& message) override {
    report_(rank(), message);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

  AbortReport report_;
};

}  // namespace

MpiSession::MpiSession(int* argc, char*** argv, AbortReport report) {
  int provided = 0, rank = 0, size = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (provided < MPI_THREAD_FUNNELED) {
    throw Error(ErrorKind::kSystem, "this MPI cannot be used by a process with several threads");
  }
  ranks_ = std::make_unique<MpiRanks>(rank, size, std::move(report));
}

MpiSession::~MpiSession() { MPI_Finalize(); }

}  // namespace sagitta::internal
