// StopSignal: an eventfd.
#include "base/stop_signal.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "sagitta/error.h"

namespace sagitta {

StopSignal::StopSignal() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor_ >= 0) return;
  throw Error(ErrorKind::kSystem, std::string("cannot make an eventfd: ") + std::strerror(errno));
}

StopSignal::~StopSignal() { close(descriptor_); }

void StopSignal::Raise() { eventfd_write(descriptor_, 1); }

}  // namespace sagitta
