// Fuzzer for packed corpora. The size and the checksum are corrected, so that the rest is read.
#include "data/corpus_merger.h"
#include "fuzz.h"
#include "text/pack_bytes.h"
#include "text/pack_input.h"

namespace {

using namespace sagitta;
using namespace sagitta::internal;

/// Reads all sequences, writes the corpus, and puts it together with itself.
void Use(const std::string& bytes) {
  std::shared_ptr<CorpusData> corpus = LoadPack("pack", MappedFile::Of(bytes));
  PackReader reader(corpus);
  for (Sequence sequence; reader.Next(sequence);) {
    if (sequence.empty()) std::abort();
  }
  if (LoadPack("again", MappedFile::Of(PackBytes(*corpus)))->dataset.tokens() !=
      corpus->dataset.tokens()) {
    std::abort();
  }
  ThreadTeam team(1);
  CorpusMerger merger;
  merger.Add(std::move(corpus));
  merger.Add(LoadPack("pack", MappedFile::Of(bytes)));
  merger.Finish({}, team);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(sagitta::fuzz::AsText(data, size));
  if (size >= sizeof(PackHeader)) ResealPack(bytes);
  sagitta::fuzz::Try([&] { Use(bytes); });
  return 0;
}
