// Trainings that go on: checkpoints, warm starts and paths.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;

class Resume : public ProgramTest {
 protected:
  Resume() {
    Output("sagitta synth chunk --sequences 200 --attributes -o train.txt");
    Output("sagitta synth chunk --sequences 60 --seed 2 --attributes -o dev.txt");
  }

  std::vector<Json> Records(const std::string& file) const {
    std::vector<Json> records;
    for (const std::string& line : Lines(Read(file))) records.push_back(Json::parse(line));
    return records;
  }
};

TEST_F(Resume, GoesOnToTheSameBytes) {
  for (const std::string method : {"sag-nus-secant", "lbfgs", "sdca", "adagrad --eta 0.1"}) {
    const std::string train =
        "sagitta train -q train.txt --dev dev.txt --tolerance 0 --method " + method;
    Output(train + " --passes 8 -m whole");
    Output(train + " --passes 3 --checkpoint state -m half");
    EXPECT_NE(Read("half"), Read("whole"));
    Output(train + " --passes 8 --resume state -m resumed");
    EXPECT_EQ(Read("resumed"), Read("whole")) << method;
  }
}

// With an L1 term the default method changes over, here after pass 3.
TEST_F(Resume, GoesOnBeforeAndAfterAChangeOfMethods) {
  const std::string train = "sagitta train train.txt --tolerance 0 --c1 0.1 --c2 0.01";
  const Outcome whole = Run(train + " --passes 20 --log log -m whole");
  EXPECT_NE(whole.err.find("changing over to owlqn: the last pass lowered"), std::string::npos)
      << whole.err;
  std::vector<double> changes;
  for (const Json& record : Records("log")) {
    if (record.contains("note")) changes.push_back(record.at("pass"));
  }
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_GE(changes[0], 3);
  EXPECT_LT(changes[0], 12);
  for (const char* passes : {"2", "15"}) {
    Output(train + " -q --passes " + passes + " --checkpoint state -m half");
    Output(train + " -q --passes 20 --resume state --threads 2 -m resumed");
    EXPECT_EQ(Read("resumed"), Read("whole")) << passes;
  }
}

// Every start has another number of threads.
TEST_F(Resume, SurvivesBeingKilledAtAnyMoment) {
  constexpr unsigned kThreads[] = {1, 3, 2, 8, 17};
  const std::string train =
      "train train.txt --dev dev.txt --tolerance 0 --passes 150 --patience 140 --log log";
  Output("sagitta " + train + " -q --threads 1 -m whole");
  std::mt19937 rng(5);
  int kills = 0;
  for (unsigned round = 0; round < 400 && !Exists("model"); ++round) {
    const std::string resume = (Exists("state") ? " --resume state" : "") +
                               std::string(" --threads ") +
                               std::to_string(kThreads[round % std::size(kThreads)]);
    std::vector<std::string> words;
    std::string word;
    for (const char c : train + resume + " --checkpoint state -m model -q ") {
      if (c != ' ') {
        word += c;
        continue;
      }
      const bool file = word == "train.txt" || word == "dev.txt" || word == "log" ||
                        word == "state" || word == "model";
      words.push_back(file ? Path(word) : word);
      word.clear();
    }
    Child child(words, Path("stderr"));
    // Longer and longer, so that every machine comes to an end.
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + rng() % (60 + 10 * round)));
    child.Signal(SIGKILL);
    kills += child.Wait() == -SIGKILL ? 1 : 0;
  }
  ASSERT_TRUE(Exists("model"));
  EXPECT_GT(kills, 1) << "hardly ever killed in time";
  EXPECT_EQ(Read("model"), Read("whole"));
}

TEST_F(Resume, ComparesWhatTheCheckpointBelongsTo) {
  Output("sagitta train -q train.txt --passes 2 --checkpoint state -m model");
  const std::string resume = "sagitta train -q --passes 4 --resume state -m other ";
  ExpectFailure(resume + "train.txt --seed 2", 2,
                "state: the checkpoint was made with seed 1, this training run has 2");
  ExpectFailure(resume + "train.txt --method sag", 2, "was made with");
  ExpectFailure(resume + "train.txt --lambda 0.5", 2, "made with lambda");
  ExpectFailure(resume + "train.txt --dev dev.txt", 2, "made with other data");
  ExpectFailure(resume + "dev.txt --lambda 0.005", 2, "made with other data");
  ExpectFailure(resume + "train.txt --precision double", 2, "made with precision");
  EXPECT_FALSE(Exists("other"));
}

