// Interrupt: what Ctrl-C and SIGTERM mean during training.
#pragma once

#include <array>
#include <csignal>

namespace sagitta::cli {

/// While one exists, the first SIGINT or SIGTERM requests an early but orderly end and says so on
/// standard error; the second one exits the program at once with status 130 (143 for SIGTERM). At
/// most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const;

 private:
  std::array<struct sigaction, 2> before_{};
};

}  // namespace sagitta::cli
