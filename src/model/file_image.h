// FileImage: the bytes of a whole file, mapped where that is possible.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace sagitta::internal {

/// Read-only. The first byte is aligned to at least 16 bytes. Movable, not copyable.
///
/// A small file is read, and what happens to it afterwards does not matter. The bytes of a mapped
/// one change when it is overwritten in place; replacing it by renaming another file does no harm.
class FileImage {
 public:
  FileImage();
  /// Maps a regular file that is not small; reads anything else to its end, decompressed if it is
  /// gzip, "-" being standard input.
  /// Throws Error(kSystem) that names the file.
  explicit FileImage(const std::string& path);
  /// The image of a file that has these contents.
  static FileImage Of(std::string contents);
  ~FileImage();
  FileImage(FileImage&& other) noexcept;
  FileImage& operator=(FileImage&& other) noexcept;

  std::span<const std::byte> bytes() const;

  /// Throws Error(kSystem) if the file is mapped and was overwritten or truncated since then, as
  /// far as its length and the time of its last change tell.
  void RequireUnchanged() const;

 private:
  /// A file while it is mapped.
  class Mapping;

  std::unique_ptr<Mapping> mapping_;  // null: the bytes are in contents_
  std::string contents_;
};

}  // namespace sagitta::internal
