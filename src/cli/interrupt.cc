// The signal handler does only what is allowed in one: count, write, exit.
#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace sagitta::cli {
namespace {

volatile std::sig_atomic_t count = 0;

void OnInterrupt(int) {
  constexpr char kMessage[] =
      "\ninterrupted: saving what there is (press Ctrl-C again to exit at once)\n";
  if (count > 0) _exit(130);
  count = 1;
  // Nothing can be done about a message that cannot be written.
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) return;
}

}  // namespace

Interrupt::Interrupt() {
  count = 0;
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

Interrupt::~Interrupt() { std::signal(SIGINT, SIG_DFL); }

bool Interrupt::requested() const { return count > 0; }

}  // namespace sagitta::cli
