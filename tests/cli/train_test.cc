// Training from the command line: models, logs, the table, Ctrl-C.
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;
using TrainProgram = ProgramTest;

std::vector<Json> ParseLog(const std::string& text) {
  std::vector<Json> records;
  for (const std::string& line : Lines(text)) records.push_back(Json::parse(line));
  return records;
}

TEST_F(TrainProgram, LearnsEveryTask) {
  for (const std::string task : {"chunk", "ner", "pos"}) {
    Output("sagitta synth " + task + " -n 400 -o train.txt; sagitta synth " + task +
           " -n 100 --seed 9 -o test.txt; sagitta synth " + task + " --template -o template");
    Output("sagitta train -q --passes 15 -t template train.txt -m model");
    const Json result = Json::parse(Output("sagitta eval --json -m model test.txt"));
    EXPECT_GT(result.at("token_accuracy"), 0.85) << task;
    EXPECT_LT(result.at("token_accuracy"), 1.0) << task;
  }
}

TEST_F(TrainProgram, LearnsLetters) {
  Output("sagitta synth ocr -n 600 -o train.txt; sagitta synth ocr -n 100 --seed 9 -o test.txt");
  Output("sagitta train -q --passes 15 train.txt -m model");
  const Json result = Json::parse(Output("sagitta eval --json -m model test.txt"));
  EXPECT_GT(result.at("token_accuracy"), 0.75);
  EXPECT_LT(result.at("token_accuracy"), 1.0);
}

TEST_F(TrainProgram, WritesNothingToStandardOutput) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const Outcome outcome = Run("sagitta train --passes 3 train.txt -m model");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(Run("sagitta train -q --passes 200 train.txt -m model").err, "");
}

// A model that may be far from the optimum says so: on standard error also if quiet, in the log and
// in the model.
TEST_F(TrainProgram, WarnsIfItDidNotConverge) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const std::string warning = Run("sagitta train -q --passes 3 --log log train.txt -m model").err;
  EXPECT_TRUE(warning.starts_with(
      "sagitta: warning: training did not converge: the number of passes is reached; the optimum "
      "may be up to "))
      << warning;
  EXPECT_EQ(Json::parse(Lines(Read("log")).back()).at("converged"), false);
  EXPECT_NE(Output("sagitta dump model").find("setting\tconverged\tno\n"), std::string::npos);
  const std::string shown = Run("sagitta train --passes 200 --log log train.txt -m model").err;
  EXPECT_NE(shown.find("\nconverged        yes\n"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("warning"), std::string::npos) << shown;
  const Json end = Json::parse(Lines(Read("log")).back());
  EXPECT_EQ(end.at("converged"), true);
  EXPECT_EQ(end.at("exact_gradient_inf"), end.at("certificate").at("gradient_inf"));
  EXPECT_LE(end.at("exact_gradient_inf"), 1e-4);
  EXPECT_NE(Output("sagitta dump model").find("setting\tconverged\tyes\n"), std::string::npos);
}

// Large values are named, also if quiet: scaled, or left alone on request.
TEST_F(TrainProgram, NamesAttributesWithLargeValues) {
  Write("train.txt", "A\tx\tyear:2020\nB\ty\tyear:-2030\n\nA\tx\tsize:12.5\n");
  const std::string named =
      "2 attributes with large values: year, at most 2030; size, at most 12.5";
  EXPECT_EQ(Run("sagitta train -q train.txt -m model").err,
            "sagitta: note: scaled " + named + "; see --scale-values\n");
  EXPECT_EQ(Run("sagitta train -q --scale-values all train.txt -m model").err, "");
  const std::string warning =
      "sagitta: warning: " + named +
      "; training may fail to converge; divide the values, or use --scale-values auto\n";
  EXPECT_TRUE(Run("sagitta train -q --passes 3 --scale-values off train.txt -m model")
                  .err.starts_with(warning));
  EXPECT_TRUE(Run("sagitta train --passes 3 --scale-values off train.txt -m model")
                  .err.starts_with(warning));
  const std::string header = Run("sagitta train --log log train.txt -m model").err;
  EXPECT_NE(header.find("\nscaled           " + named + "\n"), std::string::npos) << header;
  EXPECT_EQ(header.find("sagitta: "), std::string::npos) << "said twice";
  const Json start = Json::parse(Lines(Read("log")).at(0));
  EXPECT_EQ(start.at("large_attributes"), 2);
  EXPECT_EQ(start.at("large_values").at(1), Json({{"attribute", "size"}, {"largest", 12.5}}));
  EXPECT_EQ(start.at("settings").at("scale_values"), "auto");
}

