// MappedFile: a file that is mapped into memory, so that the system can drop its pages and read
// them again.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace sagitta::internal {

/// Read-only. The first byte is aligned to at least 16 bytes. Movable, not copyable. The bytes
/// change when the file is overwritten in place, and are gone when it is truncated; replacing it by
/// renaming another file does no harm.
class MappedFile {
 public:
  /// Maps a regular file. Throws Error(kSystem) that names the file.
  explicit MappedFile(const std::string& path);
  /// A file that has these contents.
  static MappedFile Of(std::string contents);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const;

  /// Throws Error(kSystem) if the file was overwritten or truncated since then, as far as its
  /// length and the time of its last change tell.
  void RequireUnchanged() const;

 private:
  class Mapping;

  MappedFile();

  std::unique_ptr<Mapping> mapping_;  // null: the bytes are in contents_
  std::string contents_;
};

}  // namespace sagitta::internal
