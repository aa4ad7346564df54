// MpiRanks: ranks that are processes, started by mpirun.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "dist/communicator.h"

namespace sagitta::internal {

using AbortReport = std::function<void(std::uint32_t rank, const std::string& message)>;

/// MPI from its beginning to its end: make one at the start of main. Its destructor waits for all
/// ranks; what may throw belongs into Communicator::Run, so that all of them come there.
class MpiSession {
 public:
  /// `report` is called before a rank that failed in the middle of a call ends the whole job.
  MpiSession(int* argc, char*** argv, AbortReport report);
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  Communicator& ranks() { return *ranks_; }

 private:
  std::unique_ptr<Communicator> ranks_;
};

}  // namespace sagitta::internal
