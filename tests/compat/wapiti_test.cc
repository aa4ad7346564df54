// sagitta-wapiti compared with Wapiti.
#include <cmath>

#include "compat/golden.h"

namespace sagitta::compat_testing {
namespace {

using cli_testing::Lines;

class WapitiTest : public GoldenTest {
 protected:
  std::string Label(const std::string& options, const std::string& data = "test.tsv") const {
    return Printed("sagitta-wapiti label -m $G/wapiti/model " + options + " $G/" + data);
  }
};

TEST_F(WapitiTest, LabelsScoresAndBestAnswersAreTheOriginals) {
  EXPECT_EQ(Label(""), Golden("wapiti/label.txt"));
  EXPECT_EQ(Label("-c -l"), Golden("wapiti/label-c-l.txt"));
  EXPECT_EQ(Label("-s"), Golden("wapiti/label-s.txt"));
  EXPECT_EQ(Label("-s -p"), Golden("wapiti/label-s-p.txt"));
  EXPECT_EQ(Label("-l --score --nbest 3"), Golden("wapiti/label-l-s-n3.txt"));
  EXPECT_EQ(Label("--force -s", "test.partial.tsv"), Golden("wapiti/label-force-s.txt"));
}

TEST_F(WapitiTest, ObservationsWithoutPatterns) {
  EXPECT_EQ(Printed("sagitta-wapiti label -s -m $G/wapiti/raw.model $G/wapiti/raw.test"),
            Golden("wapiti/raw.label-s.txt"));
}

TEST_F(WapitiTest, BestAnswersWithoutScoresHaveNoHeads) {
  const std::string scored = Label("-l -s -n 3");
  const std::string plain = std::regex_replace(
      std::regex_replace(scored, std::regex("# [0-9].*\n"), ""), std::regex("\t.*\n"), "\n");
  EXPECT_EQ(Label("-l -n 3"), plain);
  EXPECT_EQ(Label("-l -p -n 1"), Label("-l -p"));
}

// The original does not count an unknown reference label as an error.
TEST_F(WapitiTest, StatisticsCountAnUnknownLabelAsAnError) {
  const auto outcome =
      Outcome("sagitta-wapiti label -c -l -m $G/wapiti/model $G/test.tsv labels; cat labels");
  EXPECT_EQ(outcome.out, Golden("wapiti/label-c-l.txt"));
  EXPECT_EQ(Shape(Replaced(outcome.err, "16.67%", " 0.00%")), Shape(Golden("wapiti/label-c.log")));
  EXPECT_TRUE(Contains(outcome.err, "    Token error   :  4.17%\n    Sequence error: 16.67%\n"));
}

TEST_F(WapitiTest, ProgressIsToldEveryThousandSequences) {
  const auto outcome = Outcome(
      "for i in $(seq 170); do cat $G/test.tsv; echo; done > many\n"
      "sagitta-wapiti label -c -m $G/wapiti/model many out");
  EXPECT_TRUE(Contains(outcome.err, "\n      1000 sequences labeled\t 4.1")) << outcome.err;
}

TEST_F(WapitiTest, DumpIsTheOriginals) {
  EXPECT_EQ(Printed("sagitta-wapiti dump $G/wapiti/model"), Golden("wapiti/dump.txt"));
  EXPECT_EQ(Printed("sagitta-wapiti d < $G/wapiti/model"), Golden("wapiti/dump.txt"));
  EXPECT_EQ(Outcome("sagitta-wapiti dump $G/wapiti/model").err, "* Load model\n* Dump model\n");
  const std::string all = Printed("sagitta-wapiti dump --all -p 2 $G/wapiti/model");
  // 573 features (train.log) and an empty line after each of 139 observations.
  EXPECT_EQ(Lines(all).size(), 573u + 139u);
  EXPECT_TRUE(Contains(all, "\t#\tB\t0.94\n"));
}

TEST_F(WapitiTest, UpdateSetsWeights) {
  Write("patch", "u:cap=false  #  B  0.5\n\n*:p=N\tB\tI\t-2.25\n");
  const std::string before = Golden("wapiti/dump.txt");
  Printed("sagitta-wapiti update -m $G/wapiti/model patch model");
  const std::string after = Printed("sagitta-wapiti dump model");
  EXPECT_EQ(after,
            Replaced(Replaced(before, "u:cap=false\t#\tB\t-0.02774", "u:cap=false\t#\tB\t0.50000"),
                     "*:p=N\tB\tI\t1.71830", "*:p=N\tB\tI\t-2.25000"));
  // Nothing to set: the same model.
  EXPECT_EQ(Printed("sagitta-wapiti update -m $G/wapiti/model /dev/null"), Golden("wapiti/model"));
  const auto refused = [&](const std::string& patch, const std::string& message) {
    Write("patch", patch);
    ExpectFailure("G='" SAGITTA_SOURCE_DIR
                  "/tests/golden'\nsagitta-wapiti update -m $G/wapiti/model patch model",
                  1, message);
  };
  refused("u:none # B 1\n", "patch:1: found 'u:none', which is not an observation");
  refused("\nu:cap=false # Z 1\n", "patch:2: found 'Z', which is not a label");
  refused("u:cap=false B B 1\n", "has weights only for labels");
  refused("u:cap=false # B\n", "4 words");
  refused("u:cap=false # B x\n", "not a weight");
}

TEST_F(WapitiTest, FilesThatCannotBeReadAreErrors) {
  for (const std::string path : {".", "none"}) {
    ExpectFailure("sagitta-wapiti dump " + path, 1, path + ": cannot read: ");
    ExpectFailure("G='" SAGITTA_SOURCE_DIR
                  "/tests/golden'\nsagitta-wapiti update -m $G/wapiti/model " +
                      path + " model",
                  1, path + ": cannot read: ");
  }
}

TEST_F(WapitiTest, NothingIsWrongAboutNothing) {
  EXPECT_TRUE(Contains(Outcome("sagitta-wapiti label -c -m $G/wapiti/model /dev/null").err,
                       "    Token error   :  0.00%\n    Sequence error:  0.00%\n"));
}

TEST_F(WapitiTest, TrainingLogHasTheShapeOfTheOriginals) {
  const auto outcome = Outcome(
      "sagitta-wapiti train -p $G/wapiti/pattern -1 0.15 -2 0.1 -i 10 -e 0 $G/train.tsv model");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  const auto shape = [](std::string text) {
    text = text.substr(text.find("* Load patterns"));
    const std::size_t first = text.find("  [   1]"), last = text.rfind("  [");
    return Shape(
        std::regex_replace(text.substr(0, first) + text.substr(last), std::regex(" +"), " "));
  };
  EXPECT_EQ(shape(outcome.err), shape(Golden("wapiti/train.log")));
  EXPECT_TRUE(std::regex_search(
      outcome.err,
      std::regex("\n  \\[   1\\] obj=[0-9.]+ +act=[0-9]+ +err=[ 0-9]{2}\\.[0-9]{2}%/")))
      << outcome.err;
  EXPECT_TRUE(Contains(outcome.err, "l-bfgs: trained by "));
}

// The objective that the original had after ten iterations is 5.77 (train.log).
TEST_F(WapitiTest, ReachesALowerObjectiveThanTheOriginalHad) {
  const auto outcome = Outcome(
      "sagitta-wapiti train -p $G/wapiti/pattern -1 0.15 -2 0.1 -e 1e-5 $G/train.tsv model");
  const std::size_t last = outcome.err.rfind("obj=");
  ASSERT_NE(last, std::string::npos) << outcome.err;
  EXPECT_LT(std::stod(outcome.err.substr(last + 4)), 5.77);
  EXPECT_EQ(Printed("sagitta-wapiti label -l -m model $G/test.tsv"),
            Golden("wapiti/label-c-l.txt"));
}

TEST_F(WapitiTest, ModelGoesToStandardOutputOrIsBegunWith) {
  const std::string model = Printed("sagitta-wapiti train -i 3 -p $G/wapiti/pattern $G/train.tsv");
  EXPECT_TRUE(model.starts_with("#mdl#2#"));
  Write("model", model);
  const auto outcome =
      Outcome("sagitta-wapiti train -m model -i 2 -d $G/test.tsv $G/train.tsv again");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.err,
                       "* Load previous model\n* Load training data\n"
                       "* Load development data\n* Resync the model\n* Summary\n"))
      << outcome.err;
  EXPECT_TRUE(Contains(outcome.err, "    nb devel:    6\n"));
}

