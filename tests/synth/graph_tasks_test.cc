// The tasks of graphs: their edges, and that nodes need their neighbours.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sagitta/synth.h"

namespace sagitta {
namespace {

struct Graph {
  std::vector<std::string> labels, lines;
  struct Edge {
    std::string type;
    std::size_t from, to;
  };
  std::vector<Edge> edges;
};

std::vector<Graph> Read(const std::string& task) {
  std::string text;
  Synthesize({task, 300, 1, true}, [&text](std::string_view piece) {
    text += piece;
    return true;
  });
  std::vector<Graph> graphs(1);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      graphs.emplace_back();
    } else if (line.starts_with("@edge:")) {
      std::istringstream fields(line.substr(6));
      Graph::Edge edge;
      fields >> edge.type >> edge.from >> edge.to;
      graphs.back().edges.push_back(edge);
    } else {
      graphs.back().labels.push_back(line.substr(0, line.find('\t')));
      graphs.back().lines.push_back(line);
    }
  }
  graphs.pop_back();
  return graphs;
}

/// Of the edges of a type, the share whose ends have the most frequent label pair given `from`.
double BestGuess(const std::vector<Graph>& graphs, const std::string& type) {
  std::map<std::string, std::map<std::string, int>> counts;
  int edges = 0, right = 0;
  for (const Graph& graph : graphs) {
    for (const auto& edge : graph.edges) {
      if (edge.type == type) ++counts[graph.labels[edge.from - 1]][graph.labels[edge.to - 1]];
      edges += edge.type == type;
    }
  }
  for (const auto& [from, to] : counts) {
    int most = 0;
    for (const auto& [label, count] : to) most = std::max(most, count);
    right += most;
  }
  return static_cast<double>(right) / edges;
}

class GraphTask : public testing::TestWithParam<std::string> {};

TEST_P(GraphTask, EdgesJoinDifferentNodesOnce) {
  for (const Graph& graph : Read(GetParam())) {
    std::set<std::string> seen;
    for (const auto& [type, from, to] : graph.edges) {
      EXPECT_NE(from, to);
      ASSERT_GE(std::min(from, to), 1u);
      ASSERT_LE(std::max(from, to), graph.labels.size());
      EXPECT_TRUE(seen.insert(type + std::to_string(from) + "-" + std::to_string(to)).second);
    }
    EXPECT_GE(graph.edges.size(), graph.labels.size() - 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Synth, GraphTask, testing::Values("grid", "tree", "skip"));

TEST(GraphTasksTest, NeighborsSayMoreThanNodes) {
  EXPECT_GT(BestGuess(Read("grid"), "right"), 0.75);
  EXPECT_GT(BestGuess(Read("grid"), "down"), 0.75);
  EXPECT_GT(BestGuess(Read("tree"), "child"), 0.4);  // of six labels
  EXPECT_EQ(BestGuess(Read("skip"), "skip"), 1);
}

}  // namespace
}  // namespace sagitta