TEST_F(Resume, ComparesTheModelItBeganWith) {
  Output("sagitta train -q train.txt --passes 1 -m one");
  Output("sagitta train -q train.txt --passes 3 -m other; cp one copy");
  const std::string train = "sagitta train -q train.txt --tolerance 0 ";
  Output(train + "--passes 6 --from one -m whole");
  Output(train + "--passes 2 --from one --checkpoint state -m half");
  const std::string resume = train + "--passes 6 --resume state -m resumed ";
  const std::string made = "state: the checkpoint was made with --from a model with hash ";
  ExpectFailure(resume + "--from other", 2, made);
  ExpectFailure(resume, 2, made);
  EXPECT_FALSE(Exists("resumed"));
  Output(resume + "--from copy");
  EXPECT_EQ(Read("resumed"), Read("whole"));
  Output(train + "--passes 2 --checkpoint cold -m half");
  ExpectFailure(train + "--passes 6 --resume cold --from one -m m", 2, "made with --from not set");
}

TEST_F(Resume, RefusesWhatIsNoCheckpoint) {
  Output("sagitta train -q train.txt --passes 2 --checkpoint state -m model");
  const std::string resume = "sagitta train -q train.txt --passes 4 -m other --resume ";
  ExpectFailure(resume + "train.txt", 1, "train.txt: this is not a checkpoint");
  ExpectFailure(resume + "nowhere", 1, "nowhere");
  const std::string state = Read("state");
  for (const std::size_t length : {std::size_t{0}, std::size_t{20}, state.size() - 1}) {
    Write("cut", state.substr(0, length));
    ExpectFailure(resume + "cut", 1, "cut: ");
  }
  for (std::size_t at = 0; at < state.size(); at += 1 + state.size() / 97) {
    std::string altered = state;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    Write("altered", altered);
    ExpectFailure(resume + "altered", 1, "altered: ");
  }
}

TEST_F(Resume, EveryNPassesIsEnough) {
  Output("sagitta train -q train.txt --passes 7 --tolerance 0 --checkpoint state --every 100 -m m");
  EXPECT_TRUE(Exists("state")) << "the end is always kept";
  ExpectFailure("sagitta train train.txt --checkpoint s --every 0 -m m", 2, "every: found '0'");
  ExpectFailure("sagitta train train.txt --every 2 -m m", 2, "every needs a checkpoint file");
  ExpectFailure("sagitta train train.txt --every 2 --resume state -m m", 2, "every needs");
  ExpectFailure("sagitta train train.txt --checkpoint no/such/dir/s -m m", 1, "no/such/dir/s");
}

TEST_F(Resume, WarmStartsNeedFewerPasses) {
  Output("sagitta train -q train.txt --log cold.log -m model");
  Output("sagitta train -q train.txt --from model --log warm.log -m again");
  const double cold = Records("cold.log").back()["pass"], warm = Records("warm.log").back()["pass"];
  EXPECT_LT(warm, 0.5 * cold);
  ExpectFailure("sagitta train -q train.txt --from nowhere -m again", 1, "nowhere");
  ExpectFailure("sagitta train -q train.txt --method sdca --from model -m again", 2,
                "method sdca cannot start from the weights of a model");
}

TEST_F(Resume, PathsKeepTheBestOnDev) {
  const Outcome path =
      Run("sagitta train train.txt --dev dev.txt --lambda-path 0.5:0.001:5 --log log -m model");
  ASSERT_EQ(path.status, 0) << path.err;
  const std::vector<Json> records = Records("log");
  std::vector<Json> points;
  for (const Json& record : records) {
    if (record["record"] == "lambda") points.push_back(record);
  }
  ASSERT_EQ(points.size(), 5u);
  EXPECT_EQ(points.front()["lambda"], 0.5);
  EXPECT_EQ(points.back()["lambda"], 0.001);
  double best = -1, kept = 0;
  for (const Json& point : points) {
    if (point["dev_score"] <= best) continue;
    best = point["dev_score"];
    kept = point["lambda"];
  }
  EXPECT_EQ(records.back()["lambda"], kept);
  EXPECT_EQ(records.back()["path"].size(), 5u);
  EXPECT_NE(path.err.find("  kept"), std::string::npos) << path.err;
  // The model is the one that a training with this lambda alone comes to.
  const double score = Json::parse(Output("sagitta eval -m model --json dev.txt"))["score"];
  EXPECT_NEAR(score, best, 1e-9);
}

