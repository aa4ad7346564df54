// FileImage: the bytes of a whole file in memory of our own.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/aligned_buffer.h"

namespace sagitta::internal {

/// Read-only. The first byte is aligned to at least 16 bytes. Movable, not copyable.
///
/// The bytes are a copy: whatever happens to the file afterwards does not matter. A mapping would
/// change when the file is overwritten in place, after everything in it was checked.
class FileImage {
 public:
  FileImage() = default;
  /// Reads a file to its end, decompressed if it is gzip, "-" being standard input. Throws
  /// Error(kSystem) that names the file, also if it is changed while it is read.
  explicit FileImage(const std::string& path);
  /// The image of a file that has these contents.
  static FileImage Of(std::string contents);

  std::span<const std::byte> bytes() const;

 private:
  void ReadPlain(const std::string& path);

  std::unique_ptr<std::byte[], FreeAligned> plain_;  // null: the bytes are in contents_
  std::size_t size_ = 0;                             // of plain_
  std::string contents_;
};

}  // namespace sagitta::internal
