// ChunkCutter: cuts a file into chunks of whole sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/stop_signal.h"
#include "text/line_splitter.h"

namespace sagitta::internal {

/// Long enough that handing a chunk from thread to thread costs nothing, short enough for the
/// cache.
inline constexpr std::size_t kChunkBytes = std::size_t{1} << 19;

/// Not thread-safe.
class ChunkCutter {
 public:
  /// `options` must be resolved. A chunk has about `bytes` bytes, more if a sequence is longer, and
  /// fewer if the input pauses: whole sequences are then not kept back. Throws as InputFile does.
  ChunkCutter(const std::string& path, const ReadOptions& options, std::size_t bytes);

  /// Fills the chunk, whose memory is reused. False at the end, or if `stop` is raised while the
  /// input pauses. When reading fails, the chunk has what came before and the failure.
  bool Next(TextChunk& chunk, const StopSignal& stop);

 private:
  /// What LastCut has looked at: all bytes before `byte`, all lines before the one at `line`.
  struct Progress {
    std::size_t byte = 0;
    std::size_t line = 0;
  };

  static void Append(std::string_view bytes, TextChunk& chunk);
  void Read(TextChunk& chunk);
  void Finish(TextChunk& chunk);
  std::size_t LastCut(std::string_view text, Progress& searched) const;

  InputFile file_;
  SequenceEnd ends_sequence_;
  std::size_t bytes_;
  std::vector<char> rest_;   // read, but behind the last cut
  std::uint64_t lines_ = 0;  // in all chunks so far
  bool finished_ = false;    // nothing more can be read
  std::exception_ptr failure_;
};

}  // namespace sagitta::internal
