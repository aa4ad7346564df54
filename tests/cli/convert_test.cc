// Converting models from the command line, using models of other tools directly, and UAI files.
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>

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

// ---- UAI files ----

/// The first number that the pattern finds; NaN: none.
double FindNumber(const std::string& text, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? std::stod(match[1]) : NAN;
}

/// Grids of 3 x 4 cells that look like their labels, not always; some cells have a known label or a
/// set of labels.
std::string SmallGrids(int count, unsigned seed) {
  std::minstd_rand rng(seed);
  std::string text;
  for (int n = 0; n < count; ++n) {
    for (int cell = 0; cell < 12; ++cell) {
      const auto label = rng() % 3, seen = rng() % 4 == 0 ? rng() % 3 : label;
      text += "ABC"[label] + std::string("\tsees=") + "ABC"[seen] + "\n";
    }
    for (int cell = 1; cell <= 12; ++cell) {
      const auto edge = [&](const char* type, int to) {
        text += std::string("@edge:") + type + "\t" + std::to_string(cell) + "\t" +
                std::to_string(to) + (rng() % 3 == 0 ? "\tlong\n" : "\n");
      };
      if (cell % 4 != 0) edge("right", cell + 1);
      if (cell <= 8) edge("down", cell + 4);
    }
    text += "@given\t" + std::to_string(1 + rng() % 12) + "\n@labels\t6\tA\tB\tC\n\n";
  }
  return text;
}

// The labels, scores and log Z of grids, trees and chains: an exact solver by other people, which
// prints three decimals, against tag.
TEST_F(ConvertProgram, Toulbar2AgreesWithTag) {
  if (std::system("command -v toulbar2 > /dev/null") != 0) {
    GTEST_SKIP() << "toulbar2 is not installed";
  }
  for (const std::string task : {"grid", "tree", "ner"}) {
    SCOPED_TRACE(task);
    std::string options = "--passes 5";
    if (task == "grid") {
      Write("train", SmallGrids(30, 1));
      Write("data", SmallGrids(3, 2));
    } else {
      Output("sagitta synth " + task + " -n 40 -o train");
      Output("sagitta synth " + task + " -n 3 --seed 2 -o data");
    }
    if (task == "ner") {
      Output("sagitta synth ner --template -o template");
      options += " -t template --constraints bio";
    }
    Output("sagitta train -q train -m model " + options);
    const std::vector<std::string> answers =
        Lines(Output("sagitta tag -m model --output-format jsonl data"));
    const Outcome outcome = Run("sagitta convert --data data --sequence all model out.uai");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::vector<std::string> messages = Lines(outcome.err);
    ASSERT_EQ(messages.size(), 3u) << outcome.err;
    for (std::size_t k = 0; k < 3; ++k) {
      const nlohmann::json answer = nlohmann::json::parse(answers[k]);
      const double score = answer.at("score"), log_p = answer.at("log_probability");
      const double added = FindNumber(messages[k], "add ([-0-9.e+]+) to log Z");
      const std::string solve = "toulbar2 out-" + std::to_string(k + 1) + ".uai ";
      const double energy = FindNumber(Run(solve).out, "Optimum: .* energy: ([-0-9.e+]+)");
      EXPECT_NEAR(-energy + added, score, 2e-3);
      const double log_z = FindNumber(Run(solve + "-logz").out, "<= Log\\(Z\\) <= ([-0-9.e+]+)");
      EXPECT_NEAR(log_z + added, score - log_p, 2e-3);
    }
    const std::string third = Read("out-3.uai");
    Output("sagitta convert --data data --sequence 3 model third.uai");
    EXPECT_EQ(Read("third.uai"), third);
    EXPECT_EQ(Output("sagitta convert --data - --sequence 3 model - < data"), third);
  }
}

TEST_F(ConvertProgram, RefusesWhatUaiCannotBe) {
  Write("data", "A\tx\nB\ty\n@edge\t1\t2\n\n");
  Output("sagitta train -q data -m model");
  ExpectFailure("sagitta convert --data data model out.model", 2, "with the extension .uai");
  ExpectFailure("sagitta convert --data data --to crfpp model out.uai", 2, "the format is UAI");
  ExpectFailure("sagitta convert --data data --sequence all model -", 2, "a file for each");
  ExpectFailure("sagitta convert --data data --sequence 2 model out.uai", 1,
                "data: found 1 sequences, expected at least 2");
  ExpectFailure("sagitta convert --sequence 2 model out.uai", 2, "--sequence needs --data FILE");
  ExpectFailure("sagitta convert --data data --sequence 0 model out.uai", 2, "--sequence: found");
  Write("wrong", "A\tx\nB\ty\n@edge\t1\t2\n@labels\t1\tC\n\n");
  ExpectFailure("sagitta convert --data wrong model out.uai", 1, "wrong:4:11: found the label 'C'");
  EXPECT_FALSE(Exists("out.uai"));
}

}  // namespace
}  // namespace sagitta::cli_testing
