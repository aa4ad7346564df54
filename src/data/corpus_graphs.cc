// Graphs under construction.
#include "data/corpus_graphs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "data/edge_names.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// The rows of edges, one for each token before, without those of first tokens.
SparseRows WithoutFirst(const Dataset& dataset, std::uint64_t edges) {
  SparseRows rows;
  rows.begin.clear();
  rows.begin.reserve(edges + 1);
  for (ExampleId i = 0; i < dataset.examples(); ++i) {
    for (std::uint64_t t = dataset.token_begin[i] + 1; t < dataset.token_begin[i + 1]; ++t) {
      rows.begin.push_back(dataset.edge.begin[t]);
    }
  }
  rows.begin.push_back(dataset.edge.begin.back());
  return rows;
}

[[noreturn]] void FailSetLabel(const SetLabelPlace& at, std::string_view label) {
  throw Error(ErrorKind::kData, {at.file, at.place.line, at.place.column},
              "found the label '" + std::string(label) +
                  "' in a set of labels, expected one that some node has");
}

}  // namespace

bool ChainsHaveTheOnlyType(const Dictionaries& names) {
  return names.types.size() == 0 || (names.types.size() == 1 && names.types.Name(0).empty());
}

void ChainsToGraphs(Dataset& dataset, std::uint32_t type) {
  GraphParts& graphs = dataset.graphs;
  if (dataset.HasGraphs()) return;
  std::vector<std::uint64_t> begin{0};
  for (ExampleId i = 0; type != kNoId && i < dataset.examples(); ++i) {
    for (std::uint32_t t = 1; t < dataset.length(i); ++t) graphs.edge.push_back({t - 1, t, type});
    begin.push_back(graphs.edge.size());
  }
  begin.resize(dataset.examples() + 1, 0);
  if (type == kNoId) {
    dataset.edge = {};
  } else if (dataset.HasEdgeAttributes()) {
    SparseRows rows = WithoutFirst(dataset, graphs.edge.size());
    rows.attribute = std::move(dataset.edge.attribute);
    rows.value = std::move(dataset.edge.value);
    dataset.edge = std::move(rows);
  }
  graphs.edge_begin = std::move(begin);
}

std::uint32_t LabelSetPool::Intern(std::vector<LabelId> labels, GraphParts& graphs) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  const auto next = static_cast<std::uint32_t>(graphs.set_begin.size() - 1);
  const auto [at, added] = number_.try_emplace(std::move(labels), next);
  if (added) {
    graphs.set_label.append(at->first.begin(), at->first.end());
    graphs.set_begin.push_back(graphs.set_label.size());
  }
  return at->second;
}

std::vector<std::uint32_t> LabelSetPool::InternAll(const GraphParts& from,
                                                   std::span<const std::uint32_t> labels,
                                                   GraphParts& graphs) {
  std::vector<std::uint32_t> number{0};
  for (std::size_t set = 1; set + 1 < from.set_begin.size(); ++set) {
    std::vector<LabelId> own;
    for (std::uint64_t k = from.set_begin[set]; k < from.set_begin[set + 1]; ++k) {
      const LabelId label = from.set_label[k];
      own.push_back(labels.empty() ? label : static_cast<LabelId>(labels[label]));
    }
    number.push_back(Intern(std::move(own), graphs));
  }
  return number;
}

void NumberTypes(CorpusData& corpus) {
  Dataset& dataset = corpus.dataset;
  GraphParts& graphs = dataset.graphs;
  if (!dataset.HasGraphs()) return;
  const Dictionaries& names = *corpus.names;
  graphs.types = std::max(1u, names.types.size());
  graphs.symmetric.clear();
  graphs.symmetric_attribute.clear();
  if (corpus.options.symmetric.empty()) return;
  const std::vector<std::string>& symmetric = corpus.options.symmetric;
  const auto is = [&](std::string_view type) {
    return std::find(symmetric.begin(), symmetric.end(), type) != symmetric.end();
  };
  graphs.symmetric.assign(graphs.types, 0);
  for (std::uint32_t type = 0; type < names.types.size(); ++type) {
    graphs.symmetric[type] = is(names.types.Name(type)) ? 1 : 0;
  }
  for (std::uint32_t a = 0; a < names.edge.size(); ++a) {
    graphs.symmetric_attribute.push_back(is(SplitEdgeName(names.edge.Name(a)).first) ? 1 : 0);
  }
}

void FinishGraphs(CorpusData& corpus) {
  if (!corpus.options.symmetric.empty()) ChainsToGraphs(corpus.dataset, 0);
  NumberTypes(corpus);
  for (const std::string& type : corpus.options.symmetric) {
    if (corpus.names->types.Find(type) != kNoId) continue;
    throw Error(ErrorKind::kUsage, "symmetric: found the type '" + type +
                                       "', expected a type of the edges in the data");
  }
  if (corpus.set_places.empty()) return;
  std::vector<std::uint8_t> occurs(corpus.dataset.labels, 0);
  for (const LabelId label : corpus.dataset.label) {
    if (label != kUnknownLabel) occurs[label] = 1;
  }
  for (const SetLabelPlace& at : corpus.set_places) {
    if (occurs[at.label] == 0) FailSetLabel(at, corpus.names->labels.Name(at.label));
  }
  corpus.set_places.clear();
}

}  // namespace sagitta::internal
