// OutputFile: the writer of all files that Sagitta makes. A file appears complete or not at all.
#pragma once

#include <string>
#include <string_view>

#include "sagitta/error.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// Thrown by OutputFile if the reader of a pipe closed it.
class BrokenPipe : public Error {
 public:
  using Error::Error;
};

/// The bytes are written to a temporary file in the same directory, whose name cannot be guessed.
/// Commit() flushes it to disk and renames it to `path`; otherwise the destructor removes it. An
/// existing file keeps its permissions; a new one gets the default ones (umask). A symbolic link is
/// followed, also if its target does not exist yet. A write-protected file is refused.
///
/// If `path` is "-" (standard output), or exists and is not a regular file, such as /dev/null or a
/// pipe, the bytes are written directly to it. Every failure is an Error(kSystem) that names
/// `path`. Not thread-safe.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Write(std::string_view bytes) {
    buffer_.append(bytes);
    if (buffer_.size() >= kBuffer) Flush();
  }
  void Write(const void* bytes, std::size_t size) {
    Write(std::string_view(static_cast<const char*>(bytes), size));
  }
  /// Hands buffered bytes to the system.
  void Flush();

  /// Writes buffered bytes, flushes the file to disk and renames it. Call it at most once.
  void Commit();

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 18;

  void OpenTemporary(unsigned mode);
  [[noreturn]] void Fail(const char* action) const;

  std::string path_;
  std::string target_;     // path_ with symbolic links resolved
  std::string temporary_;  // empty if writing directly to path_
  std::string buffer_;
  int descriptor_ = -1;
  int slot_ = -1;  // in the list of temporary files
};

/// Throws Error(kSystem) if OutputFile could not write `path`, to detect this before hours of work.
void CheckWritable(const std::string& path);

/// Removes the temporary files of all OutputFiles that were not committed. For programs that a
/// signal ends: this may be called in a signal handler, if the process exits right after it.
void RemoveTemporaryFiles() noexcept;

}  // namespace sagitta

#pragma GCC visibility pop
