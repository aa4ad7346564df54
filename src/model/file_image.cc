// FileImage on POSIX: open, fstat, mmap.
#include "model/file_image.h"

#include <fcntl.h>
#include <sys/mman.h>
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
  explicit Descriptor(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) Fail(path, "open the model");
  }
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Asked before opening, because opening a pipe and then opening it again would lose its bytes.
bool IsRegular(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

FileImage::FileImage(const std::string& path) {
  if (path == "-" || !IsRegular(path)) {
    contents_ = ReadWholeFile(path);
    return;
  }
  const Descriptor file(path);
  struct stat status;
  if (fstat(file.get(), &status) != 0) Fail(path, "examine the model");
  if (status.st_size == 0) return;  // mmap refuses an empty range
  size_ = static_cast<std::size_t>(status.st_size);
  // The checks of a model touch every page, so all of them are mapped at once.
  void* mapping = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.get(), 0);
  if (mapping == MAP_FAILED) Fail(path, "map the model into memory");
  mapping_ = mapping;
}

FileImage FileImage::Of(std::string contents) {
  FileImage image;
  image.contents_ = std::move(contents);
  return image;
}

FileImage::~FileImage() {
  if (mapping_ != nullptr) munmap(mapping_, size_);
}

FileImage::FileImage(FileImage&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      contents_(std::move(other.contents_)) {}

FileImage& FileImage::operator=(FileImage&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(size_, other.size_);
  contents_.swap(other.contents_);
  return *this;
}

std::span<const std::byte> FileImage::bytes() const {
  if (mapping_ != nullptr) return {static_cast<const std::byte*>(mapping_), size_};
  return std::as_bytes(std::span(contents_));
}

}  // namespace sagitta::internal
