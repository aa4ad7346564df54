// Copies the selected sequences of a corpus.
#include "data/corpus_part.h"

#include <algorithm>
#include <string>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

template <class T>
void Append(const DataColumn<T>& from, std::uint64_t begin, std::uint64_t end, DataColumn<T>& to) {
  to.append(from.data() + begin, from.data() + end);
}

/// The rows [begin, end).
void AppendRows(const SparseRows& from, std::uint64_t begin, std::uint64_t end, SparseRows& to) {
  Append(from.attribute, from.begin[begin], from.begin[end], to.attribute);
  if (!from.value.empty()) Append(from.value, from.begin[begin], from.begin[end], to.value);
  const std::uint64_t first = to.begin.back();
  for (std::uint64_t t = begin; t < end; ++t) {
    to.begin.push_back(first + from.begin[t + 1] - from.begin[begin]);
  }
}

void AppendUnknown(const CorpusData& whole, std::uint64_t begin, std::uint64_t end,
                   CorpusData& part) {
  const auto before = [](const UnknownLabel& unknown, std::uint64_t token) {
    return unknown.token < token;
  };
  auto at = std::lower_bound(whole.unknown.begin(), whole.unknown.end(), begin, before);
  for (; at != whole.unknown.end() && at->token < end; ++at) {
    part.unknown.push_back({at->token - begin + part.dataset.tokens(), at->name});
  }
}

void AppendGraph(const Dataset& from, std::uint32_t i, Dataset& to) {
  const GraphParts& graphs = from.graphs;
  Append(graphs.edge, graphs.edge_begin[i], graphs.edge_begin[i + 1], to.graphs.edge);
  to.graphs.edge_begin.push_back(to.graphs.edge.size());
  const std::uint64_t begin = from.token_begin[i], end = from.token_begin[i + 1];
  if (!graphs.label_set.empty()) Append(graphs.label_set, begin, end, to.graphs.label_set);
  if (!graphs.given.empty()) Append(graphs.given, begin, end, to.graphs.given);
}

/// A data set without examples, with what all parts of a whole have in common.
Dataset EmptyLike(const Dataset& whole) {
  Dataset part;
  part.labels = whole.labels;
  part.node_attributes = whole.node_attributes;
  part.edge_attributes = whole.edge_attributes;
  const GraphParts& graphs = whole.graphs;
  if (!whole.HasGraphs()) return part;
  part.graphs.types = graphs.types;
  part.graphs.symmetric = graphs.symmetric;
  part.graphs.symmetric_attribute = graphs.symmetric_attribute;
  part.graphs.edge_begin.push_back(0);
  part.graphs.set_begin = graphs.set_begin;
  part.graphs.set_label = graphs.set_label;
  return part;
}

void AppendExample(const CorpusData& whole, std::uint32_t i, CorpusData& part) {
  const Dataset& from = whole.dataset;
  Dataset& to = part.dataset;
  const std::uint64_t begin = from.token_begin[i], end = from.token_begin[i + 1];
  AppendUnknown(whole, begin, end, part);
  Append(from.label, begin, end, to.label);
  AppendRows(from.node, begin, end, to.node);
  if (from.HasEdgeAttributes()) {
    const bool graph = from.HasGraphs();
    AppendRows(from.edge, graph ? from.graphs.edge_begin[i] : begin,
               graph ? from.graphs.edge_begin[i + 1] : end, to.edge);
  }
  if (from.HasGraphs()) AppendGraph(from, i, to);
  if (!from.weight.empty()) to.weight.push_back(from.weight[i]);
  part.places.push_back(whole.places[i]);
  to.token_begin.push_back(to.label.size());
}

}  // namespace

std::shared_ptr<const CorpusData> SelectSequences(const CorpusData& whole,
                                                  std::span<const std::uint32_t> sequences) {
  if (sequences.empty()) throw Error(ErrorKind::kUsage, "a part of a corpus: found no sequence");
  auto part = std::make_shared<CorpusData>();
  part->names = whole.names;
  part->options = whole.options;
  part->file_names = whole.file_names;
  part->dataset = EmptyLike(whole.dataset);
  for (const std::uint32_t i : sequences) {
    if (i >= whole.dataset.examples()) {
      throw Error(ErrorKind::kUsage, "a part of a corpus: found sequence " + std::to_string(i) +
                                         ", expected one below " +
                                         std::to_string(whole.dataset.examples()));
    }
    AppendExample(whole, i, *part);
  }
  return part;
}

}  // namespace sagitta::internal
