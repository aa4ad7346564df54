// FileImage: a regular file is read in one go into huge pages, which takes about as long as mapping
// it, and makes every look-up faster.
#include "model/file_image.h"

#include <sys/stat.h>

#include <utility>

#include "base/file.h"
#include "base/opened_file.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// Asked before opening, because opening a pipe and then opening it again would lose its bytes.
bool IsPlain(const std::string& path) {
  struct stat status;
  if (path == "-" || stat(path.c_str(), &status) != 0) return false;
  return S_ISREG(status.st_mode) && status.st_size > 0 && !IsGzip(path);
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
  const OpenedFile file(path);
  const struct stat before = file.Status();
  size_ = static_cast<std::size_t>(before.st_size);
  plain_.reset(static_cast<std::byte*>(AllocateAligned(size_, 1)));
  if (file.Read(plain_.get(), size_) == size_ && file.IsAs(before)) return;
  throw Error(ErrorKind::kSystem, {path, 0, 0}, "the model file was changed while it was read");
}

std::span<const std::byte> FileImage::bytes() const {
  if (plain_) return {plain_.get(), size_};
  return std::as_bytes(std::span(contents_));
}

}  // namespace sagitta::internal
