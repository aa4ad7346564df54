// CorpusData: a Dataset with the dictionaries that explain its ids.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "data/dataset.h"
#include "dict/dictionary.h"
#include "sagitta/corpus.h"
#include "sagitta/error.h"

namespace sagitta::internal {

struct Dictionaries {
  Dictionary labels;
  Dictionary node;
  Dictionary edge;   // names as EdgeNames makes them
  Dictionary types;  // of edges; that of a chain's edges is the empty one
};

/// A label that the dictionary does not know: its token in the data set, and what it was.
struct UnknownLabel {
  std::uint64_t token;
  std::string name;
};

/// A label that a set of labels names, and where.
struct SetLabelPlace {
  LabelId label;
  std::string file;
  SourcePlace place;
};

/// Where an example came from.
struct ExamplePlace {
  std::uint64_t file;  // in CorpusData::file_names
  std::uint64_t line;  // where it starts; 0: not known
};

struct CorpusData {
  std::shared_ptr<const Dictionaries> names;  // shared by a corpus and its held-out data
  Dataset dataset;
  std::vector<UnknownLabel> unknown;  // where dataset.label is kUnknownLabel, in order
  ReadOptions options;
  std::vector<std::uint64_t> file_sequences;  // of each file that was read
  std::vector<std::string> file_names;
  DataColumn<ExamplePlace> places;        // [examples]
  std::vector<SetLabelPlace> set_places;  // the first of each label in sets; only while it is built
  std::shared_ptr<const MappedFile> image;  // of the packed file that the columns are in, if any

  /// For messages about example i.
  Location Place(ExampleId i) const {
    return i < places.size() ? Location{file_names[places[i].file], places[i].line, 0} : Location{};
  }
};

/// The way from a public Corpus to its data and back.
struct CorpusAccess {
  static const CorpusData& Data(const Corpus& corpus) { return *corpus.data_; }
  static Corpus Make(std::shared_ptr<const CorpusData> data) { return Corpus(std::move(data)); }
};

}  // namespace sagitta::internal
