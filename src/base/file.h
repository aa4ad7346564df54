// Files that are read: InputFile (plain, gzip or standard input) and LineReader (its lines).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sagitta {

class StopSignal;

/// The bytes of a file, decompressed if it is gzip, with any number of members. Gzip is recognised
/// by the first two bytes, not by the file name. A byte order mark of UTF-8 at the start is
/// skipped, UTF-16 is refused. "-" is standard input. Every failure is an Error that names the
/// file: kSystem if the operating system reports one, kData if the compressed data is truncated or
/// corrupt. Not thread-safe.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads between 1 and `size` > 0 bytes; returns 0 at the end of the file. On pipes and terminals
  /// it returns the available bytes instead of waiting for more.
  std::size_t Read(char* buffer, std::size_t size);

  /// Whether Read would return at once. Always true for regular files.
  bool Ready() const;
  /// Returns true as soon as Read would return at once, and false if `stop` is raised before that.
  bool WaitUntilReady(const StopSignal& stop) const;

  /// The name of the file in messages.
  const std::string& name() const { return name_; }

 private:
  struct Gzip;

  std::size_t ReadDecoded(char* buffer, std::size_t size);
  void CheckEncoding();
  std::size_t ReadDescriptor(char* buffer, std::size_t size);  // past head_
  std::size_t ReadRaw(char* buffer, std::size_t size);         // head_ first
  std::size_t Inflate(char* buffer, std::size_t size);
  void Recognise();
  bool RefillGzip();
  bool StartNextMember();
  [[noreturn]] void Corrupt(const char* what) const;

  std::string name_;
  int descriptor_ = -1;
  bool live_ = false;           // not a regular file: reading may wait
  std::string head_;            // bytes read to recognise the format, not yet returned
  std::unique_ptr<Gzip> gzip_;  // null for a plain file
  bool encoding_checked_ = false;
  std::string start_;  // decoded bytes read to recognise the encoding, not yet returned
};

/// Whether a regular file begins like gzip, or like a packed corpus. False if it cannot be read.
bool IsGzip(const std::string& path);
bool IsPack(const std::string& path);

/// The first bytes of a packed corpus.
inline constexpr std::string_view kPackMagic = "SAGPACK\x1a";
/// Throws Error(kData) if a text that should be read line by line begins like a packed corpus.
void RefusePack(std::string_view start, const std::string& name);

/// The whole contents of a file, decompressed.
std::string ReadWholeFile(const std::string& path);

/// Whether `path` ("-": standard input) is not a regular file: whoever writes to it may be waiting
/// for an answer before writing more.
bool IsLiveInput(const std::string& path);

/// A part of a file: whole lines, of which the last one of the file may lack its line end.
struct TextChunk {
  std::vector<char> bytes;  // the first `size` of them
  std::size_t size = 0;
  std::uint64_t lines_before = 0;  // in the file
  std::exception_ptr failure;      // what reading the file after these bytes failed with, if it did
};

/// The lines of a file, as views into a buffer. Lines end with LF or CRLF; the last line may also
/// end with the file. All other bytes, including NUL, belong to the line. The length of a line is
/// limited only by memory. Not thread-safe.
class LineReader {
 public:
  explicit LineReader(const std::string& path);

  /// A reader of chunks that Continue gives it. `name` is for messages.
  static LineReader OfChunks(std::string name) { return LineReader(NoFile{}, std::move(name)); }
  /// Continues with the lines of a chunk and leaves the memory of the one before in `chunk`. After
  /// its last line Next throws the failure, if there is one. REQUIRES: made by OfChunks.
  void Continue(TextChunk& chunk);

  /// Gets the next line without its line end; returns false at the end of the file. The view is
  /// valid until the next call.
  bool Next(std::string_view& line);

  /// The number of the line that Next returned last, from 1.
  std::uint64_t number() const { return number_; }
  const std::string& name() const { return name_; }

 private:
  struct NoFile {};
  LineReader(NoFile, std::string name);

  bool NextAfterRefill(std::string_view& line);
  bool Refill();
  void Take(std::size_t size, std::size_t end_size, std::string_view& line);

  std::string name_;
  std::unique_ptr<InputFile> file_;  // null for a reader of chunks
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // [begin_, end_) of buffer_ has not been returned yet
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool finished_ = false;       // the file or chunk has no more bytes
  std::exception_ptr failure_;  // of a chunk, thrown at its end
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
