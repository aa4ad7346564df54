// ColumnExpander's part in graphs: edges come from the structure, their attributes from the lines
// of the template about edges and, on edges of type chain, from its bigram lines.
#include <algorithm>
#include <limits>
#include <utility>

#include "text/column_expander.h"

namespace sagitta::internal {

void ColumnExpander::MakeGraphRules(const ReadOptions& options) {
  const bool chain = ColumnStructure::IsChain(options.structure);
  const std::string& name = template_.name();
  if (chain) {
    EdgeTemplate(options.template_text, name, {});  // refuses lines about edges
    return;
  }
  ColumnStructure structure(options.structure, options.columns);
  EdgeTemplate rules(options.template_text, name, structure.types());
  if (!structure.HasChain() && !template_.edge_rules().empty()) {
    throw Error(ErrorKind::kUsage,
                name + " has bigram lines, which are for the edges of a chain, and the structure " +
                    options.structure + " has no chain; write E:TYPE lines");
  }
  graph_ = Graph{std::move(structure), std::move(rules), {}, {}, {}, {}, {}};
}

// Everything that can fail, and the names of attributes, while the text may still move.
void ColumnExpander::Connect(const SequenceParts& sequence, const std::string& file) {
  FillTable(sequence);
  Graph& graph = *graph_;
  graph.structure.Connect(
      table_,
      [&](std::size_t token, std::size_t column) {
        const TextRange& field = fields_[token * columns_ + column];
        return Location{file, graph.lines[token], field.begin - lines_[token].begin + 1};
      },
      graph.edges);
  graph.names.clear();
  graph.ends.clear();
  graph.end_of.clear();
  for (const std::string& type : graph.structure.types()) graph.names += type;
  for (const GraphEdge& edge : graph.edges) {
    graph.rules.Expand(table_, edge, graph.names, graph.ends);
    graph.end_of.push_back(graph.ends.size());
  }
}

// The attributes that bigram lines give to the edge into a token.
char* ColumnExpander::AddChainItems(std::size_t token, SequenceParts& sequence, char* out) {
  const auto t = static_cast<std::ptrdiff_t>(token);
  for (const Template::Rule& rule : template_.edge_rules()) {
    char* const begin = out;
    out = rule.commands.empty()
              ? sagitta::internal::Expand(rule, table_.Token(t), table_.columns(), out)
              : ExpandCommands(rule, table_, t, out, scratch_);
    sequence.edge_items.push_back({{begin, static_cast<std::size_t>(out - begin)}});
  }
  return out;
}

// The names that Connect has made go to the end of the text, those of types first.
char* ColumnExpander::AddGraph(SequenceParts& sequence, char* out) {
  const Graph& graph = *graph_;
  const char* const names =
      std::copy(graph.names.begin(), graph.names.end(), out) - graph.names.size();
  out += graph.names.size();
  std::vector<std::string_view> types;
  const char* at = names;
  for (const std::string& type : graph.structure.types()) {
    types.emplace_back(at, type.size());
    at += type.size();
  }
  sequence.graph = true;
  sequence.checked = true;
  sequence.edge_begin.push_back(0);
  std::size_t next = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    GraphEdge edge = graph.edges[e];
    edge.type = *std::find(types.begin(), types.end(), edge.type);
    sequence.edges.push_back(edge);
    if (edge.type == "chain") out = AddChainItems(edge.to, sequence, out);
    for (; next < graph.end_of[e]; ++next) {
      const char* const end = names + graph.ends[next];
      sequence.edge_items.push_back({{at, static_cast<std::size_t>(end - at)}});
      at = end;
    }
    if (sequence.edge_items.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorKind::kData, {{}, sequence.first_line},
                  "the sequence that starts here has more than 2^32 - 1 attributes on edges");
    }
    sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  }
  if (sequence.edge_items.empty()) sequence.edge_begin.clear();
  return out;
}

}  // namespace sagitta::internal
