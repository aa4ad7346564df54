// Input that cannot be used: a message with the place, status 1, nothing written.
#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using BadData = ProgramTest;

constexpr const char* kGood = "A\tx\nB\ty\n\nB\ty\nA\tx\n";

TEST_F(BadData, MissingFile) {
  ExpectFailure("sagitta train nowhere.txt -m m", 1, "nowhere.txt");
  ExpectFailure("sagitta tag -m nowhere.model", 1, "nowhere.model");
  ExpectFailure("sagitta eval -m nowhere.model", 1, "nowhere.model");
  ExpectFailure("sagitta dump nowhere.model", 1, "nowhere.model");
  EXPECT_TRUE(Files().empty());
}

TEST_F(BadData, EmptyFile) {
  Write("empty", "\n\n");
  ExpectFailure("sagitta train empty -m m", 1, "empty: ");
  EXPECT_FALSE(Exists("m"));
}

TEST_F(BadData, OneLabel) {
  Write("one", "A\tx\nA\ty\n");
  ExpectFailure("sagitta train one -m m", 1, "one label");
  EXPECT_FALSE(Exists("m"));
}

TEST_F(BadData, ValuesThatAreNoNumbers) {
  Write("nan", "A\tx:1\nB\ty:nan\n");
  ExpectFailure("sagitta train nan -m m", 1, "nan:2:");
  Write("inf", "A\tx:1\n\nB\ty\tz:1e999\n");
  ExpectFailure("sagitta train inf -m m", 1, "inf:3:");
  EXPECT_FALSE(Exists("m"));
}

TEST_F(BadData, RaggedColumns) {
  Write("t", "U0=%x[0,0]\nB\n");
  Write("ragged", "a b A\na b B\n\na B\n");
  ExpectFailure("sagitta train -t t ragged -m m", 1, "ragged:4:");
  EXPECT_FALSE(Exists("m"));
}

TEST_F(BadData, TemplateThatDoesNotFit) {
  Write("columns", "a A\nb B\n");
  Write("wide", "U0=%x[0,7]\n");
  const Outcome wide = Run("sagitta train -t wide columns -m m");
  EXPECT_EQ(wide.status, 1) << wide.err;
  EXPECT_NE(wide.err.find("columns:1:"), std::string::npos) << wide.err;
  Write("bad", "U0=%x[0,0]\nX1=%x[0,0]\n");
  const Outcome bad = Run("sagitta train -t bad columns -m m");
  EXPECT_EQ(bad.status, 1) << bad.err;
  EXPECT_NE(bad.err.find("bad:2:"), std::string::npos) << bad.err;
  EXPECT_FALSE(Exists("m"));
}

TEST_F(BadData, DamagedGzip) {
  Write("text", kGood);
  Output("gzip text && head -c 20 text.gz >cut.gz");
  ExpectFailure("sagitta train cut.gz -m m", 1, "cut.gz");
  EXPECT_FALSE(Exists("m"));
}

TEST_F(BadData, AModelThatIsNone) {
  Write("text", kGood);
  ExpectFailure("sagitta tag -m text text", 1, "text");
  Output("sagitta train -q text -m model && head -c 100 model >cut");
  ExpectFailure("sagitta eval -m cut text", 1, "cut");
}

TEST_F(BadData, APlaceThatCannotBeWrittenIsNoticedFirst) {
  // The data are missing as well, but they are not even looked at.
  ExpectFailure("sagitta train nowhere.txt -m no/such/folder/m", 1, "no/such/folder");
  ExpectFailure("sagitta train nowhere.txt -m .", 1, "it is a directory");
  ExpectFailure("sagitta train nowhere.txt -m m --log no/such/l", 1, "no/such");
  ExpectFailure("sagitta synth chunk -o no/such/file", 1, "no/such");
}

TEST_F(BadData, AFullDiskIsAnError) {
  const Outcome outcome = Run("sagitta synth chunk -n 10000 >/dev/full");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("standard output: cannot write"), std::string::npos) << outcome.err;
}

TEST_F(BadData, AnExistingModelSurvivesAFailure) {
  Write("text", kGood);
  Output("sagitta train -q text -m model && cp model before");
  Run("sagitta train -q nowhere.txt -m model");
  EXPECT_TRUE(Read("model") == Read("before"));
}

TEST_F(BadData, AHalfWrittenCorpusDoesNotStay) {
  const Outcome outcome = Run("ulimit -f 8; sagitta synth chunk -n 100000 -o corpus");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(Files().empty());
}

}  // namespace
}  // namespace sagitta::cli_testing
