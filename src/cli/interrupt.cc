// The signal handler does only what is allowed in one: count, write, exit.
#include "cli/interrupt.h"

#include <unistd.h>

#include <cstring>

#include "cli/signals.h"

namespace sagitta::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

volatile std::sig_atomic_t count = 0;

void OnInterrupt(int number) {
  const char* const message =
      number == SIGINT
          ? "\ninterrupted: saving what there is (press Ctrl-C again to exit at once)\n"
          : "\nterminated: saving what there is (a second signal ends it at once)\n";
  if (count > 0) ExitNow(128 + number);
  count = 1;
  // Nothing can be done about a message that cannot be written.
  if (write(STDERR_FILENO, message, std::strlen(message)) < 0) return;
}

}  // namespace

Interrupt::Interrupt() {
  count = 0;
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  action.sa_flags = SA_RESTART;
  for (std::size_t k = 0; k < before_.size(); ++k) sigaction(kSignals[k], &action, &before_[k]);
}

Interrupt::~Interrupt() {
  for (std::size_t k = 0; k < before_.size(); ++k) sigaction(kSignals[k], &before_[k], nullptr);
}

bool Interrupt::requested() const { return count > 0; }

}  // namespace sagitta::cli
