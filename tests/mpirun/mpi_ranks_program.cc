// Run by mpirun: the checks of a communicator, or an error of one rank.
//
// Usage: mpi_ranks_program checks | fail RANK | die RANK
#include <csignal>
#include <cstdio>
#include <string>

#include "dist/rank_checks.h"
#include "mpi/mpi_ranks.h"

int main(int argc, char** argv) {
  using namespace sagitta::internal;
  MpiSession session(&argc, &argv, [](std::uint32_t rank, const std::string& message) {
    std::fprintf(stderr, "rank %u: %s\n", rank, message.c_str());
  });
  Communicator& ranks = session.ranks();
  const std::string what = argc > 1 ? argv[1] : "";
  const auto chosen = static_cast<std::uint32_t>(argc > 2 ? std::stoul(argv[2]) : 0);
  try {
    ranks.Run([&] {
      CheckAll(ranks);
      if (ranks.rank() == chosen && what == "fail") {
        throw sagitta::Error(sagitta::ErrorKind::kData, {"file", 3, 0}, "wrong");
      }
      if (ranks.rank() == chosen && what == "die") std::raise(SIGKILL);
      CheckAll(ranks);
    });
  } catch (const std::exception& error) {
    if (ranks.rank() == 0) std::printf("error: %s\n", error.what());
    return 1;
  }
  if (ranks.rank() == 0) std::printf("%u ranks agree\n", ranks.size());
  return 0;
}
