// ParallelReader: the sequences of a file, parsed by several threads, chunk by chunk.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/stop_signal.h"
#include "base/thread_team.h"
#include "data/corpus_data.h"
#include "sagitta/sequence.h"
#include "text/chunk_cutter.h"
#include "text/text_reader.h"

namespace sagitta::internal {

/// What happens to the sequences. A chunk occupies one of the slots from its first sequence until
/// `drain` has returned; results are kept per slot.
struct ReadSteps {
  /// Called by several threads at once, but not for the same slot or the same member; for a slot in
  /// the order of its sequences.
  std::function<void(const Sequence& sequence, std::size_t slot, std::size_t member)> take;
  /// Called after a chunk's sequences, by one thread at a time, in the order of the file.
  std::function<void(std::size_t slot)> drain;
};

/// Errors are those of a plain loop over the sequences of the file: what came before one has been
/// drained when it is thrown. Memory does not grow with the file.
class ParallelReader {
 public:
  /// Throws as SequenceReader does.
  ParallelReader(const std::string& path, const ReadOptions& options, ThreadTeam& team,
                 std::size_t chunk_bytes);

  /// How many slots there are.
  std::size_t slots() const;

  /// Reads the whole file. Call it once.
  void Run(const ReadSteps& steps);

 private:
  struct Slot {
    TextChunk text;
    FirstToken first;
    std::uint64_t begin = 0, end = 0;  // sequences of a packed corpus
  };
  /// What belongs to a member of the team.
  struct Worker {
    std::unique_ptr<TextReader> reader;  // a PackReader of a packed corpus
    Sequence sequence;
  };

  bool Fill(Slot& slot);
  bool FillFromPack(Slot& slot);
  std::unique_ptr<TextReader> MakeWorkersReader() const;
  void LookForFirstToken(const TextChunk& chunk);
  void Parse(Slot& slot, Worker& worker, const std::atomic<bool>& stop,
             const std::function<void(const Sequence&)>& take) const;

  std::string path_;
  ReadOptions options_;
  ThreadTeam& team_;
  StopSignal stop_;
  std::shared_ptr<const CorpusData> pack_;  // null for text
  std::uint64_t next_sequence_ = 0;         // of the packed corpus
  std::unique_ptr<TextReader> scout_;       // reads until the first token is known
  FirstToken first_;
  std::unique_ptr<ChunkCutter> cutter_;
};

/// The number of threads that are worth starting to read these files: `threads`, or fewer if they
/// have fewer chunks.
std::uint32_t UsefulThreads(const std::vector<std::string>& files, std::uint32_t threads,
                            std::size_t chunk_bytes);

}  // namespace sagitta::internal
