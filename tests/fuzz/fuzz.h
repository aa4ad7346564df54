// Shared by the fuzzers. Each fuzzer passes the bytes of libFuzzer to one reader, which must return
// something usable or throw an Error. The sanitizers report everything else.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "model/model_data.h"
#include "sagitta/error.h"
#include "sagitta/sequence.h"

namespace sagitta::fuzz {

inline std::string_view AsText(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Calls `read`, which may throw an Error.
template <class Read>
void Try(Read read) {
  try {
    read();
  } catch (const Error&) {
  }
}

/// A file in memory, for readers that require a path.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("fuzz", 0)) {
    if (descriptor_ < 0) std::abort();
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  void Set(std::string_view contents) const {
    const auto size = static_cast<ssize_t>(contents.size());
    if (ftruncate(descriptor_, 0) != 0 ||
        pwrite(descriptor_, contents.data(), contents.size(), 0) != size) {
      std::abort();
    }
  }
  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

/// Reads all sequences of a text and reads every byte of them.
void ReadText(std::string_view text, const ReadOptions& options);

/// Reads everything in a model and writes it in every format that can express it.
void UseModel(const internal::ModelData& model);

}  // namespace sagitta::fuzz
