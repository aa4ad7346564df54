// sagitta compare as a user sees it: files, streams, Ctrl-C, kills, refusals.
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;

class CompareProgram : public ProgramTest {
 protected:
  CompareProgram() {
    Output("sagitta synth chunk --sequences 80 --attributes -o train.txt");
    Output("sagitta synth chunk --sequences 30 --seed 2 --attributes -o test.txt");
  }

  std::vector<Json> Records(const std::string& folder) const {
    std::vector<Json> records;
    for (const std::string& line : Lines(Read(folder + "/results.jsonl"))) {
      records.push_back(Json::parse(line));
    }
    return records;
  }
  /// The program as a child, told where its files are.
  std::vector<std::string> Words(const std::string& methods, const std::string& passes) const {
    return {"compare", "--methods",      methods,           "--passes", passes,
            "--test",  Path("test.txt"), Path("train.txt"), "--out",    Path("results")};
  }
};

TEST_F(CompareProgram, WritesResultsAndSummary) {
  const Outcome outcome = Run(
      "sagitta compare --methods sag-nus-star,adagrad,lbfgs --passes 5 --test test.txt train.txt "
      "--out a/results");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, Read("a/results/summary.txt"));
  EXPECT_NE(outcome.err.find("optimum "), std::string::npos);
  EXPECT_NE(outcome.err.find("sag-nus-star: gap "), std::string::npos);
  EXPECT_NE(outcome.err.find("adagrad, eta 1: gap "), std::string::npos);
  const std::vector<Json> records = Records("a/results");
  EXPECT_EQ(records.front().at("record"), "header");
  EXPECT_EQ(records.front().at("train"), Json({"train.txt"}));
  EXPECT_EQ(records.front().at("test"), "test.txt");
  EXPECT_EQ(records.front().at("optimum").at("agrees"), true);
  EXPECT_EQ(records.back().at("record"), "end");
  EXPECT_EQ(records.back().at("runs"), records.size() - 2);
}

// The same numbers as `sagitta train` shows with the same settings.
TEST_F(CompareProgram, AgreesWithTrain) {
  const std::string common =
      " --passes 5 --features all --c2 1 --min-count 2 --seed 3 --precision double train.txt ";
  Output("sagitta compare -q --methods saga --test test.txt -o r" + common);
  Output(
      "sagitta train -q --method saga --tolerance 0 --trace-objective --dev test.txt --log log "
      "-m model" +
      common);
  const Json run = Records("r").at(1);
  const Json& curve = run.at("curve");
  std::size_t k = 0;
  for (const std::string& line : Lines(Read("log"))) {
    const Json record = Json::parse(line);
    if (record.at("record") == "start") {
      EXPECT_EQ(record.at("memory_bytes"), run.at("memory_bytes"));
    }
    if (record.at("record") != "pass") continue;
    EXPECT_EQ(curve.at("pass").at(k), record.at("pass"));
    EXPECT_EQ(curve.at("objective").at(k), record.at("objective"));
    EXPECT_EQ(curve.at("test_f1").at(k), record.at("dev_score"));
    ++k;
  }
  EXPECT_EQ(curve.at("pass").size(), k);
  const Json score = Json::parse(Output("sagitta eval --json -m model test.txt"));
  EXPECT_NEAR(1 - curve.at("test_error").back().get<double>(), score.at("token_accuracy"), 1e-12);
}

TEST_F(CompareProgram, KeepsWhatIsDoneOnInterrupt) {
  const std::vector<std::string> words = Words("sag,sag-nus-star", "100000");
  Child child(words, Path("errors"));
  ASSERT_TRUE(WaitForText(Path("errors"), "optimum "));
  child.Signal(SIGINT);
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_NE(
      Read("results/summary.txt").find("Not complete: run the same command again to continue."),
      std::string::npos);
  const std::vector<Json> records = Records("results");
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].at("optimum").at("runs").size(), 2u);
}

