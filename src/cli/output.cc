// Writes with plain system calls, to distinguish a closed pipe from a full disk.
#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

/// Whether `path` is a device or a pipe, which is written in place.
bool IsSpecial(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string DirectoryOf(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  return directory.empty() ? "." : directory;
}

}  // namespace

Output::Output(const std::string& path) : path_(path), descriptor_(STDOUT_FILENO) {
  if (path == "-") return;
  CheckWritable(path);
  if (!IsSpecial(path)) temporary_ = path + ".part" + std::to_string(getpid());
  const std::string& target = temporary_.empty() ? path : temporary_;
  descriptor_ = open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) Fail(errno);
}

Output::~Output() {
  if (descriptor_ != STDOUT_FILENO) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void Output::Flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw ClosedPipe();
    if (written < 0) Fail(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void Output::Finish() {
  Flush();
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) Fail(errno);
  temporary_.clear();
}

void Output::Fail(int error) const {
  const std::string name = path_ == "-" ? "standard output" : path_;
  throw Error(ErrorKind::kSystem, name + ": cannot write: " + std::strerror(error));
}

void Show(std::string_view text) {
  Output output;
  output.Write(text);
  output.Finish();
}

void CheckWritable(const std::string& path) {
  std::string reason;
  const std::string directory = DirectoryOf(path);
  if (std::filesystem::is_directory(path)) {
    reason = "it is a directory";
  } else if (IsSpecial(path)) {
    if (access(path.c_str(), W_OK) != 0) reason = std::strerror(errno);
  } else if (access(directory.c_str(), W_OK | X_OK) != 0) {
    reason = "directory '" + directory + "': " + std::strerror(errno);
  }
  if (!reason.empty()) throw Error(ErrorKind::kSystem, path + ": cannot write: " + reason);
}

bool IsLive(const std::string& path) {
  struct stat status;
  const int found = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  return found == 0 && !S_ISREG(status.st_mode);
}

}  // namespace sagitta::cli
