// MappedFile on POSIX: open, fstat, mmap.
#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

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
    if (fd_ < 0) Fail(path, "open");
  }
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

class MappedFile::Mapping {
 public:
  explicit Mapping(const std::string& path) : path_(path), file_(path) {
    if (fstat(file_.get(), &status_) != 0) Fail(path, "examine");
    if (size() == 0) return;  // mmap refuses an empty range
    void* start = mmap(nullptr, size(), PROT_READ, MAP_PRIVATE, file_.get(), 0);
    if (start == MAP_FAILED) Fail(path, "map into memory");
    start_ = start;
  }
  ~Mapping() {
    if (start_ != nullptr) munmap(start_, size());
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(start_), size()};
  }

  void RequireUnchanged() const {
    struct stat now;
    if (fstat(file_.get(), &now) != 0) Fail(path_, "examine");
    if (now.st_size == status_.st_size && now.st_mtim.tv_sec == status_.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec) {
      return;
    }
    throw Error(ErrorKind::kSystem, {path_, 0, 0},
                "the file was overwritten while it was in use: the results may be wrong");
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(status_.st_size); }

  std::string path_;
  Descriptor file_;  // of the same file, whatever has its name by now
  struct stat status_;
  void* start_ = nullptr;
};

MappedFile::MappedFile() = default;
MappedFile::MappedFile(const std::string& path) : mapping_(std::make_unique<Mapping>(path)) {}

MappedFile MappedFile::Of(std::string contents) {
  MappedFile file;
  file.contents_ = std::move(contents);
  return file;
}

MappedFile::~MappedFile() = default;
MappedFile::MappedFile(MappedFile&& other) noexcept = default;
MappedFile& MappedFile::operator=(MappedFile&& other) noexcept = default;

std::span<const std::byte> MappedFile::bytes() const {
  return mapping_ ? mapping_->bytes() : std::as_bytes(std::span(contents_));
}

void MappedFile::RequireUnchanged() const {
  if (mapping_) mapping_->RequireUnchanged();
}

}  // namespace sagitta::internal
