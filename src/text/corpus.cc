// Corpus: sequences from files or from memory, turned into a Dataset with its dictionaries.
#include "sagitta/corpus.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/file.h"
#include "base/thread_count.h"
#include "base/thread_team.h"
#include "data/corpus_builder.h"
#include "data/corpus_merger.h"
#include "data/corpus_part.h"
#include "data/pack_file.h"
#include "data/sequence_access.h"
#include "sagitta/error.h"
#include "sagitta/output_file.h"
#include "text/pack_input.h"
#include "text/parallel_reader.h"
#include "text/read_corpus.h"
#include "text/read_options.h"
#include "text/text_reader.h"

namespace sagitta {
namespace {

using internal::CorpusBuilder;
using internal::CorpusData;
using internal::CorpusMerger;
using internal::Dictionaries;

void CheckFiles(const std::vector<std::string>& files) {
  if (files.empty()) throw Error(ErrorKind::kUsage, "found no file to read, expected at least one");
  if (std::count(files.begin(), files.end(), "-") > 1) {
    throw Error(ErrorKind::kUsage, "found '-' twice; standard input can be read only once");
  }
}

/// Whatever the options say: training needs labels.
ReadOptions WithLabels(ReadOptions options) {
  options.labelled = true;
  return options;
}

/// Builder is a CorpusBuilder or a CorpusMerger; `read` adds the sequences of a file to it.
template <class Builder, class ReadFile>
void ReadEach(const std::vector<std::string>& files, Builder& builder, const ReadFile& read) {
  for (const std::string& file : files) {
    const std::string name = internal::InputName(file);
    const std::uint64_t before = builder.sequences();
    read(file, name);
    if (builder.sequences() == before) {
      throw Error(ErrorKind::kData, {name}, "found no sequence, expected at least one");
    }
    builder.EndFile();
  }
}

std::shared_ptr<const CorpusData> ReadWithOneThread(const std::vector<std::string>& files,
                                                    const ReadOptions& options,
                                                    std::shared_ptr<const Dictionaries> known) {
  CorpusBuilder builder(std::move(known));
  ReadEach(files, builder, [&](const std::string& file, const std::string& name) {
    SequenceReader reader(file, WithLabels(options));
    for (Sequence sequence; reader.Next(sequence);) builder.Add(sequence, name);
  });
  return builder.FinishWhole(options);
}

/// Every chunk has a builder of its own; a CorpusMerger puts them together.
std::shared_ptr<const CorpusData> ReadWithThreads(const std::vector<std::string>& files,
                                                  const ReadOptions& options,
                                                  const std::shared_ptr<const Dictionaries>& known,
                                                  ThreadTeam& team, std::size_t chunk_bytes) {
  CorpusMerger merger(known);
  ReadEach(files, merger, [&](const std::string& file, const std::string& name) {
    if (!known && IsPack(file)) return merger.Add(internal::OpenPack(file, options));
    internal::ParallelReader reader(file, WithLabels(options), team, chunk_bytes);
    std::vector<std::unique_ptr<CorpusBuilder>> builders(reader.slots());
    reader.Run({.take =
                    [&](const Sequence& sequence, std::size_t slot, std::size_t) {
                      if (!builders[slot]) builders[slot] = std::make_unique<CorpusBuilder>(known);
                      builders[slot]->Add(sequence, name);
                    },
                .drain =
                    [&](std::size_t slot) {
                      if (builders[slot]) merger.Add(builders[slot]->Finish({}));
                      builders[slot].reset();
                    }});
  });
  return merger.Finish(options, team);
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

std::shared_ptr<const CorpusData> internal::ReadCorpus(const std::vector<std::string>& files,
                                                       const ReadOptions& options,
                                                       std::shared_ptr<const Dictionaries> known,
                                                       std::size_t chunk_bytes) {
  CheckFiles(files);
  // A packed corpus is used as it is. Several files, and held-out data, get other ids.
  if (files.size() == 1 && !known && IsPack(files[0])) return OpenPack(files[0], options);
  const ReadOptions read = known ? options : OptionsWithPacks(files, options);
  const std::uint32_t threads = UsefulThreads(files, ResolveThreads(read.threads), chunk_bytes);
  const bool packs = std::any_of(files.begin(), files.end(), IsPack);
  if (threads == 1 && !packs) return ReadWithOneThread(files, read, std::move(known));
  ThreadTeam team(threads);
  return ReadWithThreads(files, read, known, team, chunk_bytes);
}

void Corpus::Pack(const std::string& path) const {
  OutputFile file(path);
  const ReadOptions resolved = internal::ResolveReadOptions(data_->options);
  internal::WritePack(*data_, resolved, [&](std::string_view bytes) { file.Write(bytes); });
  file.Commit();
}

Corpus Corpus::Read(const std::vector<std::string>& files, const ReadOptions& options) {
  Corpus corpus(internal::ReadCorpus(files, options, nullptr, internal::kCorpusChunkBytes));
  CheckLabelCount(*corpus.data_, files.front());
  return corpus;
}

Corpus Corpus::FromSequences(const std::vector<Sequence>& sequences, const ReadOptions& options) {
  CorpusBuilder builder;
  AddAll(sequences, builder);
  Corpus corpus(builder.FinishWhole(options));
  CheckLabelCount(*corpus.data_, {});
  return corpus;
}

Corpus Corpus::FromSequences(const SequenceSource& source, const ReadOptions& options) {
  CorpusBuilder builder;
  AddAll(source, builder);
  Corpus corpus(builder.FinishWhole(options));
  CheckLabelCount(*corpus.data_, {});
  return corpus;
}

Corpus Corpus::ReadHeldOut(const std::vector<std::string>& files) const {
  return Corpus(
      internal::ReadCorpus(files, data_->options, data_->names, internal::kCorpusChunkBytes));
}

Corpus Corpus::EncodeHeldOut(const std::vector<Sequence>& sequences) const {
  CorpusBuilder builder(data_->names);
  AddAll(sequences, builder);
  return Corpus(builder.FinishWhole(data_->options));
}

Corpus Corpus::EncodeHeldOut(const SequenceSource& source) const {
  CorpusBuilder builder(data_->names);
  AddAll(source, builder);
  return Corpus(builder.FinishWhole(data_->options));
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
  size.graphs = dataset.HasGraphs();
  size.edges = dataset.graphs.edge.size();
  const DataColumn<std::uint8_t>& given = dataset.graphs.given;
  size.given = static_cast<std::uint64_t>(std::count(given.begin(), given.end(), 1));
  const Dictionary& types = data_->names->types;
  for (std::uint32_t type = 0; size.graphs && type < types.size(); ++type) {
    size.edge_types.emplace_back(types.Name(type));
  }
  return size;
}

}  // namespace sagitta
