// LineReader: the lines of an InputFile as views into its buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace sagitta {

/// Lines end with LF or CRLF; the last line may also end with the file. All other bytes, including
/// NUL, belong to the line. The length of a line is limited only by memory. Not thread-safe.
class LineReader {
 public:
  explicit LineReader(const std::string& path);

  /// Gets the next line without its line end; returns false at the end of the file. The view is
  /// valid until the next call.
  bool Next(std::string_view& line);

  /// The number of the line that Next returned last, from 1.
  std::uint64_t number() const { return number_; }
  const std::string& name() const { return file_.name(); }

 private:
  bool NextAfterRefill(std::string_view& line);
  bool Refill();
  void Take(std::size_t size, std::size_t end_size, std::string_view& line);

  InputFile file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // [begin_, end_) of buffer_ has not been returned yet
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool finished_ = false;  // the file has no more bytes
};

// Returns `size` bytes as a line and skips the `end_size` bytes of its line end.
inline void LineReader::Take(std::size_t size, std::size_t end_size, std::string_view& line) {
  const char* start = buffer_.data() + begin_;
  begin_ += size + end_size;
  if (size > 0 && start[size - 1] == '\r') --size;
  line = {start, size};
  ++number_;
}

inline bool LineReader::Next(std::string_view& line) {
  const char* start = buffer_.data() + begin_;
  const void* found = std::memchr(start, '\n', end_ - begin_);
  if (found == nullptr) return NextAfterRefill(line);
  Take(static_cast<std::size_t>(static_cast<const char*>(found) - start), 1, line);
  return true;
}

}  // namespace sagitta
