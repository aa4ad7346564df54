// Signals: handlers do only what is allowed in one.
#include "cli/signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "sagitta/output_file.h"

namespace sagitta::cli {
namespace {

/// The default action follows when the handler returns.
void OnEnd(int number) {
  RemoveTemporaryFiles();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

/// Ignored signals stay ignored, as nohup and shells ask for.
void HandleUnlessIgnored(int number) {
  struct sigaction action = {};
  if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = OnEnd;
  sigaction(number, &action, nullptr);
}

}  // namespace

void OpenStandardDescriptors() {
  const int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free, and so this one.
    if (open("/dev/null", modes[descriptor]) < 0) return;
  }
}

void InstallSignalHandlers() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) HandleUnlessIgnored(number);
}

void ExitNow(int status) noexcept {
  RemoveTemporaryFiles();
  _exit(status);
}

}  // namespace sagitta::cli
