// InputFile: opens a file, recognises gzip, waits and reads. LineReader: refills its buffer.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/stop_signal.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::size_t kCompressedBuffer = 1 << 16;
constexpr std::string_view kGzipMagic = "\x1f\x8b";

// The initial buffer for lines: large enough that system calls are cheap, small enough to stay in
// the L2 cache.
constexpr std::size_t kInitialBuffer = 1 << 16;

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr std::string_view kLittleMark = "\xff\xfe";
constexpr std::string_view kBigMark = "\xfe\xff";
constexpr std::size_t kLongestMark = 4;

// Two characters of ASCII in UTF-16 without a mark.
bool HasPairsWithNul(std::string_view text) {
  return text.size() == kLongestMark && (text[0] == 0) == (text[2] == 0) &&
         (text[1] == 0) == (text[3] == 0) && (text[0] == 0) != (text[1] == 0);
}

bool IsUtf16(std::string_view start) {
  return start.starts_with(kLittleMark) || start.starts_with(kBigMark) || HasPairsWithNul(start);
}

// Whether more bytes could show that the text has a mark or is UTF-16.
bool NeedsMore(std::string_view start) {
  if (start.size() < 2) return true;
  if (start.size() == 2) return kUtf8Mark.starts_with(start) || (start[0] == 0) != (start[1] == 0);
  return start.size() == 3 && (start[0] == 0) == (start[2] == 0) &&
         (start[0] == 0) != (start[1] == 0);
}

bool IsLive(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

// zlib's state and the compressed bytes it reads from.
struct InputFile::Gzip {
  z_stream stream{};
  std::vector<char> input = std::vector<char>(kCompressedBuffer);
  bool finished = false;

  // 16: expect a gzip header and check the trailer's CRC and length.
  bool Init() { return inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK; }
  ~Gzip() { inflateEnd(&stream); }
};

InputFile::InputFile(const std::string& path) : name_(path == "-" ? "<stdin>" : path) {
  descriptor_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    throw Error(ErrorKind::kSystem, {name_}, std::string("cannot open: ") + std::strerror(errno));
  }
  live_ = IsLive(descriptor_);
  try {
    Recognise();
  } catch (...) {
    // The destructor does not run if the constructor throws.
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
    throw;
  }
}

InputFile::~InputFile() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

void InputFile::Recognise() {
  char magic[kGzipMagic.size()];
  while (head_.size() < kGzipMagic.size()) {
    const std::size_t count = ReadDescriptor(magic, kGzipMagic.size() - head_.size());
    if (count == 0) return;
    head_.append(magic, count);
  }
  if (head_ != kGzipMagic) return;
  gzip_ = std::make_unique<Gzip>();
  if (!gzip_->Init()) throw Error(ErrorKind::kSystem, {name_}, "cannot start decompression");
}

std::size_t InputFile::Read(char* buffer, std::size_t size) {
  if (!encoding_checked_) CheckEncoding();
  if (start_.empty()) return ReadDecoded(buffer, size);
  const std::size_t count = std::min(size, start_.size());
  std::memcpy(buffer, start_.data(), count);
  start_.erase(0, count);
  return count;
}

// Reads no more than it needs, because the rest may not be written yet.
void InputFile::CheckEncoding() {
  encoding_checked_ = true;
  char piece[kLongestMark];
  while (NeedsMore(start_)) {
    const std::size_t count = ReadDecoded(piece, 1);
    if (count == 0) break;
    start_.append(piece, count);
  }
  if (IsUtf16(start_)) {
    throw Error(ErrorKind::kData, {name_, 1, 1},
                "found UTF-16, expected UTF-8: convert the file, for example with iconv");
  }
  if (start_.starts_with(kUtf8Mark)) start_.erase(0, kUtf8Mark.size());
}

std::size_t InputFile::ReadDecoded(char* buffer, std::size_t size) {
  return gzip_ ? Inflate(buffer, size) : ReadRaw(buffer, size);
}

bool InputFile::Ready() const {
  if (!live_ || !head_.empty() || !start_.empty()) return true;
  if (gzip_ && (gzip_->finished || gzip_->stream.avail_in > 0)) return true;
  pollfd waiting{descriptor_, POLLIN, 0};
  return poll(&waiting, 1, 0) != 0;
}

bool InputFile::WaitUntilReady(const StopSignal& stop) const {
  while (!Ready()) {
    pollfd waiting[] = {{descriptor_, POLLIN, 0}, {stop.descriptor(), POLLIN, 0}};
    if (poll(waiting, 2, -1) > 0 && waiting[1].revents != 0) return false;
  }
  return true;
}

std::size_t InputFile::ReadDescriptor(char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t count = read(descriptor_, buffer, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) {
      throw Error(ErrorKind::kSystem, {name_}, std::string("cannot read: ") + std::strerror(errno));
    }
  }
}

std::size_t InputFile::ReadRaw(char* buffer, std::size_t size) {
  if (head_.empty()) return ReadDescriptor(buffer, size);
  const std::size_t count = std::min(size, head_.size());
  std::memcpy(buffer, head_.data(), count);
  head_.erase(0, count);
  return count;
}