TEST_F(TrainProgram, ShowsSettingsPassesAndSummary) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const std::string text =
      Run("sagitta train --passes 3 --tolerance 0 --lambda 0.25 --seed 77 train.txt -m model").err;
  for (const std::string part :
       {"train.txt", "sequences        50\n", "labels", "sag-nus-secant", "lambda 0.25, c2 6.25",
        "passes 3, tolerance 0", "seed 77", "precision", "\n    pass      objective", "\n\nstopped",
        "above the optimum", "model            model, "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find('\r'), std::string::npos) << "redrawn without a terminal";
  EXPECT_EQ(text.find('\033'), std::string::npos);
}

TEST_F(TrainProgram, RowsAreAligned) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const auto lines = Lines(Run("sagitta train --passes 4 --tolerance 0 train.txt -m model").err);
  std::size_t rows = 0, width = 0;
  for (const std::string& line : lines) {
    if (line.starts_with("    pass")) width = line.size();
    if (width == 0 || line.empty()) {
      if (rows > 0) break;
      continue;
    }
    EXPECT_EQ(line.size(), width) << line;
    ++rows;
  }
  EXPECT_GE(rows, 5u);  // the heading and four passes
}

TEST_F(TrainProgram, ATerminalSeesOneRowRedrawn) {
  if (Run("command -v script").status != 0) GTEST_SKIP() << "needs script(1)";
  Output("sagitta synth ocr -n 50 -o train.txt");
  const std::string text =
      Run("script -qec '" SAGITTA_PROGRAM
          " train --passes 4 --tolerance 0 train.txt -m model' /dev/null </dev/null")
          .out;
  std::size_t redrawn = 0;
  for (std::size_t at = text.find("\033[K"); at != std::string::npos;
       at = text.find("\033[K", at + 1)) {
    ++redrawn;
  }
  EXPECT_GE(redrawn, 4u) << text;
  EXPECT_TRUE(Exists("model"));
}

TEST_F(TrainProgram, AFullDiskUnderTheLogDoesNotCostTheModel) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const Outcome outcome = Run("sagitta train -q --passes 2 --log /dev/full train.txt -m model");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("/dev/full: cannot write"), std::string::npos);
  EXPECT_TRUE(Exists("model"));
  EXPECT_EQ(
      Run("sagitta train -q --passes 2 --log - train.txt -m other | head -1 >/dev/null").status, 0);
  EXPECT_TRUE(Exists("other"));
}

