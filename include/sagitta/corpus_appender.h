// CorpusAppender: a corpus that grows sequence by sequence, for programs that do not have all of
// them at hand.
#pragma once

#include <cstdint>
#include <memory>

#include "sagitta/corpus.h"
#include "sagitta/sequence.h"

#pragma GCC visibility push(default)

namespace sagitta {

/// Encodes each sequence when it is added, so that only the numbers stay in memory. Not thread
/// safe.
///
/// Unlike Corpus::FromSequences it accepts no sequence at all and a single label, because tools
/// that Sagitta stands in for do. A model of one label can be trained; Train refuses a corpus
/// without sequences, crfsuite::Train accepts it.
class CorpusAppender {
 public:
  /// Makes new dictionaries. `options` says which template the sequences were made with, if any.
  explicit CorpusAppender(const ReadOptions& options = {});
  /// Continues with a copy of a corpus and its dictionaries; the corpus does not change.
  explicit CorpusAppender(const Corpus& corpus);
  ~CorpusAppender();
  CorpusAppender(CorpusAppender&&) noexcept;
  CorpusAppender& operator=(CorpusAppender&&) noexcept;

  /// Copies what it needs. Throws Error(kData), and adds nothing, when the sequence has no token or
  /// a token has no label, and when there are too many labels.
  void Add(const Sequence& sequence);

  /// The number of sequences that were added.
  std::uint64_t sequences() const;

  /// All that was added since the last call. The appender is empty afterwards.
  Corpus Finish();

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sagitta

#pragma GCC visibility pop
