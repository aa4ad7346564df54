// OpenedFile: a file that is open for reading, and whether it has changed since.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace sagitta::internal {

/// Closes itself. Every failure is an Error(kSystem) that names the file.
class OpenedFile {
 public:
  explicit OpenedFile(std::string path);
  ~OpenedFile();
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;

  int get() const { return fd_; }
  const std::string& path() const { return path_; }

  struct stat Status() const;
  /// Whether the length and the time of the last change are still those of `before`.
  bool IsAs(const struct stat& before) const;
  /// Reads up to `size` bytes, fewer only at the end of the file.
  std::size_t Read(std::byte* to, std::size_t size) const;

  /// Throws the error of the last system call; `action` is what it was for.
  [[noreturn]] void Fail(const char* action) const;

 private:
  std::string path_;
  int fd_;
};

}  // namespace sagitta::internal
