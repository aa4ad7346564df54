// Corpus: labelled sequences turned into numbers, ready for training.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta::internal {
struct CorpusAccess;
struct CorpusData;
}  // namespace sagitta::internal

#pragma GCC visibility push(default)

namespace sagitta {

struct CorpusSize {
  std::uint64_t sequences = 0;
  std::uint64_t tokens = 0;
  std::uint64_t longest = 0;  // tokens of the longest sequence
  std::uint64_t labels = 0;
  std::uint64_t node_attributes = 0;  // distinct names on tokens
  std::uint64_t edge_attributes = 0;  // distinct names on edges
  std::uint64_t node_items = 0;       // occurrences
  std::uint64_t edge_items = 0;
  bool graphs = false;                       // some of the sequences are graphs
  std::uint64_t edges = 0;                   // of graphs; 0 where all are chains
  std::uint64_t given = 0;                   // nodes with given labels
  std::vector<std::string> edge_types = {};  // of graphs, by id
};

/// An immutable set of labelled sequences with the dictionaries that number their strings. Copies
/// share their data, so copying is cheap. Safe to use from several threads.
class Corpus {
 public:
  /// Reads files and builds the dictionaries from them, with options.threads threads. A file can be
  /// a packed corpus, see Pack; options that say nothing are then those that it was packed with,
  /// and others must agree with them. A single one is not copied: it is mapped, and must not be
  /// overwritten in place while the corpus lives. Throws Error
  /// (file, line and column) when the input is malformed, has no sequence, or has fewer than two
  /// labels.
  static Corpus Read(const std::vector<std::string>& files, const ReadOptions& options);

  /// The same for sequences in memory, or from a source that is called until it returns false.
  /// Sequences without tokens are skipped. Strings are copied once for each distinct name; nothing
  /// refers to the sequences afterwards. `options` says which template they were made with, if
  /// there is one. Throws Error(kData) when a token has no label, when there is no sequence, or
  /// fewer than two labels.
  static Corpus FromSequences(const std::vector<Sequence>& sequences,
                              const ReadOptions& options = {});
  static Corpus FromSequences(const SequenceSource& source, const ReadOptions& options = {});

  /// Held-out data for this corpus, for example a dev set: encoded with the dictionaries of this
  /// corpus, which do not change. Attributes that they do not have are dropped. Labels that they do
  /// not have are kept as "unknown" and count as errors, whatever is predicted. The options are
  /// those of this corpus. Throws Error as above, but one label is enough.
  Corpus ReadHeldOut(const std::vector<std::string>& files) const;
  Corpus EncodeHeldOut(const std::vector<Sequence>& sequences) const;
  Corpus EncodeHeldOut(const SequenceSource& source) const;

  /// A part of the corpus with the same dictionaries: the sequences at these positions, counted
  /// from 0, in this order. One part can be trained on and another one be its dev set. Throws
  /// Error(kUsage) when there is no such sequence. Cost: a copy of the part.
  Corpus Select(std::span<const std::uint32_t> sequences) const;

  /// Writes the corpus to a file that every function takes in place of text: it is then mapped into
  /// memory, not parsed, and training on it gives the same model. The format is described in
  /// docs/pack_file.md. Throws Error(kUsage) for held-out data with unknown labels, and as
  /// OutputFile does.
  void Pack(const std::string& path) const;

  /// Cost: one look at every sequence.
  CorpusSize Size() const;
  /// The labels, by id.
  std::vector<std::string> labels() const;
  /// How many sequences each of the files had; empty when it was not read from files.
  const std::vector<std::uint64_t>& file_sequences() const;
  const ReadOptions& options() const;

 private:
  friend struct internal::CorpusAccess;
  explicit Corpus(std::shared_ptr<const internal::CorpusData> data);

  std::shared_ptr<const internal::CorpusData> data_;
};

}  // namespace sagitta

#pragma GCC visibility pop
