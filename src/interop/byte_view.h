// ByteView: numbers and strings at any place of a binary file, checked against its size.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "sagitta/error.h"

namespace sagitta::internal {

/// Little-endian. Whatever lies outside is an Error(kData) that names the file. The bytes and the
/// path must outlive the view.
class ByteView {
 public:
  ByteView(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  std::uint64_t size() const { return bytes_.size(); }

  std::uint32_t U32(std::uint64_t at) const { return Value<std::uint32_t>(at); }
  template <class T>
  T Value(std::uint64_t at) const {
    static_assert(std::endian::native == std::endian::little);
    Check(at, sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }

  std::string_view Text(std::uint64_t at, std::uint64_t size) const {
    Check(at, size);
    return bytes_.substr(at, size);
  }

  /// Brings a place nearer that will be read soon. It need not be inside.
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
      Bad("something lies outside the file: it is truncated or damaged");
    }
  }

  const std::string& path_;
  std::string_view bytes_;
};

}  // namespace sagitta::internal
