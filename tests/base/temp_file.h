// Temporary files for a test, removed at its end.
#pragma once

#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace sagitta {

inline std::string TempPath(const std::string& suffix = "") {
  static std::atomic<int> counter = 0;  // tests with threads make files too
  return (std::filesystem::temp_directory_path() /
          ("sagitta-test-" + std::to_string(getpid()) + "-" + std::to_string(counter++) + suffix))
      .string();
}

/// A file with given bytes; may contain NUL.
class TempFile {
 public:
  explicit TempFile(std::string_view bytes, const std::string& suffix = "")
      : path_(TempPath(suffix)) {
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }
  ~TempFile() { std::filesystem::remove(path_); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// One gzip member.
inline std::string Gzip(std::string_view bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace sagitta
