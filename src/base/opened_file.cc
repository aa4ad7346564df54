// OpenedFile on POSIX: open, fstat, read.
#include "base/opened_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "sagitta/error.h"

namespace sagitta::internal {

OpenedFile::OpenedFile(std::string path)
    : path_(std::move(path)), fd_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (fd_ < 0) Fail("open the file");
}

OpenedFile::~OpenedFile() { close(fd_); }

struct stat OpenedFile::Status() const {
  struct stat status;
  if (fstat(fd_, &status) != 0) Fail("examine the file");
  return status;
}

bool OpenedFile::IsAs(const struct stat& before) const {
  const struct stat now = Status();
  return now.st_size == before.st_size && now.st_mtim.tv_sec == before.st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
}

std::size_t OpenedFile::Read(std::byte* to, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = read(fd_, to + done, size - done);
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("read the file");
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void OpenedFile::Fail(const char* action) const {
  throw Error(ErrorKind::kSystem, {path_, 0, 0},
              std::string("cannot ") + action + ": " + std::strerror(errno));
}

}  // namespace sagitta::internal
