// Converting models from the command line, and using models of other tools directly.
#include "cli/program.h"
#include "support/golden.h"

namespace sagitta::cli_testing {
namespace {

class ConvertProgram : public ProgramTest {
 protected:
  /// Copies a golden file into the test's folder.
  void Take(const std::string& name, const std::string& as) const { Write(as, GoldenText(name)); }
};

TEST_F(ConvertProgram, EveryFormatIsUsedDirectly) {
  Take("test.attr", "test.attr");
  Take("crfsuite/model", "model.crfsuite");
  EXPECT_EQ(Output("sagitta tag -m model.crfsuite test.attr"), GoldenText("crfsuite/tag.txt"));
  Take("test.tsv", "test.tsv");
  Take("wapiti/model", "model.wapiti");
  EXPECT_EQ(Output("sagitta tag -m model.wapiti test.tsv"), GoldenText("wapiti/label-c-l.txt"));
  Take("crfpp/model", "model.crfpp");
  EXPECT_EQ(Output("sagitta tag -m model.crfpp test.tsv | paste test.tsv - | "
                   "sed 's/^\\t$//'"),
            GoldenText("crfpp/test.txt"));
  EXPECT_NE(Output("sagitta dump model.crfpp").find("edge\tB01:A\tB\tB\t"), std::string::npos);
  EXPECT_NE(Output("sagitta eval -m model.wapiti test.tsv").find("B"), std::string::npos);
}

TEST_F(ConvertProgram, TheEndingChoosesTheFormat) {
  Take("crfsuite/model", "in");
  const Outcome ours = Run("sagitta convert in out.model");
  EXPECT_EQ(ours.status, 0);
  EXPECT_TRUE(ours.err.starts_with("out.model: sagitta model, 3 labels, 15 attributes, "))
      << ours.err;
  EXPECT_TRUE(Read("out.model").starts_with("SAGITTA\x1a"));
  Output("sagitta convert out.model back.lcrf");
  EXPECT_EQ(Read("back.lcrf"), Read("in"));
  Output("sagitta convert out.model back.crfsuite");
  EXPECT_EQ(Read("back.crfsuite"), Read("in"));
  Output("sagitta convert --to crfsuite out.model back");
  EXPECT_EQ(Read("back"), Read("in"));
  Take("wapiti/model", "w");
  Output("sagitta convert w w.model && sagitta convert w.model w.wapiti");
  EXPECT_TRUE(Read("w.wapiti").starts_with("#mdl#2#41\n#rdr#9/1/0\n"));
  Take("crfpp/model", "c");
  Output("sagitta convert c c.crfpp");
  EXPECT_TRUE(Read("c.crfpp").starts_with("version: 100\n"));
}

// Nothing is written in a format that the name of the file does not promise.
TEST_F(ConvertProgram, OtherEndingsNeedTheFormat) {
  Take("crfsuite/model", "in");
  for (const std::string out : {"back.mod", "p.json", "out", "-"}) {
    ExpectFailure("sagitta convert in " + out, 2, "add --to sagitta, crfsuite, wapiti or crfpp");
    EXPECT_FALSE(Exists(out));
  }
  Output("sagitta convert --to sagitta in back.mod");
  EXPECT_TRUE(Read("back.mod").starts_with("SAGITTA\x1a"));
}

TEST_F(ConvertProgram, NamesOfOutputFilesArePromises) {
  Write("train", "A\ta\nB\tb\n\n");
  ExpectFailure("sagitta train train -m m.crfsuite", 2, "sagitta convert makes others of it");
  ExpectFailure("sagitta train train -m m.gz", 2, "--model: found 'm.gz'");
  ExpectFailure("sagitta train train -m m --log log.csv", 2, "logs are JSON lines");
  ExpectFailure("sagitta synth ner -o out.txt.gz", 2, "synth writes plain text");
  Output("sagitta train -q train -m m");
  ExpectFailure("sagitta report m -o page.pdf", 2, "report writes a page, FILE.html");
  ExpectFailure("sagitta tag -m m train -o out.json", 2, "see --output-format");
  ExpectFailure("sagitta tag -m m train -o out.jsonl --output-format labels", 2, "is not .jsonl");
  Output("sagitta tag -m m train -o out.jsonl");
  EXPECT_TRUE(Read("out.jsonl").starts_with("{\"labels\":[\"A\",\"B\"]")) << Read("out.jsonl");
}

TEST_F(ConvertProgram, StandardInputAndOutput) {
  Take("crfsuite/model", "in");
  Output("cat in | sagitta convert --to crfsuite - - >out");
  EXPECT_EQ(Read("out"), Read("in"));
}

TEST_F(ConvertProgram, PrecisionIsChosen) {
  Take("crfsuite/model", "in");
  Output("sagitta convert in double.model && sagitta convert --precision float in float.model");
  EXPECT_LT(Read("float.model").size(), Read("double.model").size());
  Take("test.attr", "test.attr");
  EXPECT_EQ(Output("sagitta tag -m float.model test.attr"), GoldenText("crfsuite/tag.txt"));
}

TEST_F(ConvertProgram, SaysThatATemplateIsLeftOut) {
  MakeModel();
  const Outcome outcome = Run("sagitta convert model out.lcrf");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("out.lcrf does not contain the template"), std::string::npos);
}

TEST_F(ConvertProgram, RefusesWhatIsNotHeld) {
  Take("wapiti/model", "w");
  ExpectFailure("sagitta convert w out.lcrf", 1,
                "sagitta: a CRFsuite model cannot hold edge attributes");
  ExpectFailure("sagitta convert w out.crfpp", 1,
                "sagitta: a CRF++ model cannot hold Wapiti's patterns");
  EXPECT_FALSE(Exists("out.lcrf"));
  EXPECT_FALSE(Exists("out.crfpp"));
  Take("wapiti/maxent.model", "m");
  ExpectFailure("sagitta convert m out.model", 1, "m:1:7: found a Wapiti model of type maxent");
}

TEST_F(ConvertProgram, WrongUsage) {
  Write("text", "no model\n");
  ExpectFailure("sagitta convert text out.model", 1, "text: not a model");
  ExpectFailure("sagitta convert text", 2, "convert needs two files, IN and OUT");
  ExpectFailure("sagitta convert --to mallet text out", 2, "--to: found 'mallet', expected ");
  ExpectFailure("sagitta convert --precision half text out", 2, "--precision: found 'half'");
  ExpectFailure("sagitta convert missing out.model", 1, "missing: cannot open");
}

TEST_F(ConvertProgram, TrainingGoesOnFromAnImportedModel) {
  Take("crfsuite/model", "model.crfsuite");
  Take("train.attr", "train.attr");
  Output("sagitta train -q --passes 2 --from model.crfsuite train.attr -m model");
  EXPECT_TRUE(Exists("model"));
}

}  // namespace
}  // namespace sagitta::cli_testing
