// sagitta-crf_learn and sagitta-crf_test compared with CRF++.
#include <cmath>

#include "compat/golden.h"

namespace sagitta::compat_testing {
namespace {

class CrfppTest : public GoldenTest {
 protected:
  std::string Test(const std::string& options, const std::string& model = "$G/crfpp/model") const {
    return Printed("sagitta-crf_test -m " + model + " " + options + " $G/test.tsv");
  }
  std::string Learn(const std::string& options, const std::string& model = "model") const {
    return Printed("sagitta-crf_learn " + options + " $G/crfpp/template $G/train.tsv " + model);
  }
};

/// The same text, except for numbers, which may differ by `tolerance`.
void ExpectClose(const std::string& found, const std::string& wanted, double tolerance) {
  EXPECT_EQ(Shape(found), Shape(wanted));
  static const std::regex number("[0-9]+\\.[0-9]+");
  std::sregex_iterator a(found.begin(), found.end(), number);
  std::sregex_iterator b(wanted.begin(), wanted.end(), number);
  for (; a != std::sregex_iterator() && b != std::sregex_iterator(); ++a, ++b) {
    EXPECT_NEAR(std::stod(a->str()), std::stod(b->str()), tolerance);
  }
}

/// The number after `name` in the last line that has one.
double Last(const std::string& log, const std::string& name) {
  return std::stod(log.substr(log.rfind(name) + name.size()));
}

// crf_test adds up in single precision, hence the last digit.
constexpr double kLastDigit = 1.5e-6;

TEST_F(CrfppTest, LabelsAreTheOriginals) {
  EXPECT_EQ(Test(""), Golden("crfpp/test.txt"));
  EXPECT_EQ(Test("", "$G/crfpp/model.txt"), Golden("crfpp/test.txt"));
}

TEST_F(CrfppTest, ProbabilitiesAndBestAnswersAreTheOriginals) {
  for (const std::string model : {"$G/crfpp/model", "$G/crfpp/model.txt"}) {
    ExpectClose(Test("-v2", model), Golden("crfpp/test-v2.txt"), kLastDigit);
    ExpectClose(Test("-v 1 -n 3", model), Golden("crfpp/test-v1-n3.txt"), kLastDigit);
  }
  // Without -v only the probability of each answer is left.
  const std::string plain =
      std::regex_replace(Test("-v1 -n3"), std::regex("/0\\.[0-9]+|/1\\.0+"), "");
  EXPECT_EQ(Test("--nbest=3"), plain);
}

TEST_F(CrfppTest, ColumnsAreJoinedByTabsAndFilesFollowEachOther) {
  Write("a", "Tom   N\nruns\t \tV\n");
  Write("b", "\n\nTom N more\n\n\n");
  EXPECT_EQ(Printed("sagitta-crf_test a b -m $G/crfpp/model"),
            "Tom\tN\tB\nruns\tV\tO\n\nTom\tN\tmore\tB\n\n");
  EXPECT_EQ(Printed("sagitta-crf_test -m $G/crfpp/model -o out < a; cat out"),
            "Tom\tN\tB\nruns\tV\tO\n\n");
}

TEST_F(CrfppTest, CostFactorScalesTheWeights) {
  const auto first = [&](const std::string& options) {
    return std::stod(Test("-v1 " + options).substr(2));
  };
  EXPECT_EQ(first("-c 1"), first(""));
  EXPECT_LT(first("-c 0.5"), first(""));
  EXPECT_GT(first("-c 3"), first(""));
  // All weights are practically 0: the three labels are equally likely at each of three tokens.
  EXPECT_NEAR(first("-c 1e-12"), std::pow(3.0, -3), 1e-6);
  ExpectRefused("sagitta-crf_test -c 0 -m $G/crfpp/model", "-c: found '0'");
}

TEST_F(CrfppTest, TooFewColumnsAreAnError) {
  Write("a", "Tom N\nruns\n");
  ExpectFailure("G='" SAGITTA_SOURCE_DIR
                "/tests/golden'\nsagitta-crf_test -m $G/crfpp/model a -o x",
                1, "a:2");
}

TEST_F(CrfppTest, TrainingLogHasTheShapeOfTheOriginals) {
  const std::string log = Learn("-t -f 3 -c 4 -p 1");
  const std::string golden = Golden("crfpp/learn.log");
  const auto body = [](const std::string& text) {
    const std::size_t begin = text.find("reading");
    return Shape(text.substr(begin, text.find("iter=1 ") - begin)) +
           Shape(text.substr(text.rfind("\n\nDone")));
  };
  EXPECT_EQ(body(log), body(golden));
  for (const char* line :
       {"Number of sentences: 12\n", "Number of features:  135\n", "Freq:                3\n",
        "eta:                 0.00010\n", "C:                   4.00000\n"}) {
    EXPECT_TRUE(Contains(log, line)) << line;
    EXPECT_TRUE(Contains(golden, line)) << line;
  }
  EXPECT_TRUE(std::regex_search(
      log, std::regex("\niter=0 terr=[0-9.]+ serr=[0-9.]+ act=135 obj=[0-9.]+ diff=1.00000\n")));
  // The original stopped at 5.40022, slightly above the optimum.
  EXPECT_NEAR(Last(log, "obj="), 5.40022, 3e-3);
  EXPECT_EQ(Last(log, "terr="), 0);
}

TEST_F(CrfppTest, ModelsOfOursGiveTheOriginalsLabels) {
  Learn("-t -f 3 -c 4");
  EXPECT_EQ(Test("", "model"), Golden("crfpp/test.txt"));
  EXPECT_EQ(Test("", "model.txt"), Golden("crfpp/test.txt"));
  ExpectClose(Test("-v2", "model.txt"), Golden("crfpp/test-v2.txt"), 2e-2);
  ExpectClose(Test("-v2", "model"), Test("-v2", "model.txt"), kLastDigit);
}

// We have the labels in the order of their appearance, crf_learn sorts them by their bytes.
TEST_F(CrfppTest, TextModelsHaveTheirLabelsSorted) {
  Learn("-t -f 3 -c 4 -m 3");
  EXPECT_EQ(Printed("sed -n '4,9p' model.txt"), Printed("sed -n '4,9p' $G/crfpp/model.txt"));
}

TEST_F(CrfppTest, TextModelsAreConverted) {
  const auto outcome = Outcome("sagitta-crf_learn -C $G/crfpp/model.txt model");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.err, "model is a model in Sagitta's format"));
  EXPECT_EQ(Test("", "model"), Golden("crfpp/test.txt"));
}

