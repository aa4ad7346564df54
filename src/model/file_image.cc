// FileImage: a regular file is read in one go into huge pages, which takes about as long as mapping
// it, and makes every look-up faster.
#include "model/file_image.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

[[noreturn]] void Fail(const std::string& path, const char* action) {
  throw Error(ErrorKind::kSystem, {path, 0, 0},
              std::string("cannot ") + action + ": " + std::strerror(errno));
}

/// Closes itself.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : path_(path), fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) Fail(path, "open the model");
  }
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  struct stat Status() const {
    struct stat status;
    if (fstat(fd_, &status) != 0) Fail(path_, "examine the model");
    return status;
  }

  /// Reads up to `size` bytes, fewer only at the end of the file.
  std::size_t Read(std::byte* to, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
      const ssize_t count = read(fd_, to + done, size - done);
      if (count == 0) break;
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) Fail(path_, "read the model");
      done += static_cast<std::size_t>(count);
    }
    return done;
  }

 private:
  const std::string& path_;
  int fd_;
};

/// Asked before opening, because opening a pipe and then opening it again would lose its bytes.
bool IsPlain(const std::string& path) {
  struct stat status;
  if (path == "-" || stat(path.c_str(), &status) != 0) return false;
  return S_ISREG(status.st_mode) && status.st_size > 0 && !IsGzip(path);
}

bool SameVersion(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

}  // namespace

FileImage::FileImage(const std::string& path) {
  if (IsPlain(path)) {
    ReadPlain(path);
  } else {
    contents_ = ReadWholeFile(path);
  }
}

FileImage FileImage::Of(std::string contents) {
  FileImage image;
  image.contents_ = std::move(contents);
  return image;
}

// Half of the old file and half of a new one might pass for a model in formats without a checksum.
void FileImage::ReadPlain(const std::string& path) {
  const Descriptor file(path);
  const struct stat before = file.Status();
  size_ = static_cast<std::size_t>(before.st_size);
  plain_.reset(static_cast<std::byte*>(AllocateAligned(size_, 1)));
  if (file.Read(plain_.get(), size_) == size_ && SameVersion(before, file.Status())) return;
  throw Error(ErrorKind::kSystem, {path, 0, 0}, "the model file was changed while it was read");
}

std::span<const std::byte> FileImage::bytes() const {
  if (plain_) return {plain_.get(), size_};
  return std::as_bytes(std::span(contents_));
}

}  // namespace sagitta::internal
