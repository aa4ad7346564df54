// CorpusMerger: pieces of a corpus, each with ids of its own, become one corpus.
//
// Threads read chunks of a file and number the strings of each chunk by themselves. Here, in the
// order of the chunks, the names of a piece are looked up in the dictionaries of the whole corpus,
// or added to them. A name is new to a piece where it first appears in it, so the whole corpus has
// the ids that it would have without pieces: in order of first appearance.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_team.h"
#include "data/corpus_data.h"

namespace sagitta::internal {

/// The result is what one CorpusBuilder would have made of all sequences. Not thread safe.
class CorpusMerger {
 public:
  /// `known`: the dictionaries that all pieces were built with; null if each has its own.
  explicit CorpusMerger(std::shared_ptr<const Dictionaries> known = nullptr);

  /// Appends what a CorpusBuilder made of the next sequences. Throws the errors that the builder of
  /// the whole corpus would have thrown. Cost: a look-up for each name of the piece.
  void Add(std::shared_ptr<CorpusData> piece);

  std::uint64_t sequences() const { return sequences_; }

  /// What was added since the last call, or the beginning, came from one file.
  void EndFile();

  /// Puts the pieces together; the merger is then spent.
  std::shared_ptr<const CorpusData> Finish(ReadOptions options, ThreadTeam& team);

 private:
  /// A piece, and the ids of its names in the whole corpus; empty where they are the same.
  struct Piece {
    std::shared_ptr<CorpusData> data;
    std::vector<std::uint32_t> labels, node, edge, types;
    std::vector<std::uint32_t> sets;   // of labels; only with graphs
    std::vector<std::uint64_t> files;  // of its file_names, in those of the whole
    // Where its parts begin in the whole corpus.
    std::uint64_t example, token, node_item, edge_item;
    std::uint64_t edge_row = 0;  // only with graphs
  };

  void MergeLabels(Piece& piece);
  void MergeNames(Dictionary Dictionaries::*kind, const Piece& piece,
                  std::vector<std::uint32_t>& ids);
  void Place(Piece& piece);
  /// Makes all pieces graphs if one of them has any.
  void MergeGraphs(CorpusData& whole);
  void Allocate(CorpusData& whole) const;
  void CopyGraphs(const Piece& piece, Dataset& to) const;
  void Copy(const Piece& piece, CorpusData& whole) const;

  std::shared_ptr<Dictionaries> growing_;  // null when they are known
  std::shared_ptr<const Dictionaries> names_;
  std::vector<Piece> pieces_;
  std::vector<std::string> file_names_;
  std::vector<std::uint64_t> file_sequences_;
  std::uint64_t file_begin_ = 0;  // the first sequence of the file at hand
  std::uint64_t sequences_ = 0, tokens_ = 0, node_items_ = 0, edge_items_ = 0;
};

}  // namespace sagitta::internal
