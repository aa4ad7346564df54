// The graph part of a corpus under construction: chains that become graphs, and sets of labels.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "data/corpus_data.h"

namespace sagitta::internal {

/// Makes the edges of chains explicit, in place; nothing changes for graphs. Their type is `type`;
/// kNoId: nobody knows it, and the edges are dropped.
void ChainsToGraphs(Dataset& dataset, std::uint32_t type);

/// Whether chains can stay chains with these names: their edges then have the only type.
bool ChainsHaveTheOnlyType(const Dictionaries& names);

/// Numbers sets of labels, each of which is stored once.
class LabelSetPool {
 public:
  /// The number of a set, which is sorted here; it is added to `graphs` if it is new.
  std::uint32_t Intern(std::vector<LabelId> labels, GraphParts& graphs);
  /// The numbers that the sets of `from` have in `graphs`, with label id k translated to labels[k];
  /// no translation if `labels` is empty.
  std::vector<std::uint32_t> InternAll(const GraphParts& from,
                                       std::span<const std::uint32_t> labels, GraphParts& graphs);

 private:
  std::map<std::vector<LabelId>, std::uint32_t> number_;
};

/// Fills in what follows from names and options when all examples are there: the number of types
/// and what is symmetric. Throws Error(kData) for a label in a set that no node has, and
/// Error(kUsage) when there is no such type to be symmetric.
void FinishGraphs(CorpusData& corpus);
/// The same without looking for mistakes, for corpora whose names are known.
void NumberTypes(CorpusData& corpus);

}  // namespace sagitta::internal
