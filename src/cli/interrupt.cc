// The signal handler does only what is allowed in one: count, write, leave.
#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace sagitta::cli {
namespace {

volatile std::sig_atomic_t count = 0;

void OnInterrupt(int) {
  constexpr char kMessage[] =
      "\ninterrupted: finishing this pass, then saving (Ctrl-C again leaves at once)\n";
  if (count > 0) _exit(130);
  count = 1;
  // Nothing can be done about a message that does not arrive.
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
