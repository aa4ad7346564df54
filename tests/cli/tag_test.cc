// Tagging, scoring, dumping and making corpora from the command line.
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;
using TagProgram = ProgramTest;
using SynthProgram = ProgramTest;

constexpr const char* kTiny = "A\tx\nB\ty\n\nB\ty\nA\tx\n\nA\tx\nB\ty\n";

TEST_F(TagProgram, PrintsALabelForEveryToken) {
  Write("text", kTiny);
  Output("sagitta train -q --lambda 1e-4 text -m model");
  EXPECT_EQ(Output("sagitta tag -m model", "?\tx\n?\ty\n?\ty\n\n?\tx\n"), "A\nB\nB\n\nA\n\n");
}

TEST_F(TagProgram, PrintsNothingForNothing) {
  Write("text", kTiny);
  Output("sagitta train -q text -m model");
  EXPECT_EQ(Output("sagitta tag -m model"), "");
}

TEST_F(TagProgram, ReadsFilePipeAndGzipAlike) {
  MakeModel();
  const std::string labels = Output("sagitta tag -m model test.txt");
  EXPECT_EQ(Output("sagitta tag -m model - <test.txt"), labels);
  EXPECT_EQ(Output("cat test.txt | sagitta tag -m model"), labels);
  EXPECT_EQ(Output("gzip -c test.txt | sagitta tag -m model"), labels);
  EXPECT_EQ(Output("sed 's/$/\\r/' test.txt | sagitta tag -m model"), labels);
  Output("sagitta tag -m model test.txt -o labels");
  EXPECT_EQ(Read("labels"), labels);
}

TEST_F(TagProgram, ColumnsNeedNoLabel) {
  MakeModel();
  EXPECT_EQ(Output("cut -d' ' -f1,2 test.txt | sagitta tag -m model"),
            Output("sagitta tag -m model test.txt"));
}

TEST_F(TagProgram, KeepsTheInput) {
  MakeModel();
  const auto lines = Lines(Output("sagitta tag --keep-input -m model test.txt"));
  const auto input = Lines(Read("test.txt"));
  const auto labels = Lines(Output("sagitta tag -m model test.txt"));
  ASSERT_EQ(lines.size(), input.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i], input[i].empty() ? "" : input[i] + " " + labels[i]);
  }
  Write("text", kTiny);
  Output("sagitta train -q text -m tiny");
  EXPECT_EQ(Output("sagitta tag --keep-input -m tiny", "A\tx:0.5\tcaf\xc3\xa9\tq\\:r\n"),
            "A\tx:0.5\tcaf\xc3\xa9\tq\\:r\tA\n\n");
}