TEST_F(WapitiTest, TrainsOnObservations) {
  Printed("sagitta-wapiti train -1 0.05 -2 0.05 $G/wapiti/raw.train model");
  EXPECT_EQ(
      Lines(Printed("sagitta-wapiti label -l -m model $G/wapiti/raw.test")).size(),
      Lines(Printed("sagitta-wapiti label -l -m $G/wapiti/raw.model $G/wapiti/raw.test")).size());
}

TEST_F(WapitiTest, SaysWhatHasNoEffect) {
  const auto outcome = Outcome(
      "sagitta-wapiti train --nthread 8 -e 1e-5 -w 20 -i 2 --sparse -p $G/wapiti/pattern"
      " $G/train.tsv model");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_FALSE(Contains(outcome.err, "--nthread")) << outcome.err;
  EXPECT_FALSE(Contains(outcome.err, "-w "));
  EXPECT_TRUE(Contains(outcome.err, "--sparse has no effect\n"));
  EXPECT_TRUE(
      Contains(Outcome("sagitta-wapiti train -2 0 -i 1 -p $G/wapiti/pattern $G/train.tsv m").err,
               "-2: 2e-8 is used"));
}

// With a very large tolerance the error rate is stable as soon as the window is full.
TEST_F(WapitiTest, StopsWhenTheErrorOnTheDevelopmentDataIsStable) {
  const auto iterations = [&](const std::string& options) {
    const std::string log = Outcome("sagitta-wapiti train -o 1000 -i 12 " + options +
                                    " -p $G/wapiti/pattern -1 0.01 $G/train.tsv model")
                                .err;
    return std::stoi(log.substr(log.rfind("  [") + 3));
  };
  EXPECT_EQ(iterations("-w 3 -e 101 -d $G/test.tsv"), 3);
  EXPECT_EQ(iterations("-w 7 -e 101 -d $G/test.tsv"), 7);
  // Up to the limit of 12 passes; the first iteration of OWL-QN takes several.
  const int all = iterations("-w 0 -e 101 -d $G/test.tsv");
  EXPECT_GT(all, 7);
  EXPECT_LE(all, 12);
  EXPECT_EQ(iterations("-w 3 -e 0 -d $G/test.tsv"), all);
  EXPECT_EQ(iterations("-w 3 -e 101"), 3) << "on the training data";
  EXPECT_EQ(iterations("-e 101"), all) << "not unless asked for";
}

