// FileImage: the bytes of a whole file, mapped where that is possible.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace sagitta::internal {

/// Read-only. The first byte is aligned to at least 16 bytes. Movable, not copyable.
class FileImage {
 public:
  FileImage() = default;
  /// Maps a regular file; reads anything else to its end, "-" being standard input.
  /// Throws Error(kSystem) that names the file.
  explicit FileImage(const std::string& path);
  /// The image of a file that has these contents.
  static FileImage Of(std::string contents);
  ~FileImage();
  FileImage(FileImage&& other) noexcept;
  FileImage& operator=(FileImage&& other) noexcept;

  std::span<const std::byte> bytes() const;

 private:
  void* mapping_ = nullptr;  // null: the bytes are in contents_
  std::size_t size_ = 0;     // of the mapping
  std::string contents_;
};

}  // namespace sagitta::internal
