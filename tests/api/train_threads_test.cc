// Training on several threads: the model and the records of one thread, whole or in pieces. And
// with every number of iterations that are looked ahead.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "api/training.h"
#include "base/temp_file.h"

namespace sagitta {
namespace {

/// Everything that an observer is told, except for times.
class Records : public TrainObserver {
 public:
  void OnPass(const PassRecord& record) override {
    passes.push_back({record.pass, record.objective.value_or(-1), record.objective_estimate,
                      record.gradient_inf, record.step, record.dev_score.value_or(-1),
                      record.exact_gradient_inf.value_or(-1),
                      static_cast<double>(record.evaluations)});
  }
  void OnEnd(const TrainSummary& summary) override {
    passes.push_back({summary.certificate.objective, summary.certificate.gradient_inf,
                      summary.certificate.gradient_l2, summary.certificate.bound});
  }

  std::vector<std::vector<double>> passes;
};

class ThreadTrainingTest : public testing::TestWithParam<const char*> {
 protected:
  ThreadTrainingTest() {
    settings_.method = GetParam();
    settings_.passes = 3;
    settings_.trace_objective = true;
  }

  std::string Model(std::uint32_t threads, Records* records = nullptr) {
    settings_.threads = threads;
    return SavedBytes(Train(corpus_, &dev_, settings_, records).model);
  }

  /// The default method with all of them; a few prove as much of the others.
  std::vector<std::uint32_t> Threads() const {
    if (settings_.method == "sag-nus-secant") return {2, 3, 8, 17};
    return {3};
  }

  const TempFile file_{SynthText("chunk", 80, 1)};
  const TempFile dev_file_{SynthText("chunk", 20, 2)};
  Corpus corpus_ = Corpus::Read({file_.path()}, {});
  Corpus dev_ = corpus_.ReadHeldOut({dev_file_.path()});
  TrainSettings settings_;
};
INSTANTIATE_TEST_SUITE_P(Methods, ThreadTrainingTest,
                         testing::Values("sag-nus-secant", "sag-nus-star", "saga", "lbfgs", "sdca",
                                         "svrg", "emgd"),
                         [](const auto& named) {
                           std::string name = named.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST_P(ThreadTrainingTest, GivesTheModelAndTheRecordsOfOneThread) {
  Records alone;
  const std::string model = Model(1, &alone);
  for (const std::uint32_t threads : Threads()) {
    SCOPED_TRACE(threads);
    Records records;
    EXPECT_TRUE(Model(threads, &records) == model);
    EXPECT_EQ(records.passes, alone.passes);
  }
}

TEST_P(ThreadTrainingTest, ContinuesWithAnotherNumberOfThreads) {
  const std::string whole = Model(2);
  const TempFile checkpoint("");
  settings_.checkpoint.file = checkpoint.path();
  std::string model;
  const std::uint32_t threads[] = {3, 1, 8};
  for (std::uint32_t part = 0; part < 3; ++part) {
    settings_.passes = part + 1;
    settings_.checkpoint.resume = part > 0 ? checkpoint.path() : "";
    model = Model(threads[part]);
  }
  EXPECT_TRUE(model == whole);
}

// A batch ends before it repeats an example, and the guard watches: no number is too large.
TEST(AheadTraining, ConvergesWithAnyNumber) {
  const TempFile file(SynthText("ocr", 600, 1));
  const Corpus corpus = Corpus::Read({file.path()}, {});
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  settings.passes = 45;
  settings.tolerance = 0;
  const auto objective = [&](const char* ahead) {
    settings.method_options = {{"ahead", ahead}};
    return Train(corpus, nullptr, settings).summary.certificate.objective;
  };
  const double published = objective("1");
  EXPECT_NEAR(objective("auto"), published, 1e-3 * published);
  EXPECT_NEAR(objective("4096"), published, 1e-3 * published);
}

}  // namespace
}  // namespace sagitta
