// Ids back to strings.
#include "data/corpus_sequences.h"

#include <string_view>
#include <vector>

#include "data/edge_names.h"
#include "data/sequence_access.h"

namespace sagitta::internal {
namespace {

class Copier {
 public:
  Copier(const CorpusData& corpus, ExampleId i, Sequence& to)
      : data_(corpus.dataset), names_(*corpus.names), i_(i), to_(to) {}

  void Copy() {
    const bool chain = IsChain();
    const std::uint64_t begin = data_.token_begin[i_];
    for (std::uint64_t t = 0; t < data_.length(i_); ++t) {
      to_.AddToken(names_.labels.Name(data_.label[begin + t]));
      for (const Item& item : Items(data_.node, begin + t, names_.node)) {
        to_.AddItem(item.name, item.value);
      }
      if (!chain || t == 0 || !data_.HasEdgeAttributes()) continue;
      for (const Item& item : EdgeItems(t - 1, {})) to_.AddEdgeItem(item.name, item.value);
    }
    if (data_.HasGraphs()) CopyGraph(chain);
    to_.set_weight(data_.Weight(i_));
  }

 private:
  /// Whether the edges are those of a chain, which does not name them.
  bool IsChain() const {
    if (data_.edges(i_) + 1 != data_.length(i_)) return false;
    for (std::size_t e = 0; data_.HasGraphs() && e < data_.edges(i_); ++e) {
      const Edge edge = data_.EdgeAt(i_, e);
      if (edge.from != e || edge.to != e + 1 || !names_.types.Name(edge.type).empty()) return false;
    }
    return true;
  }

  std::span<const Item> Items(const SparseRows& rows, std::uint64_t row, const Dictionary& names) {
    items_.clear();
    for (std::uint64_t k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
      items_.push_back({names.Name(rows.attribute[k]), rows.Value(k)});
    }
    return items_;
  }
  /// The names are those that EdgeNames made longer.
  std::span<const Item> EdgeItems(std::size_t e, std::string_view type) {
    if (!data_.HasEdgeAttributes()) return {};
    Items(data_.edge, data_.EdgeRow(i_, e), names_.edge);
    for (Item& item : items_) {
      const auto [own, name] = SplitEdgeName(item.name);
      if (data_.HasGraphs() && own == type) item.name = name;
    }
    return items_;
  }

  void CopyGraph(bool chain) {
    if (!chain) to_.MakeGraph();
    for (std::size_t e = 0; !chain && e < data_.edges(i_); ++e) {
      const Edge edge = data_.EdgeAt(i_, e);
      const std::string_view type = names_.types.Name(edge.type);
      to_.AddEdge(type, edge.from, edge.to, EdgeItems(e, type));
    }
    const GraphParts& graphs = data_.graphs;
    for (std::uint32_t t = 0; t < data_.length(i_); ++t) {
      const std::uint64_t token = data_.token_begin[i_] + t;
      if (data_.IsGiven(token)) to_.SetGiven(t);
      if (graphs.label_set.empty() || graphs.label_set[token] == 0) continue;
      const std::uint32_t set = graphs.label_set[token];
      labels_.clear();
      for (std::uint64_t k = graphs.set_begin[set]; k < graphs.set_begin[set + 1]; ++k) {
        labels_.push_back(names_.labels.Name(graphs.set_label[k]));
      }
      to_.SetLabels(t, labels_);
    }
  }

  const Dataset& data_;
  const Dictionaries& names_;
  ExampleId i_;
  Sequence& to_;
  std::vector<Item> items_;
  std::vector<std::string_view> labels_;
};

}  // namespace

void CopySequence(const CorpusData& corpus, ExampleId i, Sequence& sequence) {
  sequence.Clear();
  Copier(corpus, i, sequence).Copy();
  sequence.set_first_line(corpus.places[i].line);
}

}  // namespace sagitta::internal
