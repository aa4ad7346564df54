// What Train reports to its observer besides passes, and what an observer may do.
#include <gtest/gtest.h>

#include <numeric>

#include "api/training.h"

namespace sagitta {
namespace {

class ObserverTest : public testing::Test {
 protected:
  ObserverTest() : file_(SynthText("chunk", 40, 1)), train_(Corpus::Read({file_.path()}, {})) {
    settings_.passes = 6;
    settings_.tolerance = 0;
  }

  TempFile file_;
  Corpus train_;
  TrainSettings settings_;
};

struct Keeper final : TrainObserver {
  void OnDevEvaluation(const Evaluation& found) override { evaluations.push_back(found); }
  void OnPass(const PassRecord& record) override {
    EXPECT_EQ(evaluations.size(), record.dev_score ? passes.size() + 1 : 0) << "scores come first";
    passes.push_back(record);
  }
  void OnSampling(const SamplingReport& report) override { sampling.push_back(report); }
  std::vector<Evaluation> evaluations;
  std::vector<PassRecord> passes;
  std::vector<SamplingReport> sampling;
};

TEST_F(ObserverTest, HearsOfEveryEvaluation) {
  const TempFile dev_file(SynthText("chunk", 20, 2));
  const Corpus dev = train_.ReadHeldOut({dev_file.path()});
  Keeper keeper;
  Train(train_, &dev, settings_, &keeper);
  ASSERT_EQ(keeper.evaluations.size(), keeper.passes.size());
  for (std::size_t k = 0; k < keeper.passes.size(); ++k) {
    EXPECT_EQ(keeper.evaluations[k].Score(), keeper.passes[k].dev_score);
    EXPECT_EQ(keeper.evaluations[k].tokens, dev.Size().tokens);
  }
}

TEST_F(ObserverTest, HearsHowExamplesWereSampled) {
  for (const std::string method : {"sg", "sag", "sag-nus", "sag-nus-star", "saga-nus", "sg-nus"}) {
    settings_.method = method;
    Keeper keeper;
    Train(train_, nullptr, settings_, &keeper);
    ASSERT_EQ(keeper.sampling.size(), 1u) << method;
    const auto& [visits, lipschitz] = keeper.sampling[0];
    ASSERT_EQ(visits.size(), 40u);
    const std::uint64_t sum = std::accumulate(visits.begin(), visits.end(), std::uint64_t{0});
    const std::uint64_t evaluations = keeper.passes.back().evaluations;
    if (method == "sg") {
      EXPECT_EQ(sum, evaluations) << "a visit is an evaluation";
    } else {
      EXPECT_LT(sum, evaluations) << method << " also searches";
    }
    const bool constants = method.find("nus") != std::string::npos;
    ASSERT_EQ(lipschitz.size(), constants ? 40u : 0u) << method;
    for (std::size_t i = 0; i < lipschitz.size(); ++i) {
      EXPECT_EQ(lipschitz[i] > 0, visits[i] > 0) << method << " " << i;
    }
  }
  settings_.method = "lbfgs";
  Keeper keeper;
  Train(train_, nullptr, settings_, &keeper);
  EXPECT_TRUE(keeper.sampling.empty());
}

TEST_F(ObserverTest, EndsTrainingByThrowing) {
  struct Enough {};
  struct Thrower final : TrainObserver {
    void OnPass(const PassRecord& record) override {
      if (++passes == 2) throw Enough{};
      EXPECT_LT(record.pass, 2);
    }
    int passes = 0;
  } thrower;
  EXPECT_THROW(Train(train_, nullptr, settings_, &thrower), Enough);
  EXPECT_EQ(thrower.passes, 2);
}

TEST_F(ObserverTest, TracesTheObjectiveInDouble) {
  settings_.trace_objective = true;
  settings_.merge_twins = false;
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    settings_.precision = precision;
    Keeper keeper;
    const TrainResult result = Train(train_, nullptr, settings_, &keeper);
    const double objective = result.summary.certificate.objective;
    EXPECT_NEAR(*keeper.passes.back().objective, objective, 1e-12 * objective);
  }
}

// Steps that are provably short, and so slow that the gradient hardly falls in many passes.
TEST_F(ObserverTest, TakesSlowProgressForNoFloor) {
  settings_.passes = 400;
  settings_.tolerance = 0;
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    settings_.precision = precision;
    for (const char* method : {"saga-any", "saga-two-sample"}) {
      settings_.method = method;
      settings_.lambda = 1e-3;
      const TrainSummary summary = Train(train_, nullptr, settings_).summary;
      EXPECT_EQ(summary.stop_reason, StopReason::kPasses) << method;
    }
  }
}

TEST_F(ObserverTest, TrainsOnAtTheFloorWhenAsked) {
  settings_.passes = 300;
  const TrainSummary stopped = Train(train_, nullptr, settings_).summary;
  EXPECT_EQ(stopped.stop_reason, StopReason::kFloor);
  settings_.stop_at_floor = false;
  const TrainSummary whole = Train(train_, nullptr, settings_).summary;
  EXPECT_EQ(whole.stop_reason, StopReason::kPasses);
  EXPECT_GE(whole.last.pass, 300);
}

}  // namespace
}  // namespace sagitta