std::size_t InputFile::Inflate(char* buffer, std::size_t size) {
  z_stream& stream = gzip_->stream;
  const auto room =
      static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
  stream.next_out = reinterpret_cast<Bytef*>(buffer);
  stream.avail_out = room;
  // One call may consume compressed bytes without producing any: headers, empty members.
  while (stream.avail_out == room && !gzip_->finished) {
    if (stream.avail_in == 0 && !RefillGzip()) Corrupt("ends too early");
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      gzip_->finished = !StartNextMember();
    } else if (status == Z_MEM_ERROR) {
      throw Error(ErrorKind::kSystem, {name_}, "no memory for decompression");
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      Corrupt(stream.msg != nullptr ? stream.msg : "not readable");
    }
  }
  return room - stream.avail_out;
}

// False at the end of the file.
bool InputFile::RefillGzip() {
  std::vector<char>& input = gzip_->input;
  const std::size_t count = ReadRaw(input.data(), input.size());
  gzip_->stream.next_in = reinterpret_cast<Bytef*>(input.data());
  gzip_->stream.avail_in = static_cast<uInt>(count);
  return count > 0;
}

// After a member, another one may follow, or zeros, which tapes and archives use as padding.
bool InputFile::StartNextMember() {
  z_stream& stream = gzip_->stream;
  bool padded = false;
  while (stream.avail_in > 0 || RefillGzip()) {
    if (*stream.next_in != 0) {
      if (padded || *stream.next_in != static_cast<Bytef>(kGzipMagic[0])) {
        Corrupt("followed by other data");
      }
      inflateReset(&stream);
      return true;
    }
    padded = true;
    ++stream.next_in;
    --stream.avail_in;
  }
  return false;
}

void InputFile::Corrupt(const char* what) const {
  throw Error(ErrorKind::kData, {name_}, std::string("damaged gzip data: ") + what);
}

bool IsLiveInput(const std::string& path) {
  struct stat status;
  const int found = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  return found == 0 && !S_ISREG(status.st_mode);
}

namespace {

bool BeginsWith(const std::string& path, std::string_view magic) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  std::string start(magic.size(), '\0');
  const ssize_t count = pread(descriptor, start.data(), start.size(), 0);
  close(descriptor);
  return count == static_cast<ssize_t>(magic.size()) && start == magic;
}

}  // namespace

bool IsGzip(const std::string& path) { return BeginsWith(path, kGzipMagic); }

bool IsPack(const std::string& path) { return path != "-" && BeginsWith(path, kPackMagic); }

void RefusePack(std::string_view start, const std::string& name) {
  if (!start.starts_with(kPackMagic)) return;
  throw Error(ErrorKind::kData, {name},
              "found a packed corpus, expected text: give a packed corpus by the name of its file, "
              "not through a pipe and not compressed");
}

std::string ReadWholeFile(const std::string& path) {
  constexpr std::size_t kPiece = 1 << 16;
  InputFile file(path);
  std::string text;
  for (;;) {
    const std::size_t size = text.size();
    text.resize(size + kPiece);
    const std::size_t count = file.Read(text.data() + size, kPiece);
    text.resize(size + count);
    if (count == 0) return text;
  }
}

// ---- LineReader ----

LineReader::LineReader(const std::string& path)
    : file_(std::make_unique<InputFile>(path)), buffer_(kInitialBuffer) {
  name_ = file_->name();
}

LineReader::LineReader(NoFile, std::string name) : name_(std::move(name)), finished_(true) {}

void LineReader::Continue(TextChunk& chunk) {
  buffer_.swap(chunk.bytes);
  begin_ = 0;
  end_ = chunk.size;
  number_ = chunk.lines_before;
  failure_ = std::exchange(chunk.failure, nullptr);
}

bool LineReader::NextAfterRefill(std::string_view& line) {
  for (;;) {
    // Bytes already searched are not searched again, so a long line takes linear time.
    const std::size_t searched = end_ - begin_;
    if (!Refill()) break;
    const char* start = buffer_.data() + begin_;
    const void* found = std::memchr(start + searched, '\n', end_ - begin_ - searched);
    if (found == nullptr) continue;
    Take(static_cast<std::size_t>(static_cast<const char*>(found) - start), 1, line);
    return true;
  }
  if (begin_ == end_) return false;
  Take(end_ - begin_, 0, line);
  return true;
}

// Moves the incomplete line to the front of the buffer and reads more bytes after it. If the line
// fills the whole buffer, the buffer grows. Returns false at the end of the file.
bool LineReader::Refill() {
  if (failure_) std::rethrow_exception(failure_);
  if (finished_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t count = file_->Read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  if (number_ == 0) RefusePack({buffer_.data(), end_}, name_);
  // Reading again would make a terminal wait for a second end of file.
  finished_ = count == 0;
  return count > 0;
}

}  // namespace sagitta
