// Texts of graphs with mistakes and strange values: what can be read is trained on with each
// engine, tagged and exported, and nothing but an Error comes of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <string>

#include "api/training.h"

namespace sagitta {
namespace {

/// Lines in any order, most of them right, some next to right or wrong.
std::string RandomGraphText(std::mt19937_64& rng) {
  const auto pick = [&rng](auto& list) { return std::string(list[rng() % std::size(list)]); };
  const auto rarely = [&rng] { return rng() % 100 == 0; };
  constexpr const char* kLabels[] = {"A", "B", "C", "A", "B"};
  constexpr const char* kValues[] = {"", "", ":0.5", ":-2", ":0"};
  constexpr const char* kStrange[] = {":1e30", ":1e-30", ":x", ":-1e300", ":", ":nan"};
  constexpr const char* kTypes[] = {"", ":t", ":u", ":t"};
  const auto value = [&] { return rarely() ? pick(kStrange) : pick(kValues); };
  std::string text;
  for (std::uint64_t graph = 2 + rng() % 4; graph > 0; --graph) {
    const std::uint64_t nodes = 1 + rng() % 6;
    const auto node = [&] {
      return std::to_string(rarely() ? rng() % 9 : std::uint64_t{1} + rng() % nodes);
    };
    for (std::uint64_t v = 0; v < nodes; ++v) {
      text += pick(kLabels) + "\ta" + std::to_string(rng() % 4) + value() + "\n";
    }
    std::set<std::string> joined;
    for (std::uint64_t edge = rng() % (2 * nodes); edge > 0; --edge) {
      const std::string from = node(), to = node(), type = pick(kTypes);
      const bool twice =
          !joined.insert(type + std::min(from, to) + "-" + std::max(from, to)).second;
      if ((from == to || twice) && !rarely()) continue;
      text += "@edge" + type + "\t" + from + "\t" + to;
      if (rng() % 3 == 0) text += "\te" + value();
      text += "\n";
    }
    if (rng() % 4 == 0) text += "@given\t" + node() + "\n";
    if (rng() % 10 == 0) text += "@labels\t" + node() + "\tA\tB" + (rarely() ? "\n" : "\tC\n");
    if (rng() % 5 == 0) text += "@graph\n";
    if (rarely()) text.insert(rng() % text.size(), 1, static_cast<char>(rng()));
    text += "\n";
  }
  return text;
}

TEST(HostileGraphs, TrainTagAndExportOrAreRefused) {
  constexpr const char* kEngines[] = {"auto", "tree", "junction", "trw", "pseudo", "loopy"};
  constexpr const char* kMethods[] = {"auto", "lbfgs", "smd", "oeg", "adagrad", "saga-nus-star"};
  std::mt19937_64 rng(7);
  int trained = 0;
  for (int n = 0; n < 150; ++n) {
    SCOPED_TRACE(n);
    const TempFile file(RandomGraphText(rng));
    TrainSettings settings;
    settings.inference = kEngines[rng() % 6];
    settings.method = kMethods[rng() % 6];
    if (settings.method == "smd" || settings.method == "adagrad") {
      settings.method_options["eta"] = "0.01";
    }
    settings.passes = 2;
    settings.threads = 1;
    try {
      const Corpus corpus = Corpus::Read({file.path()}, {});
      const TrainResult result = Train(corpus, &corpus, settings);
      ++trained;
      Tagger tagger(result.model);
      std::string uai;
      for (const Sequence& graph : ReadAll(file.path())) {
        EXPECT_EQ(tagger.Tag(graph).size(), graph.size());
        EXPECT_EQ(tagger.Marginals().size(), graph.size() * result.model.labels().size());
        tagger.PairMarginals();
        if (tagger.Exact()) EXPECT_FALSE(tagger.NBest(3).empty());
        tagger.AppendUai(graph, uai);
      }
    } catch (const Error& error) {
      EXPECT_NE(error.kind(), ErrorKind::kSystem) << error.what();
    }
  }
  EXPECT_GT(trained, 20);
}

}  // namespace
}  // namespace sagitta
