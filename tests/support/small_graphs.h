// Small random data sets of graphs with everything in them that graphs can have.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "data/corpus_graphs.h"
#include "support/small_dataset.h"

namespace sagitta {

struct SmallGraphsSettings {
  SmallDatasetSettings tokens;
  std::uint32_t types = 2;  // of edges; example 0, of one token, has none
  bool cycles = false;      // trees and some more edges
  bool symmetric = false;   // the last type
  bool attributes = true;   // on edges: attribute a belongs to type a mod types
  bool sets = true;         // of labels, on some nodes; others have a given one
};

/// Graphs over the tokens of a SmallDataset. Not every graph has every type.
inline Dataset SmallGraphs(const SmallGraphsSettings& settings) {
  Dataset data = SmallDataset(settings.tokens);
  internal::ChainsToGraphs(data, 0);
  std::mt19937_64 rng(settings.tokens.seed);
  const auto draw = [&rng](std::uint64_t n) { return static_cast<std::uint32_t>(rng() % n); };
  GraphParts& graphs = data.graphs;
  const std::uint32_t attributes = settings.attributes ? 2 * settings.types : 0;
  graphs.types = settings.types;
  if (settings.symmetric) {
    graphs.symmetric.assign(settings.types, 0);
    graphs.symmetric.back() = 1;
    for (std::uint32_t a = 0; a < attributes; ++a) {
      graphs.symmetric_attribute.push_back(graphs.symmetric[a % settings.types]);
    }
  }
  data.edge_attributes = attributes;
  data.edge = {};
  std::vector<Edge> edges;
  std::vector<std::uint64_t> begin{0};
  for (ExampleId i = 0; i < data.examples(); ++i) {
    const auto nodes = static_cast<std::uint32_t>(data.length(i));
    for (std::uint32_t to = 1; to < nodes; ++to) {
      const std::uint32_t most = settings.cycles && to > 1 && draw(2) == 0 ? 2 : 1;
      for (std::uint32_t from = draw(to), k = 0; k < most; ++k, from = (from + 1) % to) {
        Edge edge{from, to, draw(settings.types)};
        if (draw(2) == 0) std::swap(edge.from, edge.to);
        edges.push_back(edge);
        for (std::uint32_t a = edge.type; a < attributes; a += settings.types) {
          if (draw(3) == 0) continue;
          data.edge.attribute.push_back(a);
          data.edge.value.push_back(0.25f + 0.125f * static_cast<float>(a));
        }
        if (attributes > 0) data.edge.begin.push_back(data.edge.attribute.size());
      }
    }
    begin.push_back(edges.size());
  }
  graphs.edge = std::move(edges);
  graphs.edge_begin = std::move(begin);
  if (!settings.sets) return data;
  graphs.set_begin = {0, 0, 2};
  graphs.set_label = {0, 2};
  for (std::uint64_t t = 0; t < data.tokens(); ++t) {
    graphs.label_set.push_back(data.label[t] != 1 && draw(3) == 0 ? 1 : 0);
    graphs.given.push_back(draw(5) == 0 ? 1 : 0);
  }
  return data;
}

}  // namespace sagitta
