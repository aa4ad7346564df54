// Corpus: labelled sequences turned into numbers, ready for training or evaluation.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta {

namespace internal {
struct CorpusData;
}

struct CorpusSize {
  std::uint64_t sequences = 0;
  std::uint64_t tokens = 0;
  std::uint64_t longest = 0;
  std::uint64_t labels = 0;
  std::uint64_t node_attributes = 0;
  std::uint64_t edge_attributes = 0;
  std::uint64_t node_items = 0;  // occurrences
  std::uint64_t edge_items = 0;
};

/// An immutable set of labelled sequences with the dictionaries that number their strings.
/// Cheap to copy (shared, read-only); safe to use from several threads.
class Corpus {
 public:
  /// Reads files and builds dictionaries from them. Throws Error (file, line and column) when the
  /// input is malformed, holds no sequence, or holds fewer than two labels.
  static Corpus Read(const std::vector<std::string>& files, const ReadOptions& options);

  /// Builds from sequences in memory. `options` names the template they were made with, if any.
  static Corpus FromSequences(const std::vector<Sequence>& sequences,
                              const ReadOptions& options = {});

  /// Reads files against this corpus' dictionaries: attributes it does not know are dropped, labels
  /// it does not know become "unknown", which no prediction ever equals.
  Corpus ReadAlike(const std::vector<std::string>& files) const;

  /// The sequences at these places, counted from 0, in this order: a part of the corpus, with the
  /// same dictionaries, so that one part can be trained on and another be its dev corpus.
  /// Throws Error(kUsage) when there is no such sequence. Cost: a copy of the part.
  Corpus Select(std::span<const std::uint32_t> sequences) const;

  CorpusSize Size() const;
  /// The labels, by id.
  std::vector<std::string> labels() const;
  /// How many sequences each of the files held; empty when it was not read from files.
  const std::vector<std::uint64_t>& file_sequences() const;
  const ReadOptions& options() const;

  /// For the library's own use.
  explicit Corpus(std::shared_ptr<const internal::CorpusData> data);
  const internal::CorpusData& data() const { return *data_; }

 private:
  std::shared_ptr<const internal::CorpusData> data_;
};

}  // namespace sagitta
