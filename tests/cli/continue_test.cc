// sagitta train --from: what the new model keeps, how it is said, and which mistakes are refused.
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/golden.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;

class ContinueProgram : public ProgramTest {
 protected:
  ContinueProgram() {
    Write("old.txt", "A\tx\tonly\nB\ty\n\nC\tz\nA\tx\n\nB\ty\nC\tz\n\n");
    Write("new.txt", "A\tx\nD\tw\n\nD\tw\nA\ty\n\n");
    Output("sagitta train -q old.txt --precision double -m old");
  }

  /// The weights of the old model on an attribute, as a dump has them.
  std::string Dumped(const std::string& model, const std::string& attribute) const {
    std::string found;
    for (const std::string& line : Lines(Output("sagitta dump " + model))) {
      if (line.find("\t" + attribute + "\t") != std::string::npos) found += line + "\n";
    }
    return found;
  }
};

TEST_F(ContinueProgram, KeepsLabelsAndAttributes) {
  const Outcome outcome =
      Run("sagitta train --from old new.txt --precision double --log log -m new");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("\nmatched          1 labels (2 kept, 1 added), 2 attributes (2 kept, "
                             "1 added), "),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("\ncontinuing       forget off, penalty size\n"), std::string::npos);
  EXPECT_EQ(Dumped("new", "z"), Dumped("old", "z"));
  EXPECT_EQ(Dumped("new", "only"), Dumped("old", "only"));
  EXPECT_NE(Dumped("new", "x"), Dumped("old", "x"));
  const Json start = Json::parse(Lines(Read("log")).front());
  EXPECT_EQ(start["from"], "old");
  EXPECT_EQ(start["corpus"]["labels"], 4);
  EXPECT_EQ(start["settings"]["forget"], false);
  EXPECT_EQ(start["settings"]["penalty"], "size");
  const Json& from = start["from_model"];
  EXPECT_EQ(from["labels"], Json::parse(R"({"matched":1,"kept":2,"added":1,"dropped":0})"));
  EXPECT_EQ(from["attributes"], Json::parse(R"({"matched":2,"kept":2,"added":1,"dropped":0})"));
  EXPECT_EQ(from["untrained"], 2);
  // The old labels are still there to be found.
  EXPECT_EQ(Output("sagitta tag -m new -", "x\tonly\ny\n\n").substr(0, 2), "A\n");
}

TEST_F(ContinueProgram, ForgetsOnRequest) {
  const Outcome outcome = Run("sagitta train --from old --forget new.txt -m new");
  EXPECT_NE(outcome.err.find("1 labels (0 kept, 1 added, 2 dropped), 2 attributes (0 kept, 1 "
                             "added, 2 dropped), "),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(Dumped("new", "z"), "");
  EXPECT_EQ(Output("sagitta dump new").find("C"), std::string::npos);
}

TEST_F(ContinueProgram, WithoutAModelThereIsNoLineAboutOne) {
  const Outcome outcome = Run("sagitta train new.txt --log log -m new");
  EXPECT_EQ(outcome.err.find("matched"), std::string::npos);
  EXPECT_EQ(outcome.err.find("continuing"), std::string::npos);
  EXPECT_TRUE(Json::parse(Lines(Read("log")).front())["from_model"].is_null());
}

TEST_F(ContinueProgram, RefusesMistakes) {
  ExpectFailure("sagitta train new.txt --forget -m m", 2, "forget needs a model to start from");
  ExpectFailure("sagitta train new.txt --penalty change -m m", 2,
                "penalty change needs a model to start from");
  ExpectFailure("sagitta train new.txt --from old --penalty both -m m", 2,
                "penalty: found 'both', expected one of size, change");
  ExpectFailure("sagitta train new.txt --from old --penalty change --method oeg -m m", 2,
                "method oeg cannot be used with penalty change: its dual is that of the usual");
}

TEST_F(ContinueProgram, CheckpointsBelongToTheirPenalty) {
  Output("sagitta synth chunk --sequences 60 --attributes -o train.txt");
  Output("sagitta synth chunk --sequences 20 --seed 2 --attributes -o more.txt");
  Output("sagitta train -q train.txt --passes 5 -m base");
  for (const std::string kind :
       {"--penalty change", "--penalty size", "--forget", "--penalty change --lambda1 0.001"}) {
    const std::string train = "sagitta train -q more.txt --from base --tolerance 0 " + kind;
    Output(train + " --passes 7 -m whole");
    Output(train + " --passes 3 --checkpoint state -m half");
    Output(train + " --passes 7 --resume state -m resumed");
    EXPECT_TRUE(Read("resumed") == Read("whole")) << kind;
  }
  const std::string train = "sagitta train -q more.txt --from base --tolerance 0 -m other ";
  Output(train + "--passes 3 --checkpoint state");
  ExpectFailure(train + "--resume state --penalty change", 2, "made with penalty size");
  ExpectFailure(train + "--resume state --forget", 2, "made with forget off");
}

// Its template comes with the model.
TEST_F(ContinueProgram, ReadsTheFilesLikeTheModel) {
  Output("sagitta synth chunk --template -o template");
  Output("sagitta synth chunk --sequences 60 -o train.tsv");
  Output("sagitta synth chunk --sequences 20 --seed 2 -o more.tsv");
  Output("sagitta train -q -t template train.tsv --passes 5 -m base");
  Output("sagitta train -q --from base more.tsv --passes 5 -m one");
  Output("sagitta train -q --from base -t template more.tsv --passes 5 -m two");
  EXPECT_EQ(Output("sagitta dump one"), Output("sagitta dump two"));
  EXPECT_EQ(Output("sagitta eval -m one more.tsv"), Output("sagitta eval -m two more.tsv"));
}

TEST_F(ContinueProgram, ContinuesModelsOfOtherTools) {
  for (const auto& [model, data] :
       std::vector<std::pair<std::string, std::string>>{{"crfsuite/model", "train.attr"},
                                                        {"wapiti/model", "train.tsv"},
                                                        {"crfpp/model", "train.tsv"}}) {
    Write("foreign", GoldenText(model));
    Write("data", GoldenText(data));
    for (const std::string penalty : {"size", "change"}) {
      const Outcome outcome = Run("sagitta train --passes 30 --from foreign --penalty " + penalty +
                                  " --lambda 1000 data -m model --precision double");
      ASSERT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_EQ(outcome.err.find(" 0 attributes ("), std::string::npos) << outcome.err;
      EXPECT_NE(outcome.err.find(" labels (0 kept, 0 added), "), std::string::npos) << outcome.err;
    }
    // With this lambda the weights of the foreign model stay.
    EXPECT_EQ(Output("sagitta tag -m model data"), Output("sagitta tag -m foreign data")) << model;
  }
}

}  // namespace
}  // namespace sagitta::cli_testing