TEST_F(WapitiTest, WrongUsage) {
  ExpectRefused("sagitta-wapiti", "expected one of train, label, dump, update");
  ExpectRefused("sagitta-wapiti train --sstate x", "--sstate: optimizer states are not kept");
  ExpectRefused("sagitta-wapiti train --me", "--me: maxent models are not trained");
  ExpectRefused("sagitta-wapiti train -T memm", "--type: found 'memm', expected crf");
  ExpectRefused("sagitta-wapiti train -w x", "-w: found 'x'");
  ExpectRefused("sagitta-wapiti train --histsz 0", "--histsz: found '0'");
  ExpectRefused("sagitta-wapiti train --eta0 x", "--eta0: found 'x'");
  ExpectRefused("sagitta-wapiti train -a adam", "--algo: found 'adam'");
  ExpectRefused("sagitta-wapiti train a b c", "found 'c', expected one input and one output");
  ExpectRefused("sagitta-wapiti label -m x -c --force", "exclude each other");
  ExpectRefused("sagitta-wapiti label", "-m MODEL is missing");
  ExpectRefused("sagitta-wapiti label -n 0 -m x", "-n: found '0'");
  EXPECT_EQ(Lines(Printed("sagitta-wapiti train -a list")).size(), 6u);
  EXPECT_TRUE(Contains(Printed("sagitta-wapiti -h"), "--force"));
  EXPECT_TRUE(Contains(Printed("sagitta-wapiti --version"), "Sagitta "));
}

TEST_F(WapitiTest, BrokenModelsAreErrorsNotCrashes) {
  const std::string model = Golden("wapiti/model");
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}, std::size_t{12}, std::size_t{200},
                                 model.size() / 2, model.size() - 3}) {
    Write("model", model.substr(0, size));
    EXPECT_EQ(Run("sagitta-wapiti dump model").status, 1) << size;
    EXPECT_EQ(Run("sagitta-wapiti label -m model < /dev/null").status, 1) << size;
  }
  Write("model", Replaced(model, "\n#qrk#3\n", "\n#qrk#99999999999\n"));
  EXPECT_EQ(Run("sagitta-wapiti dump model").status, 1);
  Write("model", model + "1=0x1p+0\n");
  EXPECT_EQ(Run("sagitta-wapiti dump model").status, 1);
}

}  // namespace
}  // namespace sagitta::compat_testing
