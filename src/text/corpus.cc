// Corpus: sequences from files or from memory, turned into a Dataset with its dictionaries.
#include "sagitta/corpus.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/corpus_builder.h"
#include "data/corpus_part.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusBuilder;
using internal::CorpusData;

void ReadFiles(const std::vector<std::string>& files, ReadOptions options, CorpusBuilder& builder) {
  if (files.empty()) throw Error(ErrorKind::kUsage, "found no file to read, wanted at least one");
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
      throw Error(ErrorKind::kData, {name}, "found no sequence, wanted at least one");
    }
    builder.EndFile();
  }
}

void CheckLabels(const CorpusData& data, const std::string& file) {
  if (data.dataset.labels >= 2) return;
  throw Error(ErrorKind::kData, {file},
              "found only one label, '" + std::string(data.names->labels.Name(0)) +
                  "', wanted at least two to choose from");
}

bool Finite(const std::vector<Item>& items) {
  // As single precision numbers, because that is how they are stored.
  return std::all_of(items.begin(), items.end(), [](const Item& item) {
    return std::abs(item.value) <= std::numeric_limits<float>::max();
  });
}

bool Ascending(const std::vector<std::uint32_t>& begin, std::size_t rows, std::size_t items) {
  return begin.size() == rows + 1 && begin.front() == 0 && begin.back() == items &&
         std::is_sorted(begin.begin(), begin.end());
}

// What is wrong with a sequence that someone built by hand; null: nothing.
const char* Flaw(const Sequence& sequence) {
  const std::size_t tokens = sequence.size();
  if (!Ascending(sequence.node_begin, tokens, sequence.node_items.size())) {
    return "node_begin does not fit labels and node_items";
  }
  if (sequence.edge_begin.empty()
          ? !sequence.edge_items.empty()
          : !Ascending(sequence.edge_begin, tokens, sequence.edge_items.size())) {
    return "edge_begin does not fit labels and edge_items";
  }
  if (tokens > 0 && !sequence.edge_begin.empty() && sequence.edge_begin[1] != 0) {
    return "the first token has no edge, but edge items";
  }
  if (!Finite(sequence.node_items) || !Finite(sequence.edge_items)) return "a value is not finite";
  if (!(sequence.weight >= 0 && std::isfinite(sequence.weight))) {
    return "the weight is not a finite number of at least 0";
  }
  const bool empty_label = std::any_of(sequence.labels.begin(), sequence.labels.end(),
                                       [](std::string_view label) { return label.empty(); });
  return empty_label ? "a label is empty" : nullptr;
}

}  // namespace

Corpus::Corpus(std::shared_ptr<const CorpusData> data) : data_(std::move(data)) {}

Corpus Corpus::Read(const std::vector<std::string>& files, const ReadOptions& options) {
  CorpusBuilder builder;
  ReadFiles(files, options, builder);
  Corpus corpus(builder.Finish(options));
  CheckLabels(corpus.data(), files.front());
  return corpus;
}

Corpus Corpus::FromSequences(const std::vector<Sequence>& sequences, const ReadOptions& options) {
  CorpusBuilder builder;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    if (const char* flaw = Flaw(sequences[i])) {
      throw Error(ErrorKind::kData, "sequence " + std::to_string(i + 1) + ": " + flaw);
    }
    if (sequences[i].size() > 0) builder.Add(sequences[i], {});
  }
  if (builder.sequences() == 0)
    throw Error(ErrorKind::kData, "found no sequence, wanted at least one");
  Corpus corpus(builder.Finish(options));
  CheckLabels(corpus.data(), {});
  return corpus;
}

Corpus Corpus::ReadAlike(const std::vector<std::string>& files) const {
  CorpusBuilder builder(data_->names);
  ReadFiles(files, data_->options, builder);
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
