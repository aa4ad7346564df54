// Small graphs with cycles, as sequences.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta {

/// Rings of three to six nodes with three labels, seen with noise; some have a chord. Edges of type
/// "same" join equal labels more often than not, and have an attribute with a value; some labels
/// are given, and some nodes have a set of labels.
inline std::vector<Sequence> Rings(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  const auto draw = [&rng](std::uint64_t n) { return rng() % n; };
  std::vector<Sequence> rings;
  for (std::size_t i = 0; i < count; ++i) {
    Sequence ring;
    const std::uint64_t nodes = 3 + draw(4);
    std::vector<std::uint64_t> labels{draw(3)};
    while (labels.size() < nodes) labels.push_back(draw(3) == 0 ? draw(3) : labels.back());
    for (const std::uint64_t label : labels) {
      ring.AddToken(std::string(1, "ABC"[label]));
      ring.AddItem("sees" + std::to_string(draw(3) == 0 ? draw(3) : label));
      ring.AddItem("noise" + std::to_string(draw(9)));
    }
    for (std::size_t v = 0; v < nodes; ++v) {
      const std::size_t to = (v + 1) % nodes;
      const bool same = labels[v] == labels[to];
      ring.AddEdge(draw(5) == 0 ? "any" : "same", v, to, {{same ? "near" : "far", 0.5}});
    }
    if (nodes > 3 && draw(2) == 0) ring.AddEdge("chord", 0, 2);
    if (draw(3) == 0) ring.SetGiven(draw(nodes));
    if (draw(3) == 0 && labels[1] != 0) ring.SetLabels(1, {ring.labels()[1], "A"});
    rings.push_back(ring);
  }
  return rings;
}

}  // namespace sagitta
