// Files: InputFile (plain, gzip or standard input), LineReader (its lines) and OutputFile (atomic).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta {

/// The bytes of a file, decompressed if it is gzip, with any number of members. Gzip is recognised
/// by the first two bytes, not by the file name. "-" is standard input. Every failure is an Error
/// that names the file: kSystem if the operating system reports one, kData if the compressed data
/// is truncated or corrupt. Not thread-safe.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads between 1 and `size` > 0 bytes; returns 0 at the end of the file. On pipes and terminals
  /// it returns the available bytes instead of waiting for more.
  std::size_t Read(char* buffer, std::size_t size);

  /// The name of the file in messages.
  const std::string& name() const { return name_; }

 private:
  struct Gzip;

  std::size_t ReadDescriptor(char* buffer, std::size_t size);  // past head_
  std::size_t ReadRaw(char* buffer, std::size_t size);         // head_ first
  std::size_t Inflate(char* buffer, std::size_t size);
  void Recognise();
  bool RefillGzip();
  bool StartNextMember();
  [[noreturn]] void Corrupt(const char* what) const;

  std::string name_;
  int descriptor_ = -1;
  std::string head_;            // bytes read to recognise the format, not yet returned
  std::unique_ptr<Gzip> gzip_;  // null for a plain file
};

/// The whole contents of a file, decompressed.
std::string ReadWholeFile(const std::string& path);

/// The lines of a file, as views into a buffer. Lines end with LF or CRLF; the last line may also
/// end with the file. All other bytes, including NUL, belong to the line. The length of a line is
/// limited only by memory. Not thread-safe.
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

/// A file that appears complete or not at all: the bytes are written to a temporary file in the
/// same directory. Commit() renames it to `path`; otherwise the destructor removes it. An existing
/// file keeps its permissions; a new one gets the default ones (umask).
///
/// If `path` is "-" (standard output), or exists and is not a regular file, such as /dev/null or a
/// pipe, the bytes are written directly to it. Every failure is an Error(kSystem) that names
/// `path`. Not thread-safe.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Write(std::string_view bytes);
  void Write(const void* bytes, std::size_t size) {
    Write(std::string_view(static_cast<const char*>(bytes), size));
  }

  /// Writes buffered bytes, flushes the file to disk and renames it. Call it at most once.
  void Commit();

 private:
  void OpenTemporary();
  void Flush();
  [[noreturn]] void Fail(const char* action) const;

  std::string path_;
  std::string target_;     // path_ with symbolic links resolved
  std::string temporary_;  // empty if writing directly to path_
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace sagitta
