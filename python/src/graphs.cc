// FeatureReader's part in graphs, and back: the objects of sagitta/_graph.py as sequences with
// edges.
#include "graphs.h"

#include <nanobind/stl/string.h>

#include <string>
#include <string_view>
#include <vector>

#include "features.h"

namespace sagitta::python {
namespace {

[[noreturn]] void Refuse(const std::string& message) { throw nb::value_error(message.c_str()); }

/// Completes the labels with the given ones; without labels, the others stay None.
void AddGiven(const nb::dict& given, std::size_t nodes, std::vector<nb::object>& labels) {
  labels.resize(nodes, nb::none());
  for (const auto [node, label] : given) {
    const auto v = nb::cast<std::size_t>(node);
    if (v >= nodes) Refuse("there is no node " + std::to_string(v) + " to have a given label");
    if (labels[v].is_none()) labels[v] = nb::borrow(label);
    const std::string_view found = Text(labels[v].ptr(), "label");
    if (found == Text(label.ptr(), "given label")) continue;
    Refuse("node " + std::to_string(v) + " has the given label '" +
           std::string(Text(label.ptr(), "given label")) + "', but the label '" +
           std::string(found) + "' in y");
  }
}

void AddLabelSets(const nb::dict& allowed, Sequence& sequence) {
  for (const auto [node, labels] : allowed) {
    const nb::list owner(nb::borrow(labels));
    std::vector<std::string_view> names;
    for (const nb::handle label : owner) names.push_back(Text(label.ptr(), "label"));
    sequence.SetLabels(nb::cast<std::size_t>(node), names);
  }
}

}  // namespace

bool FeatureReader::IsGraph(nb::handle tokens) {
  if (PyList_CheckExact(tokens.ptr()) || PyTuple_CheckExact(tokens.ptr())) return false;
  if (!graph_type_.is_valid()) {
    graph_type_ = nb::module_::import_("sagitta._graph").attr("Graph");
  }
  return nb::isinstance(tokens, graph_type_);
}

void FeatureReader::ReadGraph(nb::handle graph, std::vector<nb::object> labels,
                              Sequence& sequence) {
  const auto given = nb::cast<nb::dict>(graph.attr("given"));
  const bool labelled = !labels.empty();
  AddGiven(given, nb::len(graph), labels);
  if (!labelled) {
    for (nb::object& label : labels) {
      if (label.is_none()) label = nb::str("");  // not known
    }
  }
  ReadTokens(graph.attr("nodes"), labels, sequence);
  ReadEdges(graph.attr("edges"), sequence);
  AddLabelSets(nb::cast<nb::dict>(graph.attr("allowed")), sequence);
  for (const auto [node, label] : given) sequence.SetGiven(nb::cast<std::size_t>(node));
}

/// `edges` is None for a chain, or a list of (from, to, type, features or None).
void FeatureReader::ReadEdges(nb::handle edges, Sequence& sequence) {
  if (edges.is_none()) return;
  sequence.MakeGraph();
  on_edge_ = true;
  for (const nb::handle item : edges) {
    const auto edge = nb::cast<nb::tuple>(item);
    const nb::object type = edge[2], features = edge[3];
    sequence.AddEdge(Text(type.ptr(), "type of an edge"), nb::cast<std::size_t>(edge[0]),
                     nb::cast<std::size_t>(edge[1]));
    if (!features.is_none()) ReadToken(features.ptr(), sequence);
  }
  on_edge_ = false;
}

nb::list EdgesOf(const Sequence& sequence) {
  const auto edge = [&](std::size_t from, std::size_t to, std::string_view type, std::size_t row) {
    return nb::make_tuple(from, to, nb::str(type.data(), type.size()),
                          ToDict(sequence.edge_items(row)));
  };
  nb::list edges;
  if (sequence.is_graph()) {
    for (std::size_t e = 0; e < sequence.edges().size(); ++e) {
      const GraphEdge& at = sequence.edges()[e];
      edges.append(edge(at.from, at.to, at.type, e));
    }
  } else {
    for (std::size_t t = 1; t < sequence.size(); ++t) edges.append(edge(t - 1, t, {}, t));
  }
  return edges;
}

}  // namespace sagitta::python
