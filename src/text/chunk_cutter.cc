// ChunkCutter: reads until there is enough, then looks backwards for the last end of a sequence.
#include "text/chunk_cutter.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "text/fast_bytes.h"

namespace sagitta::internal {

ChunkCutter::ChunkCutter(const std::string& path, const ReadOptions& options, std::size_t bytes)
    : file_(path), ends_sequence_(SequenceEndOf(options)), bytes_(bytes) {}

bool ChunkCutter::Next(TextChunk& chunk, const StopSignal& stop) {
  chunk.size = 0;
  Append({rest_.data(), rest_.size()}, chunk);
  rest_.clear();
  Progress searched;
  std::size_t enough = bytes_;
  while (!finished_) {
    if (chunk.size >= enough || !file_.Ready()) {
      if (const std::size_t cut = LastCut({chunk.bytes.data(), chunk.size}, searched); cut > 0) {
        rest_.assign(chunk.bytes.data() + cut, chunk.bytes.data() + chunk.size);
        chunk.size = cut;
        Finish(chunk);
        return true;
      }
      enough = std::max(enough, chunk.size + bytes_);
    }
    if (!file_.WaitUntilReady(stop)) return false;
    Read(chunk);
  }
  if (chunk.size == 0 && !failure_) return false;
  Finish(chunk);
  chunk.failure = std::exchange(failure_, nullptr);
  return true;
}

void ChunkCutter::Append(std::string_view bytes, TextChunk& chunk) {
  const std::size_t size = chunk.size + bytes.size();
  if (chunk.bytes.size() < size) chunk.bytes.resize(size);
  std::copy(bytes.begin(), bytes.end(),
            chunk.bytes.begin() + static_cast<std::ptrdiff_t>(chunk.size));
  chunk.size = size;
}

void ChunkCutter::Read(TextChunk& chunk) try {
  if (chunk.bytes.size() - chunk.size < std::max<std::size_t>(1, bytes_ / 4)) {
    chunk.bytes.resize(std::max(chunk.size + bytes_ + bytes_ / 4, 2 * chunk.size));
  }
  const std::size_t room = chunk.bytes.size() - chunk.size;
  const std::size_t count = file_.Read(chunk.bytes.data() + chunk.size, room);
  const std::size_t size = std::exchange(chunk.size, 0) + count;
  if (lines_ == 0) RefusePack({chunk.bytes.data(), size}, file_.name());
  chunk.size = size;
  // Reading again would make a terminal wait for a second end of file.
  finished_ = count == 0;
} catch (...) {
  failure_ = std::current_exception();
  finished_ = true;
}

void ChunkCutter::Finish(TextChunk& chunk) {
  chunk.failure = nullptr;
  chunk.lines_before = lines_;
  lines_ += CountLines({chunk.bytes.data(), chunk.size});
}

// Where the last line that ends a sequence ends; 0 if there is none. Lines and bytes that were
// looked at before are not looked at again, so a long sequence takes linear time.
std::size_t ChunkCutter::LastCut(std::string_view text, Progress& searched) const {
  const std::string_view fresh = text.substr(searched.byte);
  const std::size_t last = fresh.rfind('\n');
  const std::size_t first_line = searched.line;
  std::size_t end = last + searched.byte;  // of the line at hand, if there is one
  searched.byte = text.size();
  if (last == std::string_view::npos) return 0;
  searched.line = end + 1;
  for (;;) {
    const std::size_t before = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (ends_sequence_(line)) return end + 1;
    if (begin <= first_line) return 0;
    end = begin - 1;
  }
}

}  // namespace sagitta::internal
