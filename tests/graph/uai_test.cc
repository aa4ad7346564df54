// UAI files: their numbers, and what toulbar2 makes of them.
#include "graph/uai.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "graph/graph_checks.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

std::string Output(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof(buffer), pipe)) {
    text.append(buffer, count);
  }
  pclose(pipe);
  return text;
}

// The first number that the pattern finds; NaN: none.
double FindNumber(const std::string& text, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? std::stod(match[1]) : NAN;
}

TEST(UaiTest, HoldsTheScores) {
  OwnedGraph graph{2, 3, 1, {{1, 0, 0}}, {0, 2, 5}, {0, 2, 0, 1, 2}};
  std::mt19937_64 rng(1);
  auto scores = RandomScores<double>(graph, 1, 0, 0, rng);
  scores.node[0] = 0;
  scores.node[2] = -std::log(2.0);  // labels 0 and 2 of node 0
  std::string text;
  AppendUai(graph.Shape(), scores.View(), text);
  EXPECT_TRUE(text.starts_with("MARKOV\n2\n2 3\n3\n1 0\n1 1\n2 1 0\n\n2\n 1 0.5\n\n3\n")) << text;
  for (std::uint32_t k = 0; k < 3; ++k) {
    scores.node[scores.stride + k] = -INFINITY;
  }
  EXPECT_THROW(AppendUai(graph.Shape(), scores.View(), text), Error);
}

// Best score and log Z of random graphs, against enumeration by us and search by them. toulbar2
// prints three decimals.
TEST(UaiTest, Toulbar2Agrees) {
  if (std::system("command -v toulbar2 > /dev/null") != 0) {
    GTEST_SKIP() << "toulbar2 is not installed";
  }
  const auto directory = std::filesystem::temp_directory_path() /
                         ("sagitta_uai_" + std::to_string(std::random_device()()));
  std::filesystem::create_directory(directory);
  const std::string path = (directory / "graph.uai").string();
  std::mt19937_64 rng(4);
  for (int n = 0; n < 12; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.most_nodes = 10, .density = 0.3}, rng);
    const auto scores = RandomScores<double>(graph, 2, n % 2, 0, rng);
    std::string text;
    const double subtracted = AppendUai(graph.Shape(), scores.View(), text);
    std::ofstream(path) << text;
    const auto plan = MakePlan(Inference::kJunction, graph.Shape(), {});
    std::vector<LabelId> labels(graph.nodes);
    const double best =
        MakeDecoder(Inference::kJunction, {})->Decode(*plan, scores.View(), labels.data());
    const double log_z =
        MakeEngine<double>(Inference::kJunction, {})->Value(*plan, scores.View(), nullptr).value;
    const std::string in = "cd " + directory.string() + " && toulbar2 graph.uai ";
    const double energy = FindNumber(Output(in), "Optimum: .* energy: ([-0-9.e+]+)");
    EXPECT_NEAR(-energy + subtracted, best, 2e-3);
    const double theirs = FindNumber(Output(in + "-logz"), "<= Log\\(Z\\) <= ([-0-9.e+]+)");
    EXPECT_NEAR(theirs + subtracted, log_z, 2e-3);
  }
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace sagitta
