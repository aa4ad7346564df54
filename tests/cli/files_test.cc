// Files that are read survive: no output takes the place of an input or of another output.
#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

class FileUse : public ProgramTest {
 protected:
  FileUse() {
    Output("sagitta synth chunk -n 20 --attributes -o train.txt");
    Output("sagitta synth chunk -n 10 --attributes --seed 2 -o dev.txt");
    Output("sagitta train -q --passes 2 --log log --checkpoint state train.txt -m model");
    Write("rules", "forbid START I-*\n");
    Output("ln -s train.txt link; ln train.txt hard; ln -s . here");
  }

  /// Expects wrong usage that is told by this message, and every file as it was.
  void ExpectRefused(const std::string& command, const std::string& message) const {
    const std::vector<std::string> files = Files();
    std::vector<std::string> before, after;
    for (const std::string& file : files) before.push_back(Contents(file));
    ExpectFailure(command, 2, message);
    EXPECT_EQ(Files(), files) << command;
    for (const std::string& file : files) after.push_back(Contents(file));
    EXPECT_TRUE(after == before) << command;
  }

 private:
  std::string Contents(const std::string& name) const { return name == "here" ? "" : Read(name); }
};

TEST_F(FileUse, TrainKeepsWhatItReads) {
  const std::string train = "sagitta train -q --passes 2 --dev dev.txt --from model train.txt ";
  ExpectRefused(train + "-m train.txt", "--model train.txt would overwrite FILE train.txt");
  ExpectRefused(train + "-m m --checkpoint train.txt",
                "--checkpoint train.txt would overwrite FILE");
  ExpectRefused(train + "-m m --log train.txt", "--log train.txt would overwrite FILE train.txt");
  ExpectRefused(train + "-m dev.txt", "--model dev.txt would overwrite --dev dev.txt");
  ExpectRefused(train + "-m m --log model", "--log model would overwrite --from model");
  ExpectRefused(train + "-m m --constraints rules --log rules",
                "would overwrite --constraints rules");
  ExpectRefused(train + "-m state --resume state", "--model state would overwrite --resume state");
  ExpectRefused("sagitta train -q train.txt -t rules -m rules", "would overwrite --template rules");
  ExpectRefused("sagitta train -q - -m train.txt <train.txt",
                "--model train.txt would overwrite FILE");
}

TEST_F(FileUse, LinksAndDetoursAreSeenThrough) {
  const std::string train = "sagitta train -q --passes 2 train.txt ";
  for (const std::string way : {"link", "hard", "./train.txt", "here/train.txt"}) {
    ExpectRefused(train + "-m " + way, "--model " + way + " would overwrite FILE train.txt");
  }
  ExpectRefused(train + "-m new --log here/new",
                "--log here/new and --model new are the same file");
}

TEST_F(FileUse, EachOutputHasAFileOfItsOwn) {
  const std::string train = "sagitta train -q --passes 2 train.txt ";
  ExpectRefused(train + "-m x --checkpoint x", "--checkpoint x and --model x are the same file");
  ExpectRefused(train + "-m x --log x", "--log x and --model x are the same file");
  ExpectRefused(train + "-m x --checkpoint y --log y", "--log y and --checkpoint y are the same");
}

TEST_F(FileUse, WhatIsHarmlessIsAllowed) {
  const std::string train = "sagitta train -q train.txt ";
  // An older model and the checkpoint one goes on from may be replaced, and devices take anything.
  Output(train + "--passes 3 --resume state --checkpoint state -m model");
  Output(train + "--passes 3 --resume state --checkpoint ./state -m model");
  Output(train + "--passes 2 --log /dev/null --checkpoint /dev/null -m /dev/null");
  Output(train + "--passes 2 --dev train.txt -m model");
  Output(train + "--passes 2 --from model -m model");
}