TEST_F(CrfppTest, L1LeavesFewWeights) {
  const std::string log = Learn("--algorithm crf-l1 --maxiter=200");
  EXPECT_LT(Last(log, "act="), 60);
  // After five iterations the original had 22.94791 with 42 weights.
  EXPECT_LT(Last(log, "obj="), 22.94791);
}

TEST_F(CrfppTest, SaysWhatItDoesOtherwise) {
  const auto outcome =
      Outcome("sagitta-crf_learn -a MIRA -p 4 -m 3 $G/crfpp/template $G/train.tsv model");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.err, "MIRA: a CRF-L2 is trained instead")) << outcome.err;
  EXPECT_TRUE(Contains(outcome.err, "CRF-L2: trained by sag-nus-secant"));
  EXPECT_FALSE(Contains(outcome.err, "-p"));
  EXPECT_TRUE(Contains(outcome.out, "Number of thread(s): 4\n"));
  EXPECT_TRUE(Contains(outcome.err, "model is a model in Sagitta's format"));
}

TEST_F(CrfppTest, WrongUsage) {
  ExpectRefused("sagitta-crf_learn -Z a b c", "-Z: no such option");
  ExpectRefused("sagitta-crf_learn a b", "expected TEMPLATE, DATA and MODEL");
  ExpectRefused("sagitta-crf_learn -C a", "expected TEXT_MODEL and MODEL");
  ExpectRefused("sagitta-crf_learn -c 0 a b c", "-c: found '0'");
  ExpectRefused("sagitta-crf_learn -a x a b c", "-a: found 'X', expected one of CRF");
  ExpectRefused("sagitta-crf_test x", "-m MODEL is missing");
  Printed("mkdir m.txt");
  ExpectFailure("sagitta-crf_learn -t a b m", 1, "m.txt: cannot write: it is a directory");
  EXPECT_TRUE(Contains(Printed("sagitta-crf_learn -h"), "TEMPLATE DATA MODEL"));
  EXPECT_TRUE(Contains(Printed("sagitta-crf_learn --version"), "Sagitta "));
  EXPECT_TRUE(Contains(Printed("sagitta-crf_test --help"), "--nbest"));
  EXPECT_TRUE(Contains(Printed("sagitta-crf_test --version"), "Sagitta "));
}

}  // namespace
}  // namespace sagitta::compat_testing
