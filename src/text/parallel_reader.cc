// ParallelReader: a ChunkCutter fills the slots of an OrderedPipeline, TextReaders of chunks parse
// them.
#include "text/parallel_reader.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/ordered_pipeline.h"
#include "text/pack_input.h"
#include "text/read_options.h"

namespace sagitta::internal {
namespace {

// Of a packed corpus.
constexpr std::uint64_t kSequencesPerPart = 256;

}  // namespace

ParallelReader::ParallelReader(const std::string& path, const ReadOptions& options,
                               ThreadTeam& team, std::size_t chunk_bytes)
    : path_(path), options_(options), team_(team) {
  if (IsPack(path)) {
    pack_ = OpenPack(path, options);
    return;
  }
  scout_ = MakeChunkReader(path, options);
  first_ = scout_->first_token();
  cutter_ = std::make_unique<ChunkCutter>(path, ResolveReadOptions(options), chunk_bytes);
}

std::size_t ParallelReader::slots() const { return OrderedPipeline::SlotsFor(team_); }

void ParallelReader::Run(const ReadSteps& steps) {
  std::vector<Slot> slots(this->slots());
  std::vector<Worker> workers(team_.size());
  const auto work = [&](std::size_t slot, std::size_t member, const std::atomic<bool>& stop) {
    Parse(slots[slot], workers[member], stop,
          [&steps, slot, member](const Sequence& sequence) { steps.take(sequence, slot, member); });
  };
  OrderedPipeline pipeline(team_, slots.size(),
                           {.fill = [&](std::size_t slot) { return Fill(slots[slot]); },
                            .work = work,
                            .drain = steps.drain,
                            .wake = [this] { stop_.Raise(); }});
  pipeline.Run();
}

bool ParallelReader::FillFromPack(Slot& slot) {
  const std::uint64_t sequences = pack_->dataset.examples();
  slot.begin = next_sequence_;
  next_sequence_ = slot.end = std::min(sequences, next_sequence_ + kSequencesPerPart);
  return slot.begin < slot.end;
}

bool ParallelReader::Fill(Slot& slot) {
  if (pack_) return FillFromPack(slot);
  if (!cutter_->Next(slot.text, stop_)) return false;
  if (!first_.known) LookForFirstToken(slot.text);
  slot.first = first_;
  return true;
}

void ParallelReader::LookForFirstToken(const TextChunk& chunk) try {
  TextChunk copy = chunk;
  Sequence sequence;
  scout_->Continue(copy);
  scout_->Next(sequence);
  first_ = scout_->first_token();
} catch (...) {
  // The worker will meet the same failure, and nothing that follows counts.
  first_ = scout_->first_token();
}

std::unique_ptr<TextReader> ParallelReader::MakeWorkersReader() const {
  if (pack_) return std::make_unique<PackReader>(pack_);
  return MakeChunkReader(path_, options_);
}

void ParallelReader::Parse(Slot& slot, Worker& worker, const std::atomic<bool>& stop,
                           const std::function<void(const Sequence&)>& take) const {
  if (!worker.reader) worker.reader = MakeWorkersReader();
  if (pack_) {
    static_cast<PackReader&>(*worker.reader).SetRange(slot.begin, slot.end);
  } else {
    worker.reader->set_first_token(slot.first);
    worker.reader->Continue(slot.text);
  }
  while (!stop.load(std::memory_order_relaxed) && worker.reader->Next(worker.sequence)) {
    take(worker.sequence);
  }
}

std::uint32_t UsefulThreads(const std::vector<std::string>& files, std::uint32_t threads,
                            std::size_t chunk_bytes) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code failed;
    const std::uint64_t size =
        IsLiveInput(file) ? UINT64_MAX : std::filesystem::file_size(file, failed);
    if (failed || size == UINT64_MAX) return threads;
    bytes += size;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, 1 + bytes / chunk_bytes));
}

}  // namespace sagitta::internal
