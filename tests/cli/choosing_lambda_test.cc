// sagitta train --lambda auto: the table of values, the log, Ctrl-C, and what is refused.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;

class ChoosingLambda : public ProgramTest {
 protected:
  ChoosingLambda() {
    Output("sagitta synth chunk -n 80 --attributes -o train.txt");
    Output("sagitta synth chunk -n 40 --seed 2 --attributes -o dev.txt");
  }
  std::vector<Json> Records(const std::string& log) const {
    std::vector<Json> records;
    for (const std::string& line : Lines(Read(log))) records.push_back(Json::parse(line));
    return records;
  }
  static std::size_t Count(const std::vector<Json>& records, const std::string& type) {
    std::size_t count = 0;
    for (const Json& record : records) count += record["record"] == type;
    return count;
  }
  const std::string train_ = "sagitta train --tolerance 1e-3 --passes 30 train.txt -m model ";
};

TEST_F(ChoosingLambda, AutoPrintsAndLogsThePath) {
  const Outcome run = Run(train_ + "--dev dev.txt --lambda auto --log log");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* text : {"lambda-path 0.125:1.25e-05:9:stop", " c2 ", "  kept",
                           ": the best dev score", "the path took "}) {
    EXPECT_NE(run.err.find(text), std::string::npos) << text << run.err;
  }
  const Json end = Records("log").back();
  EXPECT_EQ(end["path"].size(), Count(Records("log"), "lambda"));
  EXPECT_EQ(end["path"][0]["lambda"], 0.125);
  EXPECT_EQ(end["path"][0]["c2"], 5);
  EXPECT_TRUE(end["path"][0].contains("active_weights"));
  EXPECT_EQ(end["choice"].get<std::string>().rfind("the best dev score", 0), 0u);
  const std::string model = Read("model");
  Output(train_ + "-q --dev dev.txt --c2 auto");
  EXPECT_EQ(Read("model"), model) << "the same in other units";
}

TEST_F(ChoosingLambda, CheckpointsOfThePathAreResumed) {
  Output(train_ + "-q --dev dev.txt --lambda auto --checkpoint state");
  const std::string model = Read("model");
  Output(train_ + "-q --dev dev.txt --lambda auto --resume state");
  EXPECT_EQ(Read("model"), model);
}

TEST_F(ChoosingLambda, CrossValidationPrintsAndLogsTheTable) {
  const Outcome run = Run(train_ + "--cv 3 --lambda auto --log log");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* text : {"fold 1 of 3: training on ", "fold 3 of 3", "  kept", "  error",
                           "cross-validation took ", "; one training with lambda "}) {
    EXPECT_NE(run.err.find(text), std::string::npos) << text << run.err;
  }
  const std::vector<Json> records = Records("log");
  EXPECT_EQ(records.front()["record"], "fold");
  EXPECT_EQ(Count(records, "fold"), 3u);
  EXPECT_EQ(Count(records, "start"), 1u);
  const Json& cv = records.back()["cross_validation"];
  EXPECT_EQ(cv["folds"], 3);
  EXPECT_EQ(3 * cv["path"].size(), Count(records, "fold_lambda"));
  bool chosen = false;
  for (const Json& point : cv["path"]) {
    EXPECT_TRUE(point.contains("standard_error"));
    chosen = chosen || point["lambda"] == records.back()["lambda"];
  }
  EXPECT_TRUE(chosen);
  EXPECT_FALSE(records.back()["choice"].get<std::string>().empty());
  EXPECT_EQ(Output("sagitta report model --log log --out page.html && wc -c < page.html").empty(),
            false);
}

TEST_F(ChoosingLambda, CtrlCInAFoldSavesItsModel) {
  Child child({"train", Path("train.txt"), "-m", Path("model"), "--cv", "2", "--lambda", "auto",
               "--passes", "1e9", "--tolerance", "0", "--stop-at-floor", "off"},
              Path("stderr"));
  ASSERT_TRUE(WaitForText(Path("stderr"), "fold 1 of 2"));
  child.Signal(SIGINT);
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_NE(Read("stderr").find("cross-validation was interrupted; this is the model of fold 1"),
            std::string::npos)
      << Read("stderr");
  EXPECT_FALSE(Output("sagitta eval -m model dev.txt").empty());
}

TEST_F(ChoosingLambda, RefusesWhatMakesNoSense) {
  ExpectFailure(train_ + "--lambda auto", 2, "add a dev corpus (--dev FILE) or, if there is none");
  ExpectFailure(train_ + "--lambda auto --lambda-path 1:0.1:3 --dev dev.txt", 2, "give only one");
  ExpectFailure(train_ + "--lambda-path 1:0.1:3 --c2 auto --dev dev.txt", 2, "give only one");
  ExpectFailure(train_ + "--cv 3 --lambda auto --dev dev.txt", 2, "give only one");
  ExpectFailure(train_ + "--cv 3", 2, "cv chooses lambda: give lambda auto or lambda-path");
  ExpectFailure(train_ + "--cv 81 --lambda auto", 2,
                "cv: found '81', expected at most the number of sequences, 80");
  ExpectFailure(train_ + "--cv 3 --lambda auto --checkpoint state", 2, "cv has no checkpoints");
  ExpectFailure("sagitta compare --lambda auto train.txt --out results", 2,
                "a comparison needs one lambda");
  EXPECT_FALSE(Exists("model"));
}

}  // namespace
}  // namespace sagitta::cli_testing
