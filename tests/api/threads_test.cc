// Several trainings and taggers share a corpus and a model at the same time: results do not change.
#include <gtest/gtest.h>

#include <thread>

#include "api/training.h"

namespace sagitta {
namespace {

TEST(Threads, TrainOnOneCorpus) {
  const TempFile file(SynthText("chunk", 40, 1));
  const Corpus corpus = Corpus::Read({file.path()}, {});
  const char* const methods[] = {"sag", "sag-nus", "sag-nus-secant", "lbfgs"};
  const auto train = [&](const char* method) {
    TrainSettings settings;
    settings.method = method;
    settings.passes = 6;
    return Train(corpus, nullptr, settings).model;
  };
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 4; ++k) {
    threads.emplace_back([&, k] { found[k] = SavedBytes(train(methods[k])); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(found[k], SavedBytes(train(methods[k])));
}

TEST(Threads, TagWithOneModelWhileAnotherTrains) {
  const TempFile file(SynthText("pos", 40, 1));
  const Corpus corpus = Corpus::Read({file.path()}, {});
  TrainSettings settings;
  settings.passes = 6;
  const Model model = Train(corpus, nullptr, settings).model;
  const std::string expected = Evaluate(model, file.path()).ToJson();
  std::vector<std::string> found(2);
  std::vector<std::thread> threads;
  for (std::string& report : found) {
    threads.emplace_back([&] { report = Evaluate(model, file.path()).ToJson(); });
  }
  EXPECT_EQ(SavedBytes(Train(corpus, nullptr, settings).model), SavedBytes(model));
  for (std::thread& thread : threads) thread.join();
  for (const std::string& report : found) EXPECT_EQ(report, expected);
}

}  // namespace
}  // namespace sagitta
