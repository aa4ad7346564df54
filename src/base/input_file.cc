// InputFile: opens a file, recognises gzip, and reads.
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <vector>

#include "base/file.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::size_t kCompressedBuffer = 1 << 16;
constexpr std::string_view kGzipMagic = "\x1f\x8b";

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
  return gzip_ ? Inflate(buffer, size) : ReadRaw(buffer, size);
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

}  // namespace sagitta
