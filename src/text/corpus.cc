// Corpus: sequences from files or from memory, turned into a Dataset with its dictionaries.
#include "sagitta/corpus.h"

#include <algorithm>
#include <utility>

#include "data/corpus_builder.h"
#include "data/corpus_part.h"
#include "data/sequence_access.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusBuilder;
using internal::CorpusData;

void ReadFiles(const std::vector<std::string>& files, ReadOptions options, CorpusBuilder& builder) {
  if (files.empty()) throw Error(ErrorKind::kUsage, "found no file to read, expected at least one");
  if (std::count(files.begin(), files.end(), "-") > 1) {
    throw Error(ErrorKind::kUsage, "found '-' twice; standard input can be read only once");
  }
  options.labelled = true;
  Sequence sequence;
  for (const std::string& file : files) {
    const std::string name = file == "-" ? "<stdin>" : file;
    const std::uint64_t before = builder.sequences();
    SequenceReader reader(file, options);
    while (reader.Next(sequence)) builder.Add(sequence, name);
    if (builder.sequences() == before) {
      throw Error(ErrorKind::kData, {name}, "found no sequence, expected at least one");
    }
    builder.EndFile();
  }
}

void CheckLabelCount(const CorpusData& data, const std::string& file) {
  if (data.dataset.labels >= 2) return;
  throw Error(ErrorKind::kData, {file},
              "found only one label, '" + std::string(data.names->labels.Name(0)) +
                  "', expected at least two");
}

void CheckNotEmpty(const CorpusBuilder& builder) {
  if (builder.sequences() == 0) {
    throw Error(ErrorKind::kData, "found no sequence, expected at least one");
  }
}

void AddAll(const std::vector<Sequence>& sequences, CorpusBuilder& builder) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    internal::CheckLabelled(sequences[i], i);
    if (!sequences[i].empty()) builder.Add(sequences[i], {});
  }
  CheckNotEmpty(builder);
}

void AddAll(const SequenceSource& source, CorpusBuilder& builder) {
  Sequence sequence;
  for (std::uint64_t i = 0; sequence.Clear(), source(sequence); ++i) {
    internal::CheckLabelled(sequence, i);
    if (!sequence.empty()) builder.Add(sequence, {});
  }
  CheckNotEmpty(builder);
}

}  // namespace

Corpus::Corpus(std::shared_ptr<const CorpusData> data) : data_(std::move(data)) {}

Corpus Corpus::Read(const std::vector<std::string>& files, const ReadOptions& options) {
  CorpusBuilder builder;
  ReadFiles(files, options, builder);
  Corpus corpus(builder.Finish(options));
  CheckLabelCount(*corpus.data_, files.front());
  return corpus;
}

Corpus Corpus::FromSequences(const std::vector<Sequence>& sequences, const ReadOptions& options) {
  CorpusBuilder builder;
  AddAll(sequences, builder);
  Corpus corpus(builder.Finish(options));
  CheckLabelCount(*corpus.data_, {});
  return corpus;
}

Corpus Corpus::FromSequences(const SequenceSource& source, const ReadOptions& options) {
  CorpusBuilder builder;
  AddAll(source, builder);
  Corpus corpus(builder.Finish(options));
  CheckLabelCount(*corpus.data_, {});
  return corpus;
}

Corpus Corpus::ReadHeldOut(const std::vector<std::string>& files) const {
  CorpusBuilder builder(data_->names);
  ReadFiles(files, data_->options, builder);
  return Corpus(builder.Finish(data_->options));
}

Corpus Corpus::EncodeHeldOut(const std::vector<Sequence>& sequences) const {
  CorpusBuilder builder(data_->names);
  AddAll(sequences, builder);
  return Corpus(builder.Finish(data_->options));
}

Corpus Corpus::EncodeHeldOut(const SequenceSource& source) const {
  CorpusBuilder builder(data_->names);
  AddAll(source, builder);
  return Corpus(builder.Finish(data_->options));
}

Corpus Corpus::Select(std::span<const std::uint32_t> sequences) const {
  return Corpus(internal::SelectSequences(*data_, sequences));
}

std::vector<std::string> Corpus::labels() const {
  const DictionaryView names = data_->names->labels.View();
  std::vector<std::string> labels;
  for (std::uint32_t k = 0; k < data_->dataset.labels; ++k) labels.emplace_back(names.Name(k));
  return labels;
}

const std::vector<std::uint64_t>& Corpus::file_sequences() const { return data_->file_sequences; }

const ReadOptions& Corpus::options() const { return data_->options; }

CorpusSize Corpus::Size() const {
  const Dataset& dataset = data_->dataset;
  CorpusSize size;
  size.sequences = dataset.examples();
  size.tokens = dataset.tokens();
  for (std::size_t i = 0; i < dataset.examples(); ++i) {
    size.longest = std::max(size.longest, dataset.length(static_cast<ExampleId>(i)));
  }
  size.labels = dataset.labels;
  size.node_attributes = dataset.node_attributes;
  size.edge_attributes = dataset.edge_attributes;
  size.node_items = dataset.node.attribute.size();
  size.edge_items = dataset.edge.attribute.size();
  return size;
}

}  // namespace sagitta