TEST_F(FileUse, OtherCommandsKeepWhatTheyRead) {
  ExpectRefused("sagitta tag -m model train.txt -o train.txt",
                "--output train.txt would overwrite FILE train.txt");
  ExpectRefused("sagitta tag -m model train.txt -o model", "would overwrite --model model");
  ExpectRefused("sagitta tag -m model -o link <train.txt", "--output link would overwrite FILE");
  ExpectRefused("sagitta convert model ./model", "OUT ./model would overwrite IN model");
  ExpectRefused("sagitta report model --out model", "--out model would overwrite MODEL model");
  ExpectRefused("sagitta report --log log --out log", "--out log would overwrite --log log");
  ExpectRefused("sagitta report model --test dev.txt --out dev.txt", "overwrite --test dev.txt");
  Output("cp train.txt summary.txt");
  ExpectRefused("sagitta compare summary.txt --out .",
                "--out ./summary.txt would overwrite FILE summary.txt");
}

TEST_F(FileUse, CompatibleProgramsKeepWhatTheyRead) {
  Output("sagitta synth chunk -n 20 -o s.txt; sagitta synth chunk --template -o tt");
  Output("sagitta-crf_learn -m 3 -t tt s.txt mm");
  Output("sagitta-crfsuite learn -m ms train.txt");
  Output("sagitta synth chunk -n 20 -o w.txt; sed 's/^U[0-9]*:/u:/; s/^B/b/' tt >p");
  Output("sagitta-wapiti train -i 2 -p p w.txt mw");
  ExpectRefused("sagitta-crf_learn -m 3 tt s.txt s.txt", "MODEL s.txt would overwrite DATA s.txt");
  ExpectRefused("sagitta-crf_learn -m 3 tt s.txt tt", "MODEL tt would overwrite TEMPLATE tt");
  Output("cp s.txt x.txt");
  ExpectRefused("sagitta-crf_learn -t -m 3 tt x.txt x", "--textmodel x.txt would overwrite DATA");
  ExpectRefused("sagitta-crf_learn -C mm.txt mm.txt", "would overwrite TEXT_MODEL mm.txt");
  ExpectRefused("sagitta-crf_test -m mm -o mm s.txt", "--output mm would overwrite --model mm");
  ExpectRefused("sagitta-crf_test -m mm -o s.txt dev.txt s.txt", "would overwrite DATA s.txt");
  ExpectRefused("sagitta-crfsuite learn -m train.txt train.txt", "would overwrite DATA train.txt");
  Output("cp train.txt log.crfsuite_lbfgs");
  ExpectRefused("sagitta-crfsuite learn -l -m x log.crfsuite_lbfgs", "the log log.crfsuite_lbfgs");
  ExpectRefused("sagitta-crfsuite learn -l -m log.crfsuite_lbfgs train.txt", "are the same file");
  ExpectRefused("sagitta-wapiti train -p p w.txt w.txt", "MODEL w.txt would overwrite DATA w.txt");
  ExpectRefused("sagitta-wapiti train -p p w.txt p", "MODEL p would overwrite --pattern p");
  ExpectRefused("sagitta-wapiti train -p p -d s.txt w.txt s.txt", "would overwrite --devel s.txt");
  ExpectRefused("sagitta-wapiti label -m mw w.txt mw", "OUTPUT mw would overwrite --model mw");
  ExpectRefused("sagitta-wapiti label -m mw w.txt w.txt", "OUTPUT w.txt would overwrite DATA");
  ExpectRefused("sagitta-wapiti dump mw mw", "OUTPUT mw would overwrite MODEL mw");
  ExpectRefused("sagitta-wapiti update -m mw p mw", "OUTPUT mw would overwrite --model mw");
  ExpectRefused("sagitta-wapiti update -m mw p p", "OUTPUT p would overwrite PATCH p");
  Output("sagitta-wapiti train -i 2 -m mw -p p w.txt mw");
}

TEST_F(FileUse, StandardInputIsReadOnce) {
  ExpectRefused("sagitta tag -m - - <model", "FILE and --model are both standard input");
  ExpectRefused("sagitta tag -m - <model", "FILE and --model are both standard input");
  ExpectRefused("sagitta-crf_test -m - <model", "DATA and --model are both standard input");
  ExpectRefused("sagitta train - - -m x <train.txt", "standard input can be read only once");
}

}  // namespace
}  // namespace sagitta::cli_testing
