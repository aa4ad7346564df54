// Joining dictionaries, and translating ids.
#include "data/joined_names.h"

#include <algorithm>
#include <string>
#include <vector>

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

void TranslateLabels(const Dictionary& from, const Dictionary& to, CorpusData& corpus) {
  const std::vector<std::uint32_t> ids = Translation(from, to);
  std::vector<LabelId>& label = corpus.dataset.label;
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
      BeginsWith(own->edge, first.edge)) {
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
  return joined;
}

std::shared_ptr<const CorpusData> WithNames(const CorpusData& corpus,
                                            const std::shared_ptr<const Dictionaries>& names) {
  auto result = std::make_shared<CorpusData>(corpus);
  Dataset& dataset = result->dataset;
  TranslateLabels(corpus.names->labels, names->labels, *result);
  Translate(corpus.names->node, names->node, dataset.node);
  Translate(corpus.names->edge, names->edge, dataset.edge);
  dataset.labels = names->labels.size();
  dataset.node_attributes = names->node.size();
  dataset.edge_attributes = names->edge.size();
  result->names = names;
  return result;
}

}  // namespace sagitta::internal
