// sagitta-crfsuite learn: the log, the model, the effect of parameters and groups.
#include <cmath>

#include "compat/golden.h"
#include "compat/learn_log.h"

namespace sagitta::compat_testing {
namespace {

using cli_testing::Lines;

class CrfsuiteLearnTest : public GoldenTest {
 protected:
  std::string Learn(const std::string& options, const std::string& files = "$G/train.attr") const {
    return Printed("sagitta-crfsuite learn " + options + " " + files);
  }
};

/// A log without what differs from run to run or from tool to tool: first line, times, the name of
/// a file's folder, iterations after the first.
std::string Frame(const std::string& log) {
  std::string frame;
  bool skipping = false;
  for (const std::string& line : Lines(log.substr(log.find('\n')))) {
    if (line.starts_with("***** ")) skipping = !line.ends_with("#1 *****");
    if (line.starts_with("L-BFGS") || line.starts_with("SGD")) skipping = false;
    if (!skipping) frame += line + "\n";
  }
  static const std::regex folder("\\] .*/");
  return Shape(std::regex_replace(frame, folder, "] "));
}

// CRFsuite's objective has no scaling, so neither has ours; a warning names the attribute.
TEST_F(CrfsuiteLearnTest, WarnsOfLargeValues) {
  Write("large.txt", "A\tx\tyear:2020\nB\ty\tyear:-2030\n");
  const auto outcome = Run("sagitta-crfsuite learn -p max_iterations=2 large.txt");
  EXPECT_NE(outcome.err.find("sagitta-crfsuite: warning: 1 attribute with large values: year, at "
                             "most 2030; training may fail to converge; divide the values\n"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(Run("sagitta-crfsuite learn -p max_iterations=2 $G/train.attr").err.find("warning"),
            std::string::npos);
  const LearnLog log = ParseLearnLog(outcome.out);
  EXPECT_TRUE(log.odd.empty()) << log.odd.front();
}

TEST_F(CrfsuiteLearnTest, LogHasTheShapeOfTheOriginals) {
  const std::string log = Learn("-m model -a lbfgs -p c1=0.5 -p c2=0.02 -p max_iterations=7");
  EXPECT_EQ(Frame(log), Frame(Golden("crfsuite/learn.log")));
  const LearnLog parsed = ParseLearnLog(log);
  EXPECT_TRUE(parsed.odd.empty()) << parsed.odd.front();
  EXPECT_EQ(parsed.features, 89);
  EXPECT_LE(parsed.iterations.size(), 7u);
  EXPECT_EQ(parsed.iterations.back().values.size(), 7u);
  EXPECT_GE(parsed.training_seconds, 0);
  EXPECT_TRUE(parsed.storing);
}

TEST_F(CrfsuiteLearnTest, HoldoutLogHasTheShapeAndTheCountsOfTheOriginals) {
  const std::string log = Learn("-e 2 -p max_iterations=1", "$G/train.attr $G/test.attr");
  EXPECT_EQ(Frame(log), Frame(Golden("crfsuite/learn-holdout.log")));
  for (const char* line : {"Number of items: 74\n", "Number of attributes: 80\n",
                           "Number of labels: 4\n", "Number of features: 89\n"}) {
    EXPECT_TRUE(Contains(log, line)) << line;
    EXPECT_TRUE(Contains(Golden("crfsuite/learn-holdout.log"), line)) << line;
  }
  const LearnLog parsed = ParseLearnLog(log);
  EXPECT_TRUE(parsed.odd.empty()) << parsed.odd.front();
  EXPECT_EQ(parsed.iterations.back().labels.size(), 4u);
  EXPECT_TRUE(parsed.iterations.back().values.contains("Item"));
  EXPECT_FALSE(parsed.storing);
}

TEST_F(CrfsuiteLearnTest, L2sgdLogHasEpochs) {
  const std::string log = Learn("-a l2sgd -p max_iterations=2 -p calibration.candidates=2");
  const LearnLog parsed = ParseLearnLog(log);
  EXPECT_TRUE(parsed.odd.empty()) << parsed.odd.front();
  EXPECT_TRUE(Contains(log, "***** Epoch #1 *****\n"));
  EXPECT_EQ(parsed.iterations.back().values.size(), 5u);
  EXPECT_TRUE(Contains(log, "SGD terminated with the maximum number of iterations\nLoss: "));
}

TEST_F(CrfsuiteLearnTest, OnlineAlgorithmsAreAnsweredByACrfAndSaySo) {
  for (const std::string name : {"ap", "pa", "arow", "averaged-perceptron", "passive-aggressive"}) {
    const auto outcome =
        Outcome("sagitta-crfsuite learn -a " + name + " -p max_iterations=3 $G/train.attr");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(Contains(outcome.err, "a CRF with c2=1 is trained by sag-nus-secant instead"));
    const LearnLog parsed = ParseLearnLog(outcome.out);
    EXPECT_TRUE(parsed.odd.empty()) << parsed.odd.front();
    EXPECT_EQ(parsed.iterations.back().values.size(), 3u);
  }
}

// At the optimum all training labels are predicted correctly, so that the scores of `tag -p` are
// those of the training labels: Loss = sum of weight (log Z - score) + c2 |w|^2, the weights from
// the dump.
TEST_F(CrfsuiteLearnTest, LastLossIsTheObjectiveOfTheStoredModel) {
  const LearnLog log = ParseLearnLog(Learn("-m model -p c2=0.1"));
  const std::string tagged = Printed("sagitta-crfsuite tag -m model -r -p $G/train.attr");
  double loss = 0, squares = 0;
  std::vector<double> weights;
  for (const std::string& block :
       Lines(Printed("awk 'BEGIN { RS = \"\" } { w = 1; if (match($0, /@weight:[0-9.]+/))"
                     " w = substr($0, RSTART + 8, RLENGTH - 8); print w }' $G/train.attr"))) {
    weights.push_back(std::stod(block));
  }
  std::size_t sequence = 0;
  for (const std::string& line : Lines(tagged)) {
    std::istringstream fields(line);
    std::string first, second, third;
    fields >> first >> second >> third;
    if (first == "@score") {
      loss += weights.at(sequence++) * (std::stod(third) - std::stod(second));
    } else if (first != "@probability") {
      ASSERT_EQ(first, second) << "the data is not learnt by heart";
    }
  }
  EXPECT_EQ(sequence, weights.size());
  for (const std::string& line : Lines(Printed("sagitta-crfsuite dump model"))) {
    if (!Contains(line, " --> ")) continue;
    const double weight = std::stod(line.substr(line.rfind(' ')));
    squares += weight * weight;
  }
  EXPECT_NEAR(log.Last("Loss"), loss + 0.1 * squares, 1e-4);
  EXPECT_NEAR(log.Last("Feature norm"), std::sqrt(squares), 1e-4);
}

// What the original reached on the same data: 16.583568 after seven iterations (learn.log).
TEST_F(CrfsuiteLearnTest, ReachesALowerLossThanTheOriginalHad) {
  const LearnLog log = ParseLearnLog(Learn("-p c1=0.5 -p c2=0.02"));
  EXPECT_LT(log.Last("Loss"), 16.583568);
  EXPECT_LT(log.Last("Active features"), 40);
}

// Numbers that CRFsuite 0.12.2 printed for these parameters (max_iterations=1).
TEST_F(CrfsuiteLearnTest, FeaturesAreThoseOfTheOriginal) {
  const auto features = [&](const std::string& parameters) {
    return ParseLearnLog(Learn("-p max_iterations=1 " + parameters)).features;
  };
  const std::string all = "-p feature.possible_states=1 -p feature.possible_transitions=1 ";
  EXPECT_EQ(features(""), 89);
  EXPECT_EQ(features("-p feature.minfreq=2"), 45);
  EXPECT_EQ(features(all), 229);
  EXPECT_EQ(features(all + "-p feature.minfreq=2"), 45);
}

TEST_F(CrfsuiteLearnTest, CrossValidationHoldsOutEachGroupAndStoresNothing) {
  const std::string log = Learn("-g 3 -x -p max_iterations=1 -m model");
  for (const char* head : {"(1/3) =====\nHoldout group: 1\n", "(2/3) =====\nHoldout group: 2\n",
                           "(3/3) =====\nHoldout group: 3\n"}) {
    EXPECT_TRUE(Contains(log, std::string("===== Cross validation ") + head)) << log;
  }
  EXPECT_FALSE(Exists("model"));
  const LearnLog parsed = ParseLearnLog(log);
  EXPECT_EQ(parsed.iterations.size(), 3u);
  EXPECT_TRUE(parsed.odd.empty());
  EXPECT_TRUE(Contains(log, "Instance accuracy: ") && Contains(log, " / 4 ("));
}

TEST_F(CrfsuiteLearnTest, FilesAreGroups) {
  const std::string log = Learn("-x -p max_iterations=1", "$G/train.attr $G/test.attr");
  EXPECT_TRUE(Contains(log, "[2] ")) << log;
  EXPECT_TRUE(Contains(log, "Cross validation (2/2)"));
  EXPECT_TRUE(Contains(log, " / 6 (") && Contains(log, " / 12 ("));
  ExpectFailure("G='" SAGITTA_SOURCE_DIR
                "/tests/golden'\nsagitta-crfsuite learn -e 3 $G/train.attr $G/test.attr > log",
                2, "holdout: found group 3, but there are 2 groups");
  ExpectFailure("G='" SAGITTA_SOURCE_DIR
                "/tests/golden'\nsagitta-crfsuite learn -e 1 $G/train.attr > log",
                2, "holdout: found group 1, but there is no other group");
}

TEST_F(CrfsuiteLearnTest, LogGoesToAFileNamedAfterTheParameters) {
  EXPECT_EQ(Learn("-l -L mylog -p max_iterations=1 -p c2=0.5"), "");
  EXPECT_EQ(ParseLearnLog(Read("mylog_lbfgs_max_iterations=1_c2=0.5")).iterations.size(), 1u);
  EXPECT_EQ(Learn("-l -a ap -p max_iterations=1"), "");
  EXPECT_TRUE(Exists("log.crfsuite_averaged-perceptron_max_iterations=1"));
}

TEST_F(CrfsuiteLearnTest, ReadsStandardInputOnce) {
  EXPECT_EQ(ParseLearnLog(Learn("-p max_iterations=1 -", "< $G/train.attr")).features, 89);
}

TEST_F(CrfsuiteLearnTest, AMethodCanBeChosen) {
  const auto outcome = Outcome("sagitta-crfsuite learn -p method=lbfgs $G/train.attr");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NEAR(ParseLearnLog(outcome.out).Last("Loss"), ParseLearnLog(Learn("")).Last("Loss"), 1e-3);
  ExpectFailure("G='" SAGITTA_SOURCE_DIR
                "/tests/golden'\nsagitta-crfsuite learn -p method=x $G/train.attr > log",
                2, "x");
  // Only one of these algorithms has a parameter that is passed to the method.
  for (const std::string name : {"l2sgd", "ap"}) {
    const auto other = Outcome("sagitta-crfsuite learn -a " + name +
                               " -p method=lbfgs -p max_iterations=2 $G/train.attr");
    EXPECT_EQ(other.status, 0) << other.err;
    EXPECT_EQ(Contains(other.err, "a CRF with c2=1 is trained by lbfgs instead"), name == "ap");
  }
}

TEST_F(CrfsuiteLearnTest, ParametersAreListedAndRefusedByName) {
  const std::string help = Learn("-H -a pa", "");
  EXPECT_TRUE(
      Contains(help, "PARAMETERS for passive-aggressive (crf1d):\n\nfloat feature.minfreq"));
  EXPECT_TRUE(Contains(help, "int error_sensitive = 1;\n"));
  EXPECT_TRUE(Contains(Learn("-H", ""), "float epsilon = 0.000010;\n"));
  ExpectRefused("sagitta-crfsuite learn -p c3=1 $G/train.attr", "'c3' is not a parameter of lbfgs");
  ExpectRefused("sagitta-crfsuite learn -p c2=abc $G/train.attr",
                "c2: found 'abc', expected a number");
  ExpectRefused("sagitta-crfsuite learn -p c2 $G/train.attr", "expected NAME=VALUE");
  ExpectRefused("sagitta-crfsuite learn -a foo $G/train.attr", "algorithm: found 'foo'");
  ExpectRefused("sagitta-crfsuite learn -t 2d $G/train.attr", "-t: found '2d', expected 1d");
  ExpectRefused("sagitta-crfsuite learn", "no DATA");
  ExpectRefused("sagitta-crfsuite learn -a l2sgd -p max_iterations=0 $G/train.attr", "at least 1");
  ExpectFailure("sagitta-crfsuite learn -m no/such/folder/model x", 1, "no/such/folder");
}

TEST_F(CrfsuiteLearnTest, ParametersWithoutEffectAreNamed) {
  const auto outcome = Outcome(
      "sagitta-crfsuite learn -p linesearch=Backtracking -p max_linesearch=5 $G/train.attr");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.err, "linesearch has no effect\n")) << outcome.err;
  EXPECT_TRUE(Contains(outcome.err, "max_linesearch has no effect\n"));
  EXPECT_FALSE(Contains(outcome.err, "period"));
  const std::string pairs = "sagitta-crfsuite learn -p num_memories=3 $G/train.attr ";
  EXPECT_TRUE(Contains(Outcome(pairs).err, "num_memories has no effect without method=lbfgs\n"));
  EXPECT_EQ(Outcome("sagitta-crfsuite learn -p num_memories=3 -p method=lbfgs $G/train.attr").err,
            "");
}

TEST_F(CrfsuiteLearnTest, NoL2PenaltyAtAllBecomesATinyOne) {
  const auto outcome = Outcome("sagitta-crfsuite learn -p c1=0.5 -p c2=0 $G/train.attr");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.err, "c2=0: a c2 of 1e-8 is used"));
  EXPECT_TRUE(Contains(outcome.out, "\nc2: 0.000000\n"));
}

TEST_F(CrfsuiteLearnTest, AnInterruptSavesTheModel) {
  const auto outcome = Outcome(
      "sagitta-crfsuite learn -m model -p method=sg -p delta=0 $G/train.attr > log & child=$!\n"
      "until grep -q 'Iteration #2' log; do sleep 0.01; done\n"
      "kill -INT $child; wait $child");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.err, "interrupted: saving what there is"));
  EXPECT_TRUE(Contains(Read("log"), "Storing the model"));
  EXPECT_TRUE(Exists("model"));
}

TEST_F(CrfsuiteLearnTest, TrainingGoesOnWhenTheReaderOfTheLogLeaves) {
  Outcome("set +o pipefail; sagitta-crfsuite learn -m model $G/train.attr | head -n 1");
  EXPECT_EQ(Lines(Printed("sagitta-crfsuite tag -m model $G/test.attr")).size(), 30u);
}

}  // namespace
}  // namespace sagitta::compat_testing
