// CorpusData: a Dataset with the dictionaries that explain its ids.
#pragma once

#include <memory>

#include "data/dataset.h"
#include "dict/dictionary.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

struct Dictionaries {
  Dictionary labels;
  Dictionary node;
  Dictionary edge;
};

struct CorpusData {
  std::shared_ptr<const Dictionaries> names;  // shared between a corpus and those read alike
  Dataset dataset;
  ReadOptions options;
};

}  // namespace sagitta::internal
