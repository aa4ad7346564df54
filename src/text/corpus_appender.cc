// CorpusAppender: CorpusBuilder for programs.
#include "sagitta/corpus_appender.h"

#include <utility>

#include "data/corpus_builder.h"
#include "data/corpus_data.h"
#include "data/sequence_access.h"
#include "sagitta/error.h"

namespace sagitta {

struct CorpusAppender::Impl {
  internal::CorpusBuilder builder;
  ReadOptions options;
};

CorpusAppender::CorpusAppender(const ReadOptions& options)
    : impl_(std::make_unique<Impl>(Impl{internal::CorpusBuilder(), options})) {}
CorpusAppender::CorpusAppender(const Corpus& corpus)
    : impl_(std::make_unique<Impl>(
          Impl{internal::CorpusBuilder(internal::CorpusAccess::Data(corpus)), corpus.options()})) {}
CorpusAppender::~CorpusAppender() = default;
CorpusAppender::CorpusAppender(CorpusAppender&&) noexcept = default;
CorpusAppender& CorpusAppender::operator=(CorpusAppender&&) noexcept = default;

void CorpusAppender::Add(const Sequence& sequence) {
  if (sequence.empty()) {
    throw Error(ErrorKind::kData, "found a sequence without tokens, expected at least one token");
  }
  internal::CheckLabelled(sequence, sequences());
  impl_->builder.Add(sequence, {});
}

std::uint64_t CorpusAppender::sequences() const { return impl_->builder.sequences(); }

Corpus CorpusAppender::Finish() {
  Corpus corpus = internal::CorpusAccess::Make(impl_->builder.FinishWhole(impl_->options));
  impl_->builder = internal::CorpusBuilder();
  return corpus;
}

}  // namespace sagitta
