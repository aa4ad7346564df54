// Binary model files: ByteView reads them, checked against their size, and the Append functions
// write them. All numbers are little-endian, as on the machines that we support.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "sagitta/error.h"

namespace sagitta::internal {

static_assert(std::endian::native == std::endian::little);

/// Numbers and strings at any place of a binary file. Reading outside it throws Error(kData) that
/// names the file. The bytes and the path must outlive the view.
class ByteView {
 public:
  ByteView(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  std::uint64_t size() const { return bytes_.size(); }

  std::uint32_t U32(std::uint64_t at) const { return Value<std::uint32_t>(at); }
  template <class T>
  T Value(std::uint64_t at) const {
    Check(at, sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }

  std::string_view Text(std::uint64_t at, std::uint64_t size) const {
    Check(at, size);
    return bytes_.substr(at, size);
  }

  /// Prefetches a place that will be read soon. It may lie outside.
  void Prefetch(std::uint64_t at) const {
    if (at < bytes_.size()) __builtin_prefetch(bytes_.data() + at);
  }

  /// The part [at, at + size), whose places count from its own start.
  ByteView Part(std::uint64_t at, std::uint64_t size) const { return {path_, Text(at, size)}; }

  [[noreturn]] void Bad(const std::string& what) const {
    throw Error(ErrorKind::kData, {path_, 0, 0}, what);
  }

 private:
  void Check(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) {
      Bad("the file is truncated or damaged: a reference leads outside it");
    }
  }

  const std::string& path_;
  std::string_view bytes_;
};

inline void AppendU32(std::string& out, std::initializer_list<std::uint32_t> values) {
  out.append(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(std::uint32_t));
}

/// Overwrites what stands at `at`. REQUIRES: that much is there.
inline void PutU32(std::string& out, std::size_t at, std::initializer_list<std::uint32_t> values) {
  std::memcpy(out.data() + at, values.begin(), values.size() * sizeof(std::uint32_t));
}

inline void AppendF64(std::string& out, double value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace sagitta::internal
