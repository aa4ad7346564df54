// OutputFile: writes to a temporary file, then renames it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr int kAttempts = 100;

// Renaming to a symbolic link would replace the link instead of its target.
std::string FollowLinks(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  return ignored ? path : real.string();
}

// A rename is durable only after the directory is flushed. Best effort: not every file system
// supports this.
void SyncDirectory(const std::string& file) {
  const std::filesystem::path parent = std::filesystem::path(file).parent_path();
  const int descriptor =
      open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path == "-") {
    descriptor_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) Fail("open");
    return;
  }
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) Fail("open");
    return;
  }
  // A rename does not check the permissions of the old file, and would overwrite a write-protected
  // one.
  if (exists && access(path.c_str(), W_OK) != 0) Fail("open");
  target_ = FollowLinks(path);
  OpenTemporary();
  if (exists) fchmod(descriptor_, status.st_mode & 07777);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::OpenTemporary() {
  static std::atomic<unsigned> counter{0};
  const std::string stem = target_ + ".tmp-" + std::to_string(getpid()) + "-";
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string name = stem + std::to_string(counter++);
    descriptor_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) {
      temporary_ = std::move(name);
      return;
    }
    if (errno != EEXIST) break;
  }
  Fail("create");
}

void OutputFile::Write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kBuffer) Flush();
}

void OutputFile::Flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("write");
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

void OutputFile::Commit() {
  Flush();
  if (!temporary_.empty() && fsync(descriptor_) != 0) Fail("write");
  // Some file systems report a full disk only here.
  if (close(std::exchange(descriptor_, -1)) != 0) Fail("write");
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) Fail("rename the temporary file to");
  temporary_.clear();
  SyncDirectory(target_);
}

void OutputFile::Fail(const char* action) const {
  const std::string reason = std::strerror(errno);
  throw Error(ErrorKind::kSystem, {path_ == "-" ? "<stdout>" : path_},
              std::string("cannot ") + action + ": " + reason);
}

}  // namespace sagitta
