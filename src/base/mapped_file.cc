// MappedFile on POSIX: mmap.
#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <utility>

#include "base/opened_file.h"
#include "sagitta/error.h"

namespace sagitta::internal {

class MappedFile::Mapping {
 public:
  explicit Mapping(const std::string& path) : file_(path), status_(file_.Status()) {
    if (size() == 0) return;  // mmap refuses an empty range
    void* start = mmap(nullptr, size(), PROT_READ, MAP_PRIVATE, file_.get(), 0);
    if (start == MAP_FAILED) file_.Fail("map the file into memory");
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
    if (file_.IsAs(status_)) return;
    throw Error(ErrorKind::kSystem, {file_.path(), 0, 0},
                "the file was overwritten while it was in use: the results may be wrong");
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(status_.st_size); }

  OpenedFile file_;  // of the same file, whatever has its name by now
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
