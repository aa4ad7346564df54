// OutputFile: writes to a temporary file, then renames it.
#include "sagitta/output_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/path_list.h"

namespace sagitta {
namespace {

namespace fs = std::filesystem;

constexpr int kAttempts = 100;
constexpr int kMostLinks = 40;  // as many as Linux follows

PathList g_temporary_files;

// Renaming to a symbolic link would replace the link instead of its target, which need not exist.
// Empty, with errno, if the links lead to each other.
std::string FollowLinks(const std::string& path) {
  fs::path at = path;
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(fs::symlink_status(at, error));
       ++links) {
    const fs::path target = fs::read_symlink(at, error);
    if (error) break;
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  errno = ELOOP;
  return fs::is_symlink(fs::symlink_status(at, error)) ? "" : at.string();
}

std::string DirectoryOf(const std::string& path) {
  const std::string directory = fs::path(path).parent_path().string();
  return directory.empty() ? "." : directory;
}

// A rename is durable only after the directory is flushed. Best effort: not every file system
// supports this.
void SyncDirectory(const std::string& file) {
  const int descriptor = open(DirectoryOf(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// Sixteen random digits.
std::string RandomName() {
  std::uint64_t bits = 0;
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) bits = static_cast<std::uint64_t>(getpid());
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(bits));
  return digits;
}

// As the file that is to be replaced. Where the owner cannot be kept, neither are the bits that let
// a program run as its owner.
void CopyPermissions(int descriptor, const struct stat& old) {
  struct stat now {};
  mode_t mode = old.st_mode & 07777;
  if (fstat(descriptor, &now) == 0 && (now.st_uid != old.st_uid || now.st_gid != old.st_gid) &&
      fchown(descriptor, old.st_uid, old.st_gid) != 0) {
    mode &= 0777;
  }
  fchmod(descriptor, mode);
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
  if (target_.empty() && !path.empty()) Fail("open");
  OpenTemporary(exists ? 0600 : 0666);
  if (exists) CopyPermissions(descriptor_, status);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  g_temporary_files.Remove(slot_);
}

// The name is in the list before the file is there, so that a signal in between leaves no file. A
// long name leaves no room for what is appended to it.
void OutputFile::OpenTemporary(unsigned mode) {
  std::string stem = target_;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string name = stem + ".tmp-" + RandomName();
    slot_ = g_temporary_files.Add(name);
    descriptor_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    const int error = errno;
    if (descriptor_ >= 0) {
      temporary_ = std::move(name);
      return;
    }
    g_temporary_files.Remove(std::exchange(slot_, -1));
    errno = error;
    if (error == ENAMETOOLONG && stem == target_) {
      stem = DirectoryOf(target_) + "/sagitta";
    } else if (error != EEXIST) {
      break;
    }
  }
  Fail("create");
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
  g_temporary_files.Remove(std::exchange(slot_, -1));
  SyncDirectory(target_);
}

void OutputFile::Fail(const char* action) const {
  const int error = errno;
  const Location where{path_ == "-" ? "standard output" : path_};
  const std::string message = std::string("cannot ") + action + ": " + std::strerror(error);
  if (error == EPIPE) throw BrokenPipe(ErrorKind::kSystem, where, message);
  throw Error(ErrorKind::kSystem, where, message);
}

void CheckWritable(const std::string& path) {
  if (path == "-") return;
  std::string reason;
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    reason = "it is a directory";
  } else if (exists && access(path.c_str(), W_OK) != 0) {
    reason = std::strerror(errno);
  } else if (!exists || S_ISREG(status.st_mode)) {
    const std::string target = FollowLinks(path);
    const std::string directory = DirectoryOf(target);
    if (target.empty()) {
      reason = std::strerror(errno);
    } else if (access(directory.c_str(), W_OK | X_OK) != 0) {
      reason = "directory '" + directory + "': " + std::strerror(errno);
    }
  }
  if (!reason.empty()) throw Error(ErrorKind::kSystem, path + ": cannot write: " + reason);
}

void RemoveTemporaryFiles() noexcept {
  g_temporary_files.ForEach([](const char* path) { unlink(path); });
}

}  // namespace sagitta
