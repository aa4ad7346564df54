// Trains to the optimum on four public tasks and compares with the values that other programs
// found.
//
// The data, the templates and the values are expected in ../shared next to the source tree. A test
// is skipped if they are missing.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

#include "base/temp_file.h"
#include "sagitta/tagger.h"
#include "sagitta/train.h"

namespace sagitta {
namespace {

namespace fs = std::filesystem;

struct Task {
  const char* train;
  const char* test;
  const char* template_file;  // empty if the data is attribute text already
  double all;                 // f* with all features
  double observed;            // f* with observed features and transitions
  double token_error;         // percent on the test file, all features
  std::optional<double> span_f1;
};

const Task kOcr = {
    "ocr.train.crfsuite.gz", "ocr.test.crfsuite.gz", "", 2.8903295271, 3.0500830857, 13.82, {}};
const Task kConll2000 = {"conll2000.train.tsv.gz",
                         "conll2000.test.tsv.gz",
                         "conll2000.template",
                         0.8622758129,
                         0.999362724,
                         3.95,
                         93.79};
const Task kConll2002 = {"conll2002-ned.train.tsv.gz",
                         "conll2002-ned.testb.tsv.gz",
                         "conll2002.pattern",
                         0.1709269075,
                         0.2058318927,
                         2.20,
                         {}};
const Task kEwt = {"ewt-pos.train.tsv.gz",
                   "ewt-pos.test.tsv.gz",
                   "ewt.pattern",
                   1.2070237066,
                   1.4138062971,
                   5.58,
                   {}};

class Optima : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(shared_ / "reference" / "OPTIMA.md")) {
      GTEST_SKIP() << "the reference files are not at " << shared_;
    }
  }

  std::string DataFile(const char* name) const { return (shared_ / "data" / name).string(); }

  ReadOptions Options(const Task& task) const {
    ReadOptions options;
    if (*task.template_file == '\0') return options;
    options.template_name = (shared_ / "templates" / task.template_file).string();
    options.template_text = ReadTemplateFile(options.template_name);
    return options;
  }

  /// Trains until the certificate proves the objective to 1e-8, and compares with f*.
  Model CheckOptimum(const Corpus& corpus, FeatureSet features, double expected) {
    TrainSettings settings;
    settings.precision = Precision::kDouble;
    settings.features = features;
    settings.transitions = features;
    settings.passes = 400;
    settings.tolerance = 2e-8;
    settings.threads = 1;  // another test uses the other core
    const TrainResult result = Train(corpus, nullptr, settings);
    const Certificate& certificate = result.summary.certificate;
    std::cout.precision(12);
    std::cout << (features == FeatureSet::kAll ? "all:      " : "observed: ") << "objective "
              << certificate.objective << ", expected " << expected << ", relative difference "
              << certificate.objective / expected - 1 << ", proven to "
              << certificate.bound / expected << ", " << result.summary.last.pass << " passes, "
              << result.summary.total_seconds << " s (" << StopText(result.summary.stop_reason)
              << ")\n";
    EXPECT_LE(certificate.bound, 1e-8 * expected);
    EXPECT_NEAR(certificate.objective, expected, 1e-7 * expected);
    return result.model;
  }

  void CheckTask(const Task& task) {
    const Corpus corpus = Corpus::Read({DataFile(task.train)}, Options(task));
    CheckOptimum(corpus, FeatureSet::kObserved, task.observed);
    const Model model = CheckOptimum(corpus, FeatureSet::kAll, task.all);
    const Evaluation evaluation = Evaluate(model, DataFile(task.test));
    const double error = 100 * (1 - evaluation.TokenAccuracy());
    std::cout.precision(4);
    std::cout << "token error " << error << " %, expected " << task.token_error << " %\n";
    EXPECT_NEAR(error, task.token_error, 0.05);
    if (!task.span_f1) return;
    const double f1 = 100 * evaluation.all_spans.F1();
    std::cout << "span F1 " << f1 << ", expected " << *task.span_f1 << "\n";
    EXPECT_NEAR(f1, *task.span_f1, 0.05);
  }

  const fs::path shared_ = fs::path(SAGITTA_SOURCE_DIR) / ".." / "shared";
};

/// A field of one number in a checkpoint (docs/checkpoint_file.md).
std::uint64_t CheckpointField(const fs::path& file, const std::string& name) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  const std::size_t at = bytes.find(name + "u8");
  std::uint64_t value = 0;
  if (at == std::string::npos) return value;
  std::memcpy(&value, bytes.data() + at + name.size() + 2 + sizeof value, sizeof value);
  return value;
}

// SAG's batches end before they repeat an example and cannot be too large. SAGA's can: without the
// guard this training swings for ever. How many passes the swings take to end depends on the last
// bits, so on the instruction set: here there is room for all of them.
TEST_F(Optima, TheGuardEndsTooLargeBatchesOnOcr) {
  const Corpus corpus = Corpus::Read({DataFile(kOcr.train)}, Options(kOcr));
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  settings.tolerance = 0;
  settings.passes = 70;
  const TempFile checkpoint("");
  settings.checkpoint.file = checkpoint.path();
  settings.checkpoint.every = 70;
  const auto train = [&](const char* method, const char* ahead) {
    settings.method = method;
    settings.method_options = {{"ahead", ahead}};
    const double objective = Train(corpus, nullptr, settings).summary.certificate.objective;
    return objective / kOcr.all - 1;
  };
  EXPECT_LE(train("saga-nus-secant", "4096"), 1e-2);
  EXPECT_LT(CheckpointField(settings.checkpoint.file, "optimizer.size.limit"), 100u);
  settings.passes = 60;
  EXPECT_LE(train("sag-nus-secant", "4096"), 1e-2);
}

TEST_F(Optima, Ocr) { CheckTask(kOcr); }
TEST_F(Optima, Conll2000) { CheckTask(kConll2000); }
TEST_F(Optima, Conll2002) { CheckTask(kConll2002); }
TEST_F(Optima, Ewt) { CheckTask(kEwt); }

}  // namespace
}  // namespace sagitta
