// Packed corpora in place of text.
#include "text/pack_input.h"

#include <utility>

#include "base/file.h"
#include "data/corpus_sequences.h"
#include "data/pack_file.h"
#include "sagitta/error.h"
#include "text/read_options.h"

namespace sagitta::internal {
namespace {

/// Whether nothing is said about how text is read.
bool AreOpen(const ReadOptions& options) {
  return options.format == Format::kAuto && options.template_text.empty() &&
         options.columns.empty() && options.structure.empty() && options.symmetric.empty();
}

/// What decides which attributes and edges there are.
bool MakeTheSame(const ReadOptions& given_a, const ReadOptions& given_b) {
  const ReadOptions a = ResolveReadOptions(given_a), b = ResolveReadOptions(given_b);
  const bool same_language = a.template_text.empty() || a.language == b.language;
  const bool same_text =
      a.format != b.format || (a.columns == b.columns && a.structure == b.structure);
  return a.template_text == b.template_text && same_language && a.symmetric == b.symmetric &&
         same_text;
}

/// The options with which `corpus` can stand for text that is read with `options`.
ReadOptions Agree(const std::string& path, const CorpusData& corpus, const ReadOptions& options) {
  if (AreOpen(options)) {
    ReadOptions own = corpus.options;
    own.threads = options.threads;
    own.labelled = options.labelled;
    return own;
  }
  if (MakeTheSame(options, corpus.options)) return options;
  const bool none = corpus.options.template_text.empty();
  throw Error(
      ErrorKind::kUsage, {path},
      "the corpus was packed " +
          (none ? "without a template"
                : "with " + (corpus.options.template_name.empty() ? "a template"
                                                                  : corpus.options.template_name)) +
          ", and is to be read with another template, columns or structure: leave "
          "them out, or pack the text again");
}

std::shared_ptr<CorpusData> Load(const std::string& path) {
  std::shared_ptr<CorpusData> corpus = LoadPack(path);
  CheckReadOptions(corpus->options);
  return corpus;
}

}  // namespace

std::shared_ptr<CorpusData> OpenPack(const std::string& path, const ReadOptions& options) {
  std::shared_ptr<CorpusData> corpus = Load(path);
  corpus->options = Agree(path, *corpus, options);
  return corpus;
}

ReadOptions OptionsWithPacks(const std::vector<std::string>& files, const ReadOptions& options) {
  for (const std::string& file : files) {
    if (AreOpen(options) && IsPack(file)) return Agree(file, *Load(file), options);
  }
  return options;
}

PackReader::PackReader(std::shared_ptr<const CorpusData> corpus)
    : corpus_(std::move(corpus)), end_(corpus_->dataset.examples()) {}

bool PackReader::Next(Sequence& sequence) {
  sequence.Clear();
  if (next_ >= end_) return false;
  CopySequence(*corpus_, static_cast<ExampleId>(next_++), sequence);
  return true;
}

void PackReader::Continue(TextChunk& /*chunk*/) {
  throw Error(ErrorKind::kUsage, "a packed corpus has no chunks of text");
}

void PackReader::SetRange(std::uint64_t begin, std::uint64_t end) {
  next_ = begin;
  end_ = end;
}

}  // namespace sagitta::internal