TEST_F(TagProgram, PrintsMarginalsThatSumToOne) {
  MakeModel();
  const auto lines = Lines(Output("sagitta tag --marginals -m model test.txt"));
  const auto labels = Lines(Output("sagitta tag -m model test.txt"));
  ASSERT_EQ(lines.size(), labels.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (labels[i].empty()) continue;
    std::istringstream fields(lines[i]);
    std::string field;
    std::getline(fields, field, '\t');
    EXPECT_EQ(field, labels[i]);
    double sum = 0;
    std::size_t count = 0;
    for (; std::getline(fields, field, '\t'); ++count) {
      const std::string number = field.substr(field.rfind(':') + 1);
      EXPECT_EQ(number.size(), 8u) << field;  // 0.123456
      sum += std::stod(number);
    }
    EXPECT_GE(count, 15u);
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

TEST_F(TagProgram, PrintsProbabilities) {
  Write("text", kTiny);
  Output("sagitta train -q text -m model");
  const auto lines = Lines(Output("sagitta tag --probability --marginals -m model", "?\tx\n"));
  ASSERT_EQ(lines.size(), 3u);
  ASSERT_EQ(lines[0].substr(0, 13), "@probability\t");
  // The probability of one token is its marginal.
  const double p = std::stod(lines[0].substr(13));
  EXPECT_NEAR(p, std::stod(lines[1].substr(lines[1].find("\tA:") + 3)), 1e-5);
}

TEST_F(TagProgram, ArbitraryBytesPassThrough) {
  Write("text", "na\xc3\xafve\t\xe2\x82\xac\n\xff\xfe\tx\xf0\n\n\xff\xfe\tx\xf0\n");
  Output("sagitta train -q --lambda 1e-4 text -m model");
  EXPECT_EQ(Output("sagitta tag -m model", "?\t\xe2\x82\xac\n?\tx\xf0"),
            "na\xc3\xafve\n\xff\xfe\n\n");
}

TEST_F(TagProgram, AnswersBeforeTheInputEnds) {
  Write("text", kTiny);
  Output("sagitta train -q --lambda 1e-4 text -m model");
  int to[2], from[2];
  ASSERT_EQ(pipe(to), 0);
  ASSERT_EQ(pipe(from), 0);
  const std::string model = Path("model");
  const pid_t process = fork();
  if (process == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
    execl(SAGITTA_PROGRAM, "sagitta", "tag", "-m", model.c_str(), nullptr);
    _exit(99);
  }
  close(to[0]);
  close(from[1]);
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(write(to[1], "?\tx\n\n", 5), 5);
    std::string answer;
    pollfd wait{from[0], POLLIN, 0};
    while (answer.size() < 3 && poll(&wait, 1, 30000) == 1) {
      char buffer[16];
      const ssize_t count = read(from[0], buffer, sizeof buffer);
      if (count <= 0) break;
      answer.append(buffer, static_cast<std::size_t>(count));
    }
    EXPECT_EQ(answer, "A\n\n");
  }
  close(to[1]);
  int status = 0;
  waitpid(process, &status, 0);
  EXPECT_EQ(status, 0);
  close(from[0]);
}

TEST_F(TagProgram, AClosedPipeIsSuccess) {
  MakeModel();
  for (const std::string command :
       {"sagitta synth chunk -n 1000000", "sagitta dump model", "sagitta tag -m model big",
        "sagitta tag --keep-input -m model - <big", "sagitta help train", "sagitta methods"}) {
    if (!Exists("big")) Output("sagitta synth chunk -n 3000 -o big");
    const Outcome outcome = Run(command + " | head -1 >/dev/null");
    EXPECT_EQ(outcome.status, 0) << command;
    EXPECT_EQ(outcome.err, "") << command;
  }
}

TEST_F(TagProgram, EvaluatesAsTextAndJson) {
  MakeModel();
  const std::string text = Output("sagitta eval -m model test.txt");
  EXPECT_TRUE(text.starts_with("tokens "));
  for (const std::string part : {"\nsequences ", "\nspans ", "\nNP ", "\n(all) ", "\nB-NP "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  const Json json = Json::parse(Output("sagitta eval --json -m model <test.txt"));
  EXPECT_EQ(json.at("sequences"), 60);
  EXPECT_GT(json.at("all_spans").at("f1"), 0.7);
  EXPECT_EQ(json.at("score"), json.at("all_spans").at("f1"));
}

TEST_F(TagProgram, EvaluationAgreesWithTheTags) {
  MakeModel();
  const auto lines = Lines(Output("sagitta tag --keep-input -m model test.txt | grep ."));
  std::size_t correct = 0;
  for (const std::string& line : lines) {
    std::istringstream fields(line);
    std::string word, tag, actual, predicted;
    fields >> word >> tag >> actual >> predicted;
    correct += actual == predicted;
  }
  const Json json = Json::parse(Output("sagitta eval --json -m model test.txt"));
  EXPECT_EQ(json.at("tokens"), lines.size());
  EXPECT_EQ(json.at("correct_tokens"), correct);
}

TEST_F(TagProgram, LabelsTheModelDoesNotKnowAreItsErrors) {
  Write("text", kTiny);
  Output("sagitta train -q --lambda 1e-4 text -m model");
  const Json json = Json::parse(Output("sagitta eval --json -m model", "A\tx\nNEW\ty\n\nA\tx\n"));
  EXPECT_EQ(json.at("tokens"), 3);
  EXPECT_EQ(json.at("correct_tokens"), 2);
  EXPECT_EQ(json.at("correct_sequences"), 1);
  EXPECT_EQ(json.at("labels").at("NEW").at("actual"), 1);
}

TEST_F(TagProgram, DumpsEverything) {
  Write("text", kTiny);
  Output("sagitta train -q text -m model");
  const std::string dump = Output("sagitta dump -m model");
  EXPECT_EQ(dump, Output("sagitta dump model"));
  for (const std::string part :
       {"setting\tmethod\tsag-nus-secant\n", "certificate\tbound\t", "label\tA\n", "label\tB\n",
        "\nnode\tx\tA\t", "\ntransition\tA\tB\t"}) {
    EXPECT_NE(dump.find(part), std::string::npos) << part << "\n" << dump;
  }
}

TEST_F(TagProgram, DumpsTheLargestWeightsFirst) {
  MakeModel();
  const auto lines =
      Lines(Output("sagitta dump --top 20 model | grep -E '^(node|transition|edge)'"));
  ASSERT_EQ(lines.size(), 20u);
  double last = 1e9;
  for (const std::string& line : lines) {
    const double weight = std::abs(std::stod(line.substr(line.rfind('\t') + 1)));
    EXPECT_LE(weight, last);
    last = weight;
  }
}

TEST_F(SynthProgram, WritesTheSameEverywhere) {
  const std::string text = Output("sagitta synth ner -n 200 --seed 4");
  Output("sagitta synth ner --sequences 200 --seed 4 -o file");
  EXPECT_EQ(Read("file"), text);
  EXPECT_EQ(Files(), std::vector<std::string>{"file"});
  EXPECT_EQ(Output("sagitta synth ner -n 100 --seed 4"),
            text.substr(0, Output("sagitta synth ner -n 100 --seed 4").size()));
}

TEST_F(SynthProgram, PrintsTemplates) {
  EXPECT_NE(Output("sagitta synth chunk --template").find("U02=%x[0,0]\n"), std::string::npos);
  ExpectFailure("sagitta synth ocr --template", 2, "ocr has no template");
}

TEST_F(SynthProgram, EveryTargetTagsAlike) {
  MakeModel();
  const std::string labels = Output("sagitta tag -m model test.txt");
  const std::string names = Run("SAGITTA_TARGET=? sagitta methods").err;
  std::string list = names.substr(names.find("one of ") + 7);
  list = list.substr(0, list.find('\n'));
  std::istringstream in(list);
  for (std::string name; std::getline(in >> std::ws, name, ',');) {
    EXPECT_EQ(Output("SAGITTA_TARGET=" + name + " sagitta tag -m model test.txt"), labels) << name;
  }
}

}  // namespace
}  // namespace sagitta::cli_testing
