// Comparisons on graphs: the optimum, and methods that the engine cannot serve.
#include <gtest/gtest.h>

#include <filesystem>

#include "api/training.h"
#include "sagitta/compare.h"
#include "support/rings.h"

namespace sagitta {
namespace {

TEST(CompareGraphs, FindsTheOptimumAndSkipsWhatTheEngineCannotServe) {
  const Corpus corpus = Corpus::FromSequences(Rings(20, 1));
  const Corpus test = corpus.EncodeHeldOut(Rings(10, 2));
  for (const std::string engine : {"junction", "trw", "pseudo"}) {
    SCOPED_TRACE(engine);
    const std::string folder = TempPath("-graphs");
    CompareSettings settings;
    settings.directory = folder;
    settings.methods = {"sag-nus-star", "lbfgs", "sdca", "smd"};
    settings.training.passes = 10;
    settings.training.inference = engine;
    settings.training.lambda = 0.05;
    const Comparison comparison = Compare(corpus, &test, settings);
    EXPECT_TRUE(comparison.complete);
    EXPECT_TRUE(comparison.header.optimum.Agrees());
    TrainSettings alone = ToTheOptimum("lbfgs");
    alone.inference = engine;
    alone.lambda = 0.05;
    EXPECT_NEAR(comparison.header.optimum.Objective(),
                Train(corpus, nullptr, alone).summary.certificate.objective, 1e-8);
    EXPECT_EQ(comparison.skipped.size(), engine == "junction" ? 1u : 2u);
    for (const SkippedMethod& skipped : comparison.skipped) {
      EXPECT_NE(skipped.reason.find("inference " + engine), std::string::npos) << skipped.reason;
    }
    std::filesystem::remove_all(folder);
  }
}

}  // namespace
}  // namespace sagitta
