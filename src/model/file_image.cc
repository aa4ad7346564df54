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
#include "base/mapped_files.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

// Reading this much takes about as long as mapping it.
constexpr std::size_t kSmall = std::size_t{1} << 18;

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
bool IsMapped(const std::string& path) {
  struct stat status;
  if (path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  return static_cast<std::size_t>(status.st_size) > kSmall && !IsGzip(path);
}

}  // namespace

class FileImage::Mapping {
 public:
  explicit Mapping(const std::string& path) : path_(path), file_(path) {
    if (fstat(file_.get(), &status_) != 0) Fail(path, "examine the model");
    if (size() == 0) return;  // mmap refuses an empty range
    // The checks of a model touch every page, so all of them are mapped at once.
    void* start = mmap(nullptr, size(), PROT_READ, MAP_PRIVATE | MAP_POPULATE, file_.get(), 0);
    if (start == MAP_FAILED) Fail(path, "map the model into memory");
    start_ = start;
    slot_ = ListMapping(start_, size(), path_);
  }
  ~Mapping() {
    UnlistMapping(slot_);
    if (start_ != nullptr) munmap(start_, size());
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(start_), size()};
  }

  void RequireUnchanged() const {
    struct stat now;
    if (fstat(file_.get(), &now) != 0) Fail(path_, "examine the model");
    if (now.st_size == status_.st_size && now.st_mtim.tv_sec == status_.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec) {
      return;
    }
    throw Error(ErrorKind::kSystem, {path_, 0, 0},
                "the model file was overwritten while it was in use: labels may be wrong");
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(status_.st_size); }

  std::string path_;
  Descriptor file_;  // of the same file, whatever has its name by now
  struct stat status_;
  void* start_ = nullptr;
  int slot_ = -1;
};

FileImage::FileImage() = default;

FileImage::FileImage(const std::string& path) {
  if (IsMapped(path)) {
    mapping_ = std::make_unique<Mapping>(path);
  } else {
    contents_ = ReadWholeFile(path);
  }
}

FileImage FileImage::Of(std::string contents) {
  FileImage image;
  image.contents_ = std::move(contents);
  return image;
}

FileImage::~FileImage() = default;
FileImage::FileImage(FileImage&& other) noexcept = default;
FileImage& FileImage::operator=(FileImage&& other) noexcept = default;

std::span<const std::byte> FileImage::bytes() const {
  return mapping_ ? mapping_->bytes() : std::as_bytes(std::span(contents_));
}

void FileImage::RequireUnchanged() const {
  if (mapping_) mapping_->RequireUnchanged();
}

}  // namespace sagitta::internal