TEST_F(CompareProgram, SurvivesBeingKilledAtAnyMoment) {
  const std::string methods = "sag-nus-star,sag,sg,lbfgs";
  Output("sagitta compare -q --methods " + methods +
         " --passes 30 --test test.txt train.txt "
         "--out whole");
  std::mt19937 rng(5);
  int kills = 0;
  bool complete = false;
  for (unsigned round = 0; round < 300 && !complete; ++round) {
    Child child(Words(methods, "30"), Path("errors"));
    // Longer and longer, so that every machine comes to an end.
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + rng() % (100 + 20 * round)));
    child.Signal(SIGKILL);
    const int status = child.Wait();
    kills += status == -SIGKILL ? 1 : 0;
    complete = status == 0;
    EXPECT_TRUE(complete || status == -SIGKILL) << Read("errors");
  }
  ASSERT_TRUE(complete);
  EXPECT_GT(kills, 1) << "hardly ever killed in time";
  const std::vector<Json> whole = Records("whole"), pieces = Records("results");
  ASSERT_EQ(whole.size(), pieces.size());
  for (std::size_t k = 1; k + 1 < whole.size(); ++k) {
    EXPECT_EQ(whole[k].at("curve").at("objective"), pieces[k].at("curve").at("objective"));
    EXPECT_EQ(whole[k].at("mark"), pieces[k].at("mark"));
  }
}

TEST_F(CompareProgram, WarnsAndLeavesOut) {
  const Outcome outcome = Run(
      "sagitta compare -q --jobs 2 --lambda1 0.001 --methods sag,lbfgs --passes 2 train.txt --out "
      "r");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("warning: 2 methods run at the same time"), std::string::npos);
  EXPECT_NE(outcome.err.find("lbfgs was skipped: method lbfgs has no L1 form"), std::string::npos);
  EXPECT_NE(outcome.out.find("lbfgs was skipped"), std::string::npos);
}

TEST_F(CompareProgram, RefusesByName) {
  ExpectFailure("sagitta compare --out r", 2, "no FILE to train on; - is standard input");
  ExpectFailure("sagitta compare train.txt", 2, "--out DIR is missing");
  ExpectFailure("sagitta compare --methods sag,sag-nuss train.txt --out r", 2,
                "unknown method 'sag-nuss', did you mean 'sag-nus'?");
  ExpectFailure("sagitta compare --methods sag,,lbfgs train.txt --out r", 2,
                "--methods: found 'sag,,lbfgs', expected all or a list");
  ExpectFailure("sagitta compare --methods sag:history=3 train.txt --out r", 2,
                "method sag has no option 'history'");
  ExpectFailure("sagitta compare --passes 0 train.txt --out r", 2, "passes: found '0', expected");
  ExpectFailure("sagitta compare --jobs 0 train.txt --out r", 2, "--jobs: found '0', expected");
  ExpectFailure("sagitta compare --lambda 1 --c2 1 train.txt --out r", 2,
                "lambda and c2 are one setting");
  ExpectFailure("sagitta compare --test absent.txt train.txt --out r", 1, "absent.txt");
  ExpectFailure("sagitta compare train.txt --out train.txt", 1,
                "train.txt: cannot create the directory of results");
  EXPECT_FALSE(Exists("r"));
}

TEST_F(CompareProgram, RefusesAnotherTask) {
  const std::string compare = "sagitta compare -q --methods sag --passes 2 --out r ";
  Output(compare + "train.txt");
  ExpectFailure(compare + "--seed 2 train.txt", 2,
                "'r' contains a comparison with seed 1, this one has 2; choose another directory");
  ExpectFailure(compare + "--lambda 0.0125 test.txt", 2, "of other training data");
  Write("r/results.jsonl", Read("r/results.jsonl").substr(0, 100));
  ExpectFailure(compare + "train.txt", 1, "r/results.jsonl:1: ");
}

}  // namespace
}  // namespace sagitta::cli_testing
