// sagitta pack: the same models, labels and scores as with text.
#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

class PackProgram : public ProgramTest {
 protected:
  PackProgram() {
    Output("sagitta synth chunk -n 60 -o train.txt; sagitta synth chunk --template -o template");
    Output("sagitta synth chunk -n 20 --seed 2 -o dev.txt");
    Output("sagitta pack -q -t template train.txt -o train.pack");
    Output("sagitta pack -q -t template dev.txt -o dev.pack");
  }
};

TEST_F(PackProgram, TrainsTagsAndScoresAsText) {
  const std::string settings = " -q --passes 5 --log ";
  Output("sagitta train -t template train.txt --dev dev.txt -m text.model" + settings +
         "text.jsonl");
  Output("sagitta train train.pack --dev dev.pack -m pack.model" + settings + "pack.jsonl");
  EXPECT_EQ(Read("pack.model"), Read("text.model"));
  Output("sagitta train -t template train.txt dev.txt -m text.model" + settings + "text.jsonl");
  Output("sagitta train train.pack dev.pack -m pack.model" + settings + "pack.jsonl");
  EXPECT_EQ(Read("pack.model"), Read("text.model"));
  for (const std::string command :
       {"sagitta tag --threads 1", "sagitta tag --threads 3 --marginals", "sagitta eval",
        "sagitta expand"}) {
    EXPECT_EQ(Output(command + " -m text.model dev.pack"),
              Output(command + " -m text.model dev.txt"))
        << command;
  }
  EXPECT_EQ(Output("sagitta memory train.pack"), Output("sagitta memory -t template train.txt"));
}

TEST_F(PackProgram, SaysWhatItCannotDo) {
  Output("sagitta train -q --passes 2 train.pack -m model");
  ExpectFailure("sagitta tag --keep-input -m model dev.pack", 2,
                "a packed corpus keeps attributes");
  ExpectFailure("sagitta tag -m model <dev.pack", 1, "found a packed corpus, expected text");
  ExpectFailure("sagitta train --preset chunk train.pack -m model", 2,
                "the corpus was packed with");
  ExpectFailure("sagitta pack dev.txt -o dev.txt", 2, "dev.txt");
  ExpectFailure("sagitta pack -t template dev.txt", 2, "-o PACK");
  Write("broken.pack", Read("dev.pack").substr(0, 4000));
  ExpectFailure("sagitta train -q broken.pack -m other", 1, "broken.pack: truncated: 4000 bytes");
}

}  // namespace
}  // namespace sagitta::cli_testing
