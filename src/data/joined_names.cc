// Joining dictionaries, and translating ids.
#include "data/joined_names.h"

#include <algorithm>
#include <string>
#include <vector>

#include "data/corpus_graphs.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

bool BeginsWith(const Dictionary& names, const DictionaryView& first) {
  if (names.size() < first.size()) return false;
  for (std::uint32_t id = 0; id < first.size(); ++id) {
    if (!SameBytes(names.Name(id), first.Name(id))) return false;
  }
  return true;
}

Dictionary Join(const DictionaryView& first, const Dictionary& own) {
  Dictionary joined;
  joined.Reserve(std::size_t{first.size()} + own.size(),
                 first.bytes().size() + own.View().bytes().size());
  for (std::uint32_t id = 0; id < first.size(); ++id) joined.Intern(first.Name(id));
  for (std::uint32_t id = 0; id < own.size(); ++id) joined.Intern(own.Name(id));
  return joined;
}

/// The new id of each old one.
std::vector<std::uint32_t> Translation(const Dictionary& from, const Dictionary& to) {
  std::vector<std::uint32_t> ids(from.size());
  for (std::uint32_t id = 0; id < from.size(); ++id) ids[id] = to.Find(from.Name(id));
  return ids;
}

void Translate(const Dictionary& from, const Dictionary& to, SparseRows& rows) {
  const std::vector<std::uint32_t> ids = Translation(from, to);
  for (std::uint32_t& attribute : rows.attribute) attribute = ids[attribute];
}

bool TypesBeginWith(const Dictionary& types, const std::vector<std::string>& first) {
  const bool of_chains = first.size() == 1 && first[0].empty();
  if (types.size() == 0 && of_chains) return true;  // all of the sequences are single tokens
  if (types.size() < first.size()) return false;
  for (std::uint32_t id = 0; id < first.size(); ++id) {
    if (types.Name(id) != first[id]) return false;
  }
  return true;
}

void TranslateGraphs(const Dictionaries& from, const Dictionaries& to, Dataset& dataset) {
  const std::vector<std::uint32_t> type = Translation(from.types, to.types);
  if (!ChainsHaveTheOnlyType(to)) ChainsToGraphs(dataset, 0);
  if (!dataset.HasGraphs()) return;
  GraphParts& graphs = dataset.graphs;
  for (Edge& edge : graphs.edge) edge.type = type[edge.type];
  const std::vector<std::uint32_t> label = Translation(from.labels, to.labels);
  GraphParts old;
  old.set_begin = graphs.set_begin;
  old.set_label = graphs.set_label;
  graphs.set_begin = {0, 0};
  graphs.set_label.clear();
  const std::vector<std::uint32_t> set = LabelSetPool().InternAll(old, label, graphs);
  for (std::uint32_t& own : graphs.label_set) own = set[own];
}

void TranslateLabels(const Dictionary& from, const Dictionary& to, CorpusData& corpus) {
  const std::vector<std::uint32_t> ids = Translation(from, to);
  DataColumn<LabelId>& label = corpus.dataset.label;
  for (LabelId& own : label) {
    if (own != kUnknownLabel) own = static_cast<LabelId>(ids[own]);
  }
  std::erase_if(corpus.unknown, [&](const UnknownLabel& unknown) {
    const std::uint32_t id = to.Find(unknown.name);
    if (id != kNoId) label[unknown.token] = static_cast<LabelId>(id);
    return id != kNoId;
  });
}

}  // namespace

std::shared_ptr<const Dictionaries> JoinNames(const NameViews& first,
                                              const std::shared_ptr<const Dictionaries>& own) {
  if (BeginsWith(own->labels, first.labels) && BeginsWith(own->node, first.node) &&
      BeginsWith(own->edge, first.edge) && TypesBeginWith(own->types, first.types)) {
    return own;
  }
  auto joined = std::make_shared<Dictionaries>();
  joined->labels = Join(first.labels, own->labels);
  if (joined->labels.size() > kMaxLabels) {
    throw Error(ErrorKind::kData, "the labels of the model and of the data are " +
                                      std::to_string(joined->labels.size()) +
                                      " together, expected at most " + std::to_string(kMaxLabels));
  }
  joined->node = Join(first.node, own->node);
  joined->edge = Join(first.edge, own->edge);
  for (const std::string& type : first.types) joined->types.Intern(type);
  for (std::uint32_t id = 0; id < own->types.size(); ++id) {
    joined->types.Intern(own->types.Name(id));
  }
  return joined;
}

std::shared_ptr<const CorpusData> WithNames(const CorpusData& corpus,
                                            const std::shared_ptr<const Dictionaries>& names) {
  auto result = std::make_shared<CorpusData>(corpus);
  Dataset& dataset = result->dataset;
  TranslateGraphs(*corpus.names, *names, dataset);
  TranslateLabels(corpus.names->labels, names->labels, *result);
  Translate(corpus.names->node, names->node, dataset.node);
  Translate(corpus.names->edge, names->edge, dataset.edge);
  dataset.labels = names->labels.size();
  dataset.node_attributes = names->node.size();
  dataset.edge_attributes = names->edge.size();
  result->names = names;
  NumberTypes(*result);
  return result;
}

}  // namespace sagitta::internal