TEST_F(Resume, PathsAreChecked) {
  const std::string train = "sagitta train train.txt -m model --lambda-path ";
  for (const std::string path : {"1", "1:2", "1:2:0", "0:1:3", "1:0:3", "a:1:3", "1:2:3:4"}) {
    ExpectFailure(train + path, 2, "lambda-path: found '");
  }
  ExpectFailure(train + "1:0.1:3 --lambda 1", 2, "lambda-path sets lambda");
}

TEST_F(Resume, PathsGoOnFromCheckpointsToo) {
  const std::string train =
      "sagitta train -q train.txt --dev dev.txt --lambda-path 0.5:0.01:3 --tolerance 1e-3 ";
  Output(train + "-m whole");
  Output(train + "--passes 6 --checkpoint state -m half");
  // The checkpoint is of the last value; the others are in it as they ended.
  Output(train + "--passes 6 --resume state -m again");
  EXPECT_EQ(Read("again"), Read("half"));
}

class ResumedPath : public Resume {
 protected:
  void GoesOnFromItsMiddle(const std::string& start);
};

// Killed in the middle of the second of three values, in an odd place between two checkpoints.
void ResumedPath::GoesOnFromItsMiddle(const std::string& start) {
  const std::string options =
      start + "--lambda-path 0.5:0.01:3 --tolerance 0 --passes 150 --precision double --every 4";
  const std::string train = "sagitta train -q train.txt --dev dev.txt " + options;
  Output(train + " --checkpoint ignored --log whole.log -m whole");
  std::vector<std::string> words = {"train", "-q", Path("train.txt"), "--dev", Path("dev.txt")};
  for (std::size_t at = 0; at < options.size();) {
    const std::size_t end = std::min(options.find(' ', at), options.size());
    words.push_back(options.substr(at, end - at));
    at = end + 1;
  }
  for (const std::string option : {"--checkpoint", "--log", "-m"}) {
    words.insert(words.end(), {option, Path(option.substr(option.rfind('-') + 1))});
  }
  // The last line of a log that is being written may be half a line.
  const auto passes_at = [this](double low, double high) {
    std::size_t count = 0;
    for (const std::string& line : Lines(Read("log"))) {
      const Json record = Json::parse(line, nullptr, false);
      if (record.is_discarded() || record["record"] != "pass") continue;
      count += record["lambda"] > low && record["lambda"] < high;
    }
    return count;
  };
  // On a busy machine the second value may be over before it is seen to have begun.
  const auto killed_in_the_middle = [&] {
    Output("rm -f log checkpoint m");
    Child child(words, Path("stderr"));
    if (!WaitForText(Path("log"), "\"record\":\"lambda\"")) return false;
    for (int k = 0; k < 30000 && passes_at(0.02, 0.2) < 7; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    child.Signal(SIGKILL);
    return child.Wait() == -SIGKILL && passes_at(0, 0.02) == 0;
  };
  bool killed = false;
  for (int attempt = 0; attempt < 20 && !killed; ++attempt) killed = killed_in_the_middle();
  ASSERT_TRUE(killed);
  Output(train + " --resume checkpoint --checkpoint checkpoint --log log -m resumed");
  EXPECT_EQ(Read("resumed"), Read("whole"));
  // The log tells every pass and every value once, as if nothing had happened.
  const auto course = [this](const std::string& log) {
    std::vector<Json> told;
    for (Json record : Records(log)) {
      if (record["record"] == "start") continue;
      for (const char* const time : {"seconds", "total_seconds"}) record.erase(time);
      if (record.contains("path")) record.erase("path");
      told.push_back(record);
    }
    return told;
  };
  EXPECT_EQ(course("log"), course("whole.log"));
}

TEST_F(ResumedPath, FromZero) { GoesOnFromItsMiddle(""); }

TEST_F(ResumedPath, FromAModelWithAPenaltyOfTheChange) {
  Output("sagitta synth chunk --sequences 100 --seed 3 --attributes -o old.txt");
  Output("sagitta train -q old.txt --passes 5 -m old");
  GoesOnFromItsMiddle("--from " + Path("old") + " --penalty change ");
}

// Whatever came after the checkpoint is told again, and only once.
TEST_F(Resume, TheLogIsCutBackToTheCheckpoint) {
  const std::string train = "sagitta train -q train.txt --tolerance 0 --log log ";
  Output(train + "--passes 3 --checkpoint state -m m");
  Output("cp state early; cp log early.log");
  Output(train + "--passes 6 --resume state --checkpoint state -m m");
  Output("printf '{\"record\":\"pa' >>log");  // killed while it wrote
  Output(train + "--passes 5 --resume early -m m");
  std::vector<double> passes;
  std::size_t ends = 0;
  for (const Json& record : Records("log")) {
    if (record["record"] == "pass") passes.push_back(record["pass"]);
    ends += record["record"] == "end";
  }
  EXPECT_TRUE(std::is_sorted(passes.begin(), passes.end()));
  EXPECT_GE(passes.size(), 5u);
  EXPECT_LT(passes.back(), 6);
  EXPECT_EQ(ends, 1u);
  // What is no log is only added to.
  Write("log", "a line of something else\n");
  Output(train + "--passes 5 --resume early -m m");
  EXPECT_TRUE(Read("log").starts_with("a line of something else\n{\"record\":\"start\""));
  Write("log", "no line");
  Output(train + "--passes 5 --resume early -m m");
  EXPECT_TRUE(Read("log").starts_with("no line{\"record\":\"start\""));
}

TEST_F(Resume, L1MakesSparseModels) {
  Output("sagitta train -q train.txt -m dense");
  Output("sagitta train -q train.txt --lambda1 0.002 -m sparse");
  const auto weights = [&](const std::string& model) {
    return Lines(Output("sagitta dump -m " + model)).size();
  };
  EXPECT_LT(weights("sparse"), weights("dense") / 2);
  ExpectFailure("sagitta train -q train.txt --lambda1 0.002 --method lbfgs -m m", 2,
                "method lbfgs has no L1 form; these methods have one: auto, sag-nus-secant");
  ExpectFailure("sagitta train -q train.txt --lambda1 0.1 --c1 1 -m m", 2,
                "lambda1 and c1 are one setting");
}

TEST_F(Resume, OptionsThatAreOnCanBeTurnedOff) {
  Output("sagitta train -q train.txt --passes 3 --method oeg --permutation off -m one");
  Output("sagitta train -q train.txt --passes 3 --method oeg --no-permutation -m other");
  EXPECT_EQ(Read("one"), Read("other"));
  ExpectFailure("sagitta train -q train.txt --method sag --no-permutation -m m", 2,
                "method sag has no option 'permutation'");
}

// Every method of the registry can be named, and gives a model.
TEST_F(Resume, EveryMethodTrains) {
  Output("sagitta synth chunk --sequences 20 --attributes -o few.txt");
  for (const std::string& line : Lines(Output("sagitta methods"))) {
    if (line.empty() || line[0] == ' ') continue;
    const std::string method = line.substr(0, line.find(' '));
    Output("sagitta train -q few.txt --passes 2 --method " + method + " -m model");
    EXPECT_NE(Output("sagitta eval -m model --json few.txt"), "") << method;
  }
}

TEST_F(Resume, TheChosenStepSizeIsShown) {
  const Outcome train = Run("sagitta train train.txt --passes 2 --method sg --log log -m model");
  ASSERT_EQ(train.status, 0) << train.err;
  EXPECT_NE(train.err.find("chosen from"), std::string::npos) << train.err;
  const Json start = Records("log").front();
  EXPECT_NE(start["settings"]["method_options"]["eta"], "auto");
  EXPECT_GE(start["eta_trials"].size(), 2u);
}

}  // namespace
}  // namespace sagitta::cli_testing