TEST_F(TrainProgram, StopsWhenTheObjectiveIsNoLongerFinite) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const std::string train = "sagitta train --passes 20 --tolerance 0 train.txt -m model ";
  for (const std::string options :
       {"--method sg --eta 1e300", "--method sg --eta 1e200 --precision double",
        "--method adagrad --eta 1e300"}) {
    const Outcome outcome = Run(train + options);
    EXPECT_EQ(outcome.status, 1) << options;
    EXPECT_NE(outcome.err.find(" diverged: after "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("; try a smaller --eta than 1e"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("\n   20.00"), std::string::npos) << "went on to the end";
    EXPECT_FALSE(Exists("model"));
  }
  ExpectFailure(train + "-q --method smd --rho 1e-300", 1, "method smd diverged: after ");
  ExpectFailure(train + "-q --method smd --rho 1.1", 2,
                "rho: found '1.1', expected a number above 0 and up to 1");
}

TEST_F(TrainProgram, ADivergedTrainingLeavesTheCheckpointBefore) {
  Output("sagitta synth ocr -n 50 -o train.txt");
  const std::string train = "sagitta train -q train.txt --checkpoint state -m model ";
  Output(train + "--passes 2 && rm model");
  const std::string before = Read("state");
  ExpectFailure(train + "--passes 9 --method sg --eta 1e300", 1, "diverged");
  EXPECT_TRUE(Read("state") == before);
  EXPECT_FALSE(Exists("model"));
}

TEST_F(TrainProgram, TheSameSeedGivesTheSameBytes) {
  Output("sagitta synth ner -n 100 --attributes -o train.txt");
  const std::string train = "sagitta train -q --passes 5 train.txt ";
  Output(train + "-m a && " + train + "-m b && " + train + "--seed 2 -m c");
  EXPECT_TRUE(Read("a") == Read("b"));
  EXPECT_FALSE(Read("a") == Read("c"));
}

TEST_F(TrainProgram, ReadsPipesAndGzipAlike) {
  Output("sagitta synth ner -n 100 --attributes -o train.txt && gzip -k train.txt");
  Output("sagitta train -q --passes 3 train.txt -m a");
  Output("sagitta train -q --passes 3 train.txt.gz -m b");
  Output("cat train.txt | sagitta train -q --passes 3 - -m c");
  Output("sagitta train -q --passes 3 - -m d <train.txt.gz");
  EXPECT_TRUE(Read("a") == Read("b"));
  EXPECT_TRUE(Read("a") == Read("c"));
  EXPECT_TRUE(Read("a") == Read("d"));
}

TEST_F(TrainProgram, SeveralFilesAreOneCorpus) {
  Output("sagitta synth ner -n 100 --attributes -o all.txt");
  Output("sagitta synth ner -n 40 --attributes -o first.txt");
  Output("tail -c +$(($(wc -c <first.txt) + 1)) all.txt >second.txt");
  Output(
      "sagitta train -q --passes 3 all.txt -m a; sagitta train -q --passes 3 first.txt second.txt "
      "-m b");
  EXPECT_TRUE(Read("a") == Read("b"));
}

TEST_F(TrainProgram, ColumnsAndAttributesGiveTheSameWeights) {
  Output(
      "sagitta synth chunk -n 80 -o columns; sagitta synth chunk -n 80 --attributes -o attributes;"
      "sagitta synth chunk --template -o template");
  Output(
      "sagitta train -q --passes 4 -t template columns -m a; sagitta train -q --passes 4 "
      "attributes -m b");
  const auto weights = [this](const std::string& model) {
    return Output("sagitta dump " + model + " | grep -E '^(node|transition|edge)'");
  };
  EXPECT_FALSE(weights("a").empty());
  EXPECT_EQ(weights("a"), weights("b"));
}

TEST_F(TrainProgram, EveryMethodTrains) {
  Output("sagitta synth ocr -n 100 -o train.txt");
  for (const std::string method : {"sag", "sag-nus", "sag-nus-secant", "lbfgs"}) {
    Output("sagitta train -q --passes 10 --method " + method + " train.txt -m model");
    EXPECT_NE(Output("sagitta dump model").find("\tmethod\t" + method + "\n"), std::string::npos);
  }
}

TEST_F(TrainProgram, OptionsReachTheTraining) {
  Output("sagitta synth ocr -n 60 -o train.txt");
  const auto settings = [this](const std::string& options) {
    Output("sagitta train -q --passes 2 --log log " + options + " train.txt -m model");
    return ParseLog(Read("log")).front()["settings"];
  };
  EXPECT_EQ(settings("--features all")["features"], "all");
  EXPECT_EQ(settings("--transitions observed")["transitions"], "observed");
  EXPECT_EQ(settings("--min-count 3")["min_count"], 3);
  EXPECT_DOUBLE_EQ(settings("--c2 3")["lambda"], 0.1);
  EXPECT_DOUBLE_EQ(settings("--lambda 0.5")["c2"], 15);
  EXPECT_EQ(settings("--precision double")["precision"], "double");
  EXPECT_EQ(settings("--merge-twins off")["merge_twins"], false);
  EXPECT_FALSE(settings("--threads 3").contains("threads"));  // the result does not depend on it
  EXPECT_EQ(settings("--seed 18446744073709551615")["seed"], 18446744073709551615u);
  EXPECT_DOUBLE_EQ(settings("--tolerance 0.5")["tolerance"], 0.5);
}

TEST_F(TrainProgram, LogsJsonLines) {
  Output("sagitta synth ocr -n 100 -o train.txt");
  Output(
      "sagitta train -q --passes 5 --tolerance 0 --trace-objective --log log.jsonl train.txt -m "
      "model");
  const std::vector<Json> records = ParseLog(Read("log.jsonl"));
  ASSERT_GE(records.size(), 4u);
  EXPECT_EQ(records.front().at("record"), "start");
  EXPECT_EQ(records.front().at("settings").at("method"), "sag-nus-secant");
  EXPECT_EQ(records.front().at("corpus").at("sequences"), 100);
  EXPECT_DOUBLE_EQ(records.front().at("settings").at("lambda"), 0.01);
  double pass = 0, seconds = 0;
  for (std::size_t i = 1; i + 1 < records.size(); ++i) {
    const Json& record = records[i];
    EXPECT_EQ(record.at("record"), "pass");
    EXPECT_GT(record.at("pass"), pass);
    EXPECT_GE(record.at("seconds"), seconds);
    EXPECT_GT(record.at("evaluations"), 0);
    EXPECT_TRUE(record.at("objective").is_number());
    EXPECT_TRUE(record.at("gradient_inf").is_number());
    pass = record.at("pass");
    seconds = record.at("seconds");
  }
  EXPECT_EQ(records.back().at("record"), "end");
  EXPECT_TRUE(records.back().at("stop_reason").is_string());
  EXPECT_GE(records.back().at("certificate").at("bound"), 0);
}

TEST_F(TrainProgram, ObjectiveIsLoggedOnlyWhenTraced) {
  Output(
      "sagitta synth ocr -n 50 -o train.txt && sagitta train -q --passes 2 --log log train.txt -m "
      "model");
  EXPECT_FALSE(ParseLog(Read("log"))[1].contains("objective"));
}

TEST_F(TrainProgram, ADevFileIsScoredAndEndsTheTraining) {
  Output("sagitta synth ocr -n 100 -o train.txt; sagitta synth ocr -n 50 --seed 2 -o dev.txt");
  Output(
      "sagitta train -q --passes 500 --tolerance 0 --dev dev.txt --patience 3 --log log train.txt "
      "-m model");
  const std::vector<Json> records = ParseLog(Read("log"));
  const Json& end = records.back();
  double best = 0;  // from pass 10 on; record 0 is the start
  for (std::size_t i = 10; i + 1 < records.size(); ++i) {
    best = std::max(best, records[i].at("dev_score").get<double>());
  }
  EXPECT_DOUBLE_EQ(end.at("best_dev_score"), best);
  EXPECT_LT(end.at("pass"), 500);
  const Json result = Json::parse(Output("sagitta eval --json -m model dev.txt"));
  EXPECT_NEAR(result.at("score"), best, 1e-9);
}

TEST_F(TrainProgram, CtrlCSavesTheModel) {
  Output("sagitta synth ocr -n 300 -o train.txt");
  Child child({"train", Path("train.txt"), "-m", Path("model"), "--passes", "1e9", "--tolerance",
               "0", "--precision", "double", "--log", Path("log")},
              Path("errors"));
  ASSERT_TRUE(WaitForText(Path("log"), "\"pass\":"));
  child.Signal(SIGINT);
  EXPECT_EQ(child.Wait(), 0) << Read("errors");
  EXPECT_NE(Read("errors").find("interrupted: saving what there is"), std::string::npos);
  EXPECT_EQ(ParseLog(Read("log")).back()["record"], "end");
  EXPECT_FALSE(Output("sagitta tag -m model train.txt").empty());
}

TEST_F(TrainProgram, ASecondCtrlCLeavesAtOnce) {
  Output("sagitta synth pos -n 6000 -o train.txt; sagitta synth pos --template -o template");
  Child child({"train", Path("train.txt"), "-t", Path("template"), "-m", Path("model"), "--passes",
               "1e9", "--tolerance", "0"},
              Path("errors"));
  ASSERT_TRUE(WaitForText(Path("errors"), "objective"));
  child.Signal(SIGINT);
  ASSERT_TRUE(WaitForText(Path("errors"), "interrupted"));
  child.Signal(SIGINT);
  EXPECT_EQ(child.Wait(), 130);
  EXPECT_FALSE(Exists("model"));
}

TEST_F(TrainProgram, AKilledRunLeavesCompleteLines) {
  Output("sagitta synth ocr -n 300 -o train.txt");
  Child child({"train", Path("train.txt"), "-m", Path("model"), "--passes", "1e9", "--tolerance",
               "0", "--log", Path("log")},
              Path("errors"));
  ASSERT_TRUE(WaitForText(Path("log"), "\"pass\":"));
  child.Signal(SIGKILL);
  EXPECT_EQ(child.Wait(), -SIGKILL);
  const std::string log = Read("log");
  EXPECT_EQ(log.back(), '\n');
  EXPECT_GE(ParseLog(log).size(), 2u);
  EXPECT_FALSE(Exists("model"));
}

}  // namespace
}  // namespace sagitta::cli_testing
