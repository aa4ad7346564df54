// Packed corpora in place of text: which one it is, whether it fits, and its sequences.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "text/text_reader.h"

namespace sagitta::internal {

/// Loads a packed corpus that is read with these options: its attributes must have been made with
/// the same template. Options that say nothing fit always. Throws Error.
std::shared_ptr<CorpusData> OpenPack(const std::string& path, const ReadOptions& options);

/// The options for these files: what `options` leave open is as in the first packed corpus. Throws
/// Error(kUsage) when they do not fit the packed ones.
ReadOptions OptionsWithPacks(const std::vector<std::string>& files, const ReadOptions& options);

/// Reads the sequences of a packed corpus as strings, all or some of them.
class PackReader final : public TextReader {
 public:
  explicit PackReader(std::shared_ptr<const CorpusData> corpus);

  bool Next(Sequence& sequence) override;
  /// There are no chunks of text.
  void Continue(TextChunk& chunk) override;

  /// Continues with the sequences [begin, end).
  void SetRange(std::uint64_t begin, std::uint64_t end);

 private:
  std::shared_ptr<const CorpusData> corpus_;
  std::uint64_t next_ = 0;
  std::uint64_t end_;
};

}  // namespace sagitta::internal
