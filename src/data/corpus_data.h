// CorpusData: a Dataset with the dictionaries that explain its ids.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "dict/dictionary.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

struct Dictionaries {
  Dictionary labels;
  Dictionary node;
  Dictionary edge;
};

/// A label that the dictionary does not know: its token in the data set, and what it was.
struct UnknownLabel {
  std::uint64_t token;
  std::string name;
};

struct CorpusData {
  std::shared_ptr<const Dictionaries> names;  // shared between a corpus and those read alike
  Dataset dataset;
  std::vector<UnknownLabel> unknown;  // where dataset.label is kUnknownLabel, in order
  ReadOptions options;
};

}  // namespace sagitta::internal
