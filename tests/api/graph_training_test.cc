// What training offers for chains, on graphs with each engine: methods that agree, L1 terms,
// weights of examples, continuing, paths and cross-validation, threads; and what engines refuse.
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "api/training.h"
#include "support/rings.h"

namespace sagitta {
namespace {

Corpus RingCorpus(std::size_t count, std::uint64_t seed) {
  return Corpus::FromSequences(Rings(count, seed));
}

TrainSettings With(const std::string& engine, const std::string& method = "sag-nus-star") {
  TrainSettings settings = ToTheOptimum(method);
  settings.inference = engine;
  settings.lambda = 0.05;
  settings.tolerance = 1e-9;
  settings.passes = 600;
  settings.threads = 1;
  return settings;
}

double ObjectiveAfter(const Corpus& corpus, const TrainSettings& settings) {
  return Train(corpus, nullptr, settings).summary.certificate.objective;
}

std::string UsageErrorOf(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

class GraphTraining : public testing::TestWithParam<std::string> {
 protected:
  Corpus corpus_ = RingCorpus(20, 1);
};

TEST_P(GraphTraining, MethodsAgree) {
  const double best = ObjectiveAfter(corpus_, With(GetParam(), "lbfgs"));
  for (const char* method : {"sag-nus-star", "sag-nus-secant", "saga-nus-star", "svrg", "hybrid"}) {
    EXPECT_NEAR(ObjectiveAfter(corpus_, With(GetParam(), method)), best, 1e-8) << method;
  }
}

TEST_P(GraphTraining, MethodsAgreeOnSparseModels) {
  std::optional<double> objective, weights;
  for (const char* method : {"owlqn", "sag-nus-star", "auto"}) {
    TrainSettings settings = With(GetParam(), method);
    settings.lambda1 = 0.02;
    const TrainResult result = Train(corpus_, nullptr, settings);
    const double found = result.summary.certificate.objective;
    const auto count = static_cast<double>(result.model.weight_count());
    EXPECT_NEAR(found, objective.value_or(found), 1e-8) << method;
    EXPECT_EQ(count, weights.value_or(count)) << method;
    objective = found;
    weights = count;
  }
  EXPECT_LT(*weights,
            static_cast<double>(Train(corpus_, nullptr, With(GetParam())).model.weight_count()));
}

// A weight of 3 is three copies.
TEST_P(GraphTraining, WeightsAreCopies) {
  std::vector<Sequence> weighted = Rings(12, 3), copies = weighted;
  for (std::size_t i = 0; i < 4; ++i) {
    weighted[i].set_weight(3);
    copies.insert(copies.end(), 2, copies[i]);
  }
  TrainSettings settings = With(GetParam());
  const double one = ObjectiveAfter(Corpus::FromSequences(weighted), settings) * 12;
  settings.lambda = *settings.lambda * 12 / 20;
  EXPECT_NEAR(ObjectiveAfter(Corpus::FromSequences(copies), settings) * 20, one, 2e-7);
}

// Going on from the optimum changes nothing; from other data it ends at the same optimum.
TEST_P(GraphTraining, GoesOnFromAModel) {
  const TrainResult best = Train(corpus_, nullptr, With(GetParam()));
  TrainSettings none = With(GetParam());
  none.passes = 0;
  EXPECT_NEAR(Train(corpus_, nullptr, none, nullptr, &best.model).summary.certificate.objective,
              best.summary.certificate.objective, 1e-12);
  TrainSettings all = With(GetParam());
  all.features = FeatureSet::kAll;  // those of the other data as well
  const TrainResult other = Train(RingCorpus(15, 8), nullptr, all);
  EXPECT_NEAR(Train(corpus_, nullptr, all, nullptr, &other.model).summary.certificate.objective,
              ObjectiveAfter(corpus_, all), 1e-8);
  TrainSettings change = all;
  change.penalty = Penalty::kChange;
  change.lambda = 1e6;
  const TrainResult kept = Train(corpus_, nullptr, change, nullptr, &other.model);
  Tagger one(kept.model), two(other.model);
  for (const Sequence& ring : Rings(5, 9)) {
    one.Tag(ring), two.Tag(ring);
    EXPECT_NEAR(one.LogPartition(), two.LogPartition(), 1e-4);
  }
}

TEST_P(GraphTraining, PathsComeToTheSameOptima) {
  const Corpus dev = corpus_.EncodeHeldOut(Rings(10, 2));
  TrainSettings settings = With(GetParam());
  settings.lambda.reset();
  settings.lambda_path = LambdaPath{0.5, 0.02, 3};
  const TrainResult path = Train(corpus_, &dev, settings);
  ASSERT_EQ(path.summary.path.size(), 3u);
  TrainSettings alone = With(GetParam());
  alone.lambda = path.summary.lambda;
  EXPECT_NEAR(path.summary.certificate.objective, ObjectiveAfter(corpus_, alone), 1e-8);
  settings.cv = 3;
  const TrainResult folds = Train(corpus_, nullptr, settings);
  EXPECT_EQ(folds.summary.cross_validation.folds, 3u);
  alone.lambda = folds.summary.lambda;
  EXPECT_NEAR(folds.summary.certificate.objective, ObjectiveAfter(corpus_, alone), 1e-8);
}

TEST_P(GraphTraining, ThreadsGiveTheSameBytes) {
  for (const char* method : {"sag-nus-secant", "lbfgs"}) {
    TrainSettings settings = With(GetParam(), method);
    settings.passes = 8;
    const std::string one = Train(corpus_, nullptr, settings).model.ToBytes();
    for (const std::uint32_t threads : {2u, 5u}) {
      settings.threads = threads;
      EXPECT_EQ(one, Train(corpus_, nullptr, settings).model.ToBytes()) << method;
    }
  }
}

TEST_P(GraphTraining, GoesOnFromACheckpointToTheSameBytes) {
  const TempFile state("");
  TrainSettings settings = With(GetParam(), "sag-nus-secant");
  settings.passes = 9;
  const std::string whole = Train(corpus_, nullptr, settings).model.ToBytes();
  settings.passes = 4;
  settings.checkpoint.file = state.path();
  Train(corpus_, nullptr, settings);
  settings.passes = 9;
  settings.checkpoint = {};
  settings.checkpoint.resume = state.path();
  EXPECT_EQ(whole, Train(corpus_, nullptr, settings).model.ToBytes());
  settings.inference = GetParam() == "trw" ? "pseudo" : "trw";
  EXPECT_NE(UsageErrorOf([&] { Train(corpus_, nullptr, settings); }).find("inference"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(, GraphTraining, testing::Values("junction", "trw", "pseudo"),
                         [](const auto& test) { return test.param; });

// ---- What engines refuse ----

TEST(GraphRefusals, NameTheMethodTheEngineAndTheReason) {
  const Corpus corpus = RingCorpus(5, 1);
  const auto refused = [&](const std::string& engine, const std::string& method) {
    return UsageErrorOf([&] { Train(corpus, nullptr, With(engine, method)); });
  };
  for (const char* engine : {"junction", "trw", "pseudo", "loopy"}) {
    for (const char* method : {"sdca", "oeg"}) {
      EXPECT_EQ(refused(engine, method),
                std::string("method ") + method + " cannot be used with inference " + engine +
                    ": its dual needs the entropy as a sum over nodes and edges, which only tree "
                    "offers");
    }
  }
  for (const char* engine : {"trw", "pseudo", "loopy"}) {
    EXPECT_EQ(refused(engine, "smd"),
              std::string("method smd cannot be used with inference ") + engine +
                  ": it needs products with the Hessian, which this engine does not offer");
  }
  for (const MethodInfo& method : Methods()) {
    if (method.family == "stochastic" || method.family == "dual") continue;
    const std::string in_use = MethodInUse(With("loopy", method.name));
    EXPECT_NE(refused("loopy", method.name)
                  .find("method " + in_use +
                        " cannot be used with inference loopy: its line search or stopping rule"),
              std::string::npos)
        << method.name;
  }
  EXPECT_NE(refused("tree", "lbfgs").find("cycle"), std::string::npos);
}

// Without a line search loopy belief propagation trains, and comes near.
TEST(GraphRefusals, LoopyTrainsWithStochasticMethods) {
  const Corpus corpus = RingCorpus(20, 1);
  const Corpus dev = corpus.EncodeHeldOut(Rings(20, 2));
  const TrainResult exact = Train(corpus, &dev, With("junction"));
  for (const char* method : {"sg", "asg", "adagrad", "pegasos", "sg-nus"}) {
    TrainSettings settings = With("loopy", method);
    settings.passes = 30;
    settings.method_options["eta"] = method == std::string("pegasos") ? "1" : "0.05";
    const TrainResult loopy = Train(corpus, &dev, settings);
    EXPECT_EQ(loopy.model.settings().at("inference"), "loopy");
    EXPECT_GE(*loopy.summary.best_dev_score, *exact.summary.best_dev_score - 0.05) << method;
  }
}

}  // namespace
}  // namespace sagitta
