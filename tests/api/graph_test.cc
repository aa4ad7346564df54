// Graphs through the public interface: train, store, tag, score.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "api/training.h"
#include "sagitta/train_options.h"

namespace sagitta {
namespace {

/// Stars: the label of every leaf is that of its centre, seen at the centre only; edges of type
/// "not" turn it around.
std::vector<Sequence> Stars(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::vector<Sequence> stars;
  for (std::size_t i = 0; i < count; ++i) {
    Sequence star;
    const bool centre = rng() % 2 == 0;
    std::vector<bool> turned;
    for (std::size_t leaf = 0; leaf < 4; ++leaf) turned.push_back(rng() % 2 == 0);
    star.AddToken(centre ? "A" : "B");
    star.AddItem(centre ? "a" : "b");
    for (const bool turn : turned) {
      star.AddToken(centre != turn ? "A" : "B");
      star.AddItem("leaf");
    }
    for (std::size_t leaf = 0; leaf < 4; ++leaf) {
      star.AddEdge(turned[leaf] ? "not" : "same", 0, leaf + 1, {{"edge"}});
    }
    stars.push_back(star);
  }
  return stars;
}

TrainSettings Quiet() {
  TrainSettings settings;
  settings.precision = Precision::kDouble;
  settings.lambda = 1e-3;
  settings.tolerance = 1e-9;
  settings.passes = 300;
  settings.threads = 1;
  return settings;
}

TEST(GraphTest, TrainsTagsAndStores) {
  const Corpus corpus = Corpus::FromSequences(Stars(40, 1));
  EXPECT_EQ(corpus.Size().edge_types, (std::vector<std::string>{"not", "same"}));
  const TrainResult result = Train(corpus, nullptr, Quiet(), nullptr, nullptr);
  EXPECT_TRUE(result.summary.converged);
  EXPECT_EQ(result.model.settings().at("inference"), "tree");
  const std::vector<Sequence> test = Stars(30, 2);
  EXPECT_EQ(Evaluate(result.model, test).TokenAccuracy(), 1.0);
  const Model loaded = Model::FromBytes(result.model.ToBytes());
  Tagger one(result.model), other(loaded);
  for (const Sequence& star : test) {
    EXPECT_EQ(one.Tag(star), other.Tag(star));
    EXPECT_EQ(one.LogProbability(), other.LogProbability());
    EXPECT_TRUE(one.Exact());
  }
  EXPECT_THROW(result.model.ToBytes(ModelFormat::kCrfsuite), Error);
  EXPECT_THROW(result.model.ToBytes(ModelFormat::kWapiti), Error);
}

TEST(GraphTest, MarginalsAndNBestAreThoseOfEnumeration) {
  const TrainResult result =
      Train(Corpus::FromSequences(Stars(40, 1)), nullptr, Quiet(), nullptr, nullptr);
  Tagger tagger(result.model);
  const Sequence star = Stars(1, 9).front();
  const std::vector<std::string> labels = result.model.labels();
  const std::size_t nodes = star.size();
  std::vector<double> node(nodes * 2, 0), pair(4 * 4, 0);
  double best = 0, total = 0;
  for (std::size_t code = 0; code < (1u << nodes); ++code) {
    std::vector<std::string_view> y;
    for (std::size_t v = 0; v < nodes; ++v) y.push_back(labels[code >> v & 1]);
    const double p = std::exp(tagger.LogProbability(star, y));
    total += p;
    best = std::max(best, p);
    for (std::size_t v = 0; v < nodes; ++v) node[v * 2 + (code >> v & 1)] += p;
    for (std::size_t e = 0; e < 4; ++e) pair[e * 4 + (code & 1) * 2 + (code >> (e + 1) & 1)] += p;
  }
  EXPECT_NEAR(total, 1, 1e-12);
  tagger.Tag(star);
  EXPECT_NEAR(tagger.Probability(), best, 1e-12);
  const auto marginals = tagger.Marginals();
  for (std::size_t k = 0; k < node.size(); ++k) EXPECT_NEAR(marginals[k], node[k], 1e-12);
  const auto pairs = tagger.PairMarginals();
  ASSERT_EQ(pairs.size(), pair.size());
  for (std::size_t k = 0; k < pair.size(); ++k) EXPECT_NEAR(pairs[k], pair[k], 1e-12);
  const auto n_best = tagger.NBest(40);
  ASSERT_EQ(n_best.size(), 32u);
  double sum = 0;
  for (std::size_t k = 0; k < n_best.size(); ++k) {
    sum += std::exp(n_best[k].log_probability);
    if (k > 0) {
      EXPECT_LE(n_best[k].score, n_best[k - 1].score);
    }
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(GraphTest, SetsAndGivenLabelsRestrict) {
  const TrainResult result =
      Train(Corpus::FromSequences(Stars(40, 1)), nullptr, Quiet(), nullptr, nullptr);
  Tagger tagger(result.model);
  Sequence star = Stars(1, 9).front();
  const std::vector<std::string> free = tagger.Tag(star);
  const std::string other = free[1] == "A" ? "B" : "A";
  const std::string_view only[] = {other};
  star.SetLabels(1, only);
  Sequence unlabelled = star;
  EXPECT_THROW(tagger.Tag(unlabelled), Error) << "its own label is not in the set";
  const std::vector<std::string_view> given{"", other, "", "", ""};
  Sequence plain = Stars(1, 9).front();
  EXPECT_EQ(tagger.TagGiven(plain, given)[1], other);
  EXPECT_THROW(plain.SetLabels(7, only), Error);
  plain.SetGiven(0);
  EXPECT_EQ(tagger.Tag(plain)[0], plain.labels()[0]);
  EXPECT_EQ(Evaluate(result.model, {plain}).tokens, 4u) << "given labels are not scored";
}

TEST(GraphTest, ChainsTrainedAsGraphsGiveTheSameModel) {
  const TempFile file(SynthText("chunk", 40, 3));
  const Corpus corpus = Corpus::Read({file.path()}, {});
  TrainSettings settings = Quiet();
  settings.lambda = 1e-2;
  const TrainResult chains = Train(corpus, nullptr, settings, nullptr, nullptr);
  settings.inference = "tree";
  const TrainResult graphs = Train(corpus, nullptr, settings, nullptr, nullptr);
  EXPECT_NEAR(chains.summary.certificate.objective, graphs.summary.certificate.objective, 1e-10);
  Tagger one(chains.model), other(graphs.model);
  for (const Sequence& sequence : ReadAll(file.path())) {
    EXPECT_EQ(one.Tag(sequence), other.Tag(sequence));
    EXPECT_NEAR(one.LogProbability(), other.LogProbability(), 1e-5);
  }
  EXPECT_FALSE(chains.model.settings().contains("inference"));
}

TEST(GraphTest, MethodsAgree) {
  const Corpus corpus = Corpus::FromSequences(Stars(20, 4));
  TrainSettings settings = Quiet();
  settings.lambda = 0.05;
  settings.passes = 1000;
  std::optional<double> objective;
  for (const char* method : {"lbfgs", "sag-nus-star", "sag-nus-secant", "sdca", "oeg"}) {
    settings.method = method;
    const TrainResult result = Train(corpus, nullptr, settings, nullptr, nullptr);
    if (!objective) objective = result.summary.certificate.objective;
    EXPECT_NEAR(result.summary.certificate.objective, *objective, 1e-8) << method;
  }
}

TEST(GraphTest, ThreadsGiveTheSameBytes) {
  const Corpus corpus = Corpus::FromSequences(Stars(60, 5));
  TrainSettings settings = Quiet();
  settings.passes = 10;
  const std::string one = Train(corpus, nullptr, settings, nullptr, nullptr).model.ToBytes();
  settings.threads = 3;
  EXPECT_EQ(one, Train(corpus, nullptr, settings, nullptr, nullptr).model.ToBytes());
}

TEST(GraphTest, MistakesInGraphsAreRefused) {
  Sequence twice;
  twice.AddToken("A");
  twice.AddToken("B");
  twice.AddEdge("t", 0, 1);
  twice.AddEdge("t", 1, 0);
  EXPECT_THROW(Corpus::FromSequences({twice}), Error);
  Sequence wrong;
  wrong.AddToken("A");
  EXPECT_THROW(wrong.AddEdge("t", 0, 0), Error);
  EXPECT_THROW(wrong.AddEdge("t", 0, 1), Error);
  EXPECT_THROW(wrong.AddEdge("a\tb", 0, 0), Error);
  TrainSettings settings = Quiet();
  settings.constraints = ReadConstraintSettings("bio");
  EXPECT_THROW(Train(Corpus::FromSequences(Stars(5, 1)), nullptr, settings, nullptr, nullptr),
               Error);
}

}  // namespace
}  // namespace sagitta
