// Measures inference on graphs: microseconds per graph and nanoseconds per node for the value with
// all marginals, by engine; a chain given as a graph against the engine of chains; and how the time
// grows with nodes, edges and labels.
//
//   graph_engines [ROUNDS]          (default 9)
//
// Medians of the CPU time of rounds; both sides of a comparison alternate.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/forward_backward.h"
#include "graph/engine.h"

namespace sagitta {
namespace {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The CPU time of this thread, which other programs hardly affect.
double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of one call, from as many as take 10 ms.
template <class Work>
double SecondsOf(const Work& work) {
  const double start = CpuSeconds();
  int calls = 0;
  do {
    work();
    ++calls;
  } while (CpuSeconds() < start + 0.01);
  return (CpuSeconds() - start) / calls;
}

struct Problem {
  std::uint32_t nodes, labels;
  std::vector<Edge> edges;
  AlignedBuffer<float> node, type, marginals, sums;
  std::vector<LabelId> observed;

  Problem(std::uint32_t v, std::uint32_t k, std::vector<Edge> e, double strength)
      : nodes(v),
        labels(k),
        edges(std::move(e)),
        node(v * k),
        type(2 * k * k),
        marginals(v * k),
        sums(2 * k * k),
        observed(v) {
    std::mt19937_64 rng(1);
    std::normal_distribution<float> draw;
    for (float& x : node.span()) x = draw(rng);
    for (float& x : type.span()) x = static_cast<float>(strength) * draw(rng);
    for (LabelId& y : observed) y = static_cast<LabelId>(rng() % k);
  }
  GraphShape Shape() const { return {nodes, labels, 2, edges, {}, {}}; }
  GraphScoresOf<float> Scores() const { return {labels, node.data(), type.data(), nullptr}; }
  GraphMarginalsOf<float> Marginals() { return {marginals.data(), sums.data(), nullptr}; }
};

std::vector<Edge> ChainEdges(std::uint32_t length) {
  std::vector<Edge> edges;
  for (std::uint32_t t = 1; t < length; ++t) edges.push_back({t - 1, t, 0});
  return edges;
}

std::vector<Edge> GridEdges(std::uint32_t rows, std::uint32_t columns) {
  std::vector<Edge> edges;
  for (std::uint32_t v = 0; v < rows * columns; ++v) {
    if (v % columns + 1 < columns) edges.push_back({v, v + 1, 0});
    if (v + columns < rows * columns) edges.push_back({v, v + columns, 1});
  }
  return edges;
}

/// A random tree, and edges between random nodes until there are as many as asked for.
std::vector<Edge> RandomEdges(std::uint32_t nodes, std::size_t count) {
  std::mt19937_64 rng(2);
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined;
  std::vector<Edge> edges;
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    if (from == to || !joined.insert({std::min(from, to), std::max(from, to)}).second) return;
    edges.push_back({from, to, static_cast<std::uint32_t>(rng() % 2)});
  };
  for (std::uint32_t v = 1; v < nodes; ++v) add(static_cast<std::uint32_t>(rng() % v), v);
  while (edges.size() < count) {
    add(static_cast<std::uint32_t>(rng() % nodes), static_cast<std::uint32_t>(rng() % nodes));
  }
  return edges;
}

void CompareWithChain(std::uint32_t length, std::uint32_t labels, int rounds) {
  Problem problem(length, labels, ChainEdges(length), 1);
  const auto plan = MakePlan(Inference::kTree, problem.Shape(), {});
  const auto engine = MakeEngine<float>(Inference::kTree, {});
  ForwardBackward<float> forward_backward;
  const ChainScoresOf<float> chain{length, labels, labels, problem.node.data(), problem.type.data(),
                                   nullptr};
  std::vector<double> as_chain, as_graph;
  for (int n = 0; n < rounds; ++n) {
    as_chain.push_back(SecondsOf([&] {
      forward_backward.Marginals(chain, {problem.marginals.data(), problem.sums.data(), nullptr});
    }));
    as_graph.push_back(
        SecondsOf([&] { engine->Infer(*plan, problem.Scores(), nullptr, problem.Marginals()); }));
  }
  const double chain_time = Median(as_chain), graph_time = Median(as_graph);
  std::printf("chain of %3u tokens, %3u labels: chain %8.2f us, as a graph %8.2f us, ratio %.2f\n",
              length, labels, chain_time * 1e6, graph_time * 1e6, graph_time / chain_time);
}

void Measure(Inference inference, const char* what, Problem problem, int rounds) {
  const auto plan = MakePlan(inference, problem.Shape(), {});
  const auto engine = MakeEngine<float>(inference, {});
  std::vector<double> times;
  GraphValue value;
  for (int n = 0; n < rounds; ++n) {
    times.push_back(SecondsOf([&] {
      value = engine->Infer(*plan, problem.Scores(), problem.observed.data(), problem.Marginals());
    }));
  }
  const double time = Median(times);
  std::printf("%-8s %-22s %2u labels: %10.1f us, %8.0f ns per node, gap %.0e\n",
              std::string(NameOf(inference)).c_str(), what, problem.labels, time * 1e6,
              time * 1e9 / problem.nodes, value.gap);
}

int Run(int rounds) {
  for (const std::uint32_t labels : {3u, 9u, 22u, 49u}) {
    for (const std::uint32_t length : {8u, 25u, 200u}) CompareWithChain(length, labels, rounds);
  }
  for (const std::uint32_t nodes : {100u, 1000u, 10000u}) {
    const std::string what = "tree of " + std::to_string(nodes);
    Measure(Inference::kTree, what.c_str(), {nodes, 4, RandomEdges(nodes, 0), 1}, rounds);
  }
  for (const std::uint32_t labels : {8u, 16u, 32u, 64u}) {
    Measure(Inference::kTree, "tree of 100", {100, labels, RandomEdges(100, 0), 1}, rounds);
  }
  for (const std::uint32_t columns : {10u, 100u, 1000u}) {
    const std::string what = "grid 3 x " + std::to_string(columns);
    Measure(Inference::kJunction, what.c_str(), {3 * columns, 4, GridEdges(columns, 3), 1}, rounds);
  }
  for (const std::uint32_t labels : {2u, 8u, 16u}) {
    Measure(Inference::kJunction, "grid 3 x 10", {30, labels, GridEdges(10, 3), 1}, rounds);
  }
  for (const std::size_t edges : {100u, 200u, 400u, 800u}) {
    const std::string what = "100 nodes, " + std::to_string(edges) + " edges";
    for (const Inference inference : {Inference::kTrw, Inference::kLoopy, Inference::kPseudo}) {
      Measure(inference, what.c_str(), {100, 4, RandomEdges(100, edges), 0.3}, rounds);
    }
  }
  for (const std::uint32_t side : {4u, 5u}) {
    const std::string what = "grid " + std::to_string(side) + " x " + std::to_string(side);
    for (const Inference inference :
         {Inference::kJunction, Inference::kTrw, Inference::kLoopy, Inference::kPseudo}) {
      Measure(inference, what.c_str(), {side * side, 4, GridEdges(side, side), 1}, rounds);
    }
  }
  for (const std::uint32_t side : {10u, 20u, 40u}) {
    const std::string what = "grid " + std::to_string(side) + " x " + std::to_string(side);
    Measure(Inference::kTrw, what.c_str(), {side * side, 4, GridEdges(side, side), 1}, rounds);
    Measure(Inference::kPseudo, what.c_str(), {side * side, 4, GridEdges(side, side), 1}, rounds);
  }
  for (const std::uint32_t labels : {2u, 8u, 16u}) {
    for (const Inference inference : {Inference::kTrw, Inference::kLoopy, Inference::kPseudo}) {
      Measure(inference, "grid 10 x 10", {100, labels, GridEdges(10, 10), 1}, rounds);
    }
  }
  for (const double strength : {0.3, 1.0, 3.0}) {
    const std::string what = "grid 10 x 10, links " + std::to_string(strength).substr(0, 3);
    Measure(Inference::kTrw, what.c_str(), {100, 4, GridEdges(10, 10), strength}, rounds);
  }
  return 0;
}

}  // namespace
}  // namespace sagitta

int main(int argc, char** argv) { return sagitta::Run(argc > 1 ? std::atoi(argv[1]) : 9); }
