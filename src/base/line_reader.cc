// LineReader: refills the buffer when it does not contain a whole line.
#include "base/line_reader.h"

namespace sagitta {
namespace {

// Large enough that system calls are cheap, small enough to stay in the L2 cache.
constexpr std::size_t kInitialBuffer = 1 << 16;

}  // namespace

LineReader::LineReader(const std::string& path) : file_(path), buffer_(kInitialBuffer) {}

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
  if (finished_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t count = file_.Read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  // Reading again would make a terminal wait for a second end of file.
  finished_ = count == 0;
  return count > 0;
}

}  // namespace sagitta
