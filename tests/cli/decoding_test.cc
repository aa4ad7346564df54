// Best labellings, given labels, constraints and the formats of output, from the command line.
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Json = nlohmann::json;

/// B-X I-X and O, in BIO but for what a model without constraints makes of it.
constexpr const char* kSpans =
    "O\tw=the\nB-X\tw=red\nI-X\tw=red\nO\tw=.\n\nB-X\tw=big\nO\tw=the\n\nO\tw=the\nB-X\tw=big\n"
    "I-X\tw=red\n";

class DecodingProgram : public ProgramTest {
 protected:
  DecodingProgram() {
    Write("train", kSpans);
    Output("sagitta train -q --lambda 0.01 train -m model");
  }

  /// The objects of JSON lines.
  std::vector<Json> Objects(const std::string& command, const std::string& input) const {
    std::vector<Json> objects;
    for (const std::string& line : Lines(Output(command, input))) {
      objects.push_back(Json::parse(line));
    }
    return objects;
  }
};

TEST_F(DecodingProgram, PrintsTheBestLabellings) {
  const std::string best = Output("sagitta tag -m model", "?\tw=red\n?\tw=the\n");
  const auto lines = Lines(Output("sagitta tag -m model --nbest 20", "?\tw=red\n?\tw=the\n"));
  ASSERT_EQ(lines.size(), 9u * 4);  // three labels, two tokens
  EXPECT_EQ(lines[1] + "\n" + lines[2] + "\n\n", best);
  double sum = 0, last = 1;
  for (std::size_t k = 0; k < 9; ++k) {
    char rank[16], score[32], probability[32];
    ASSERT_EQ(
        std::sscanf(lines[4 * k].c_str(), "@nbest\t%15s\t%31s\t%31s", rank, score, probability), 3);
    EXPECT_EQ(rank, std::to_string(k + 1));
    EXPECT_LE(std::stod(probability), last);
    last = std::stod(probability);
    sum += last;
    EXPECT_EQ(lines[4 * k + 3], "");
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_EQ(
      Lines(Output("sagitta tag -m model --nbest 2 --keep-input", "?\tw=red\n"))[1].substr(0, 8),
      "?\tw=red\t");
}

// The marginals of edges belong to the sequence, not to one of its labellings.
TEST_F(DecodingProgram, EdgesComeAfterTheBestLabelling) {
  const std::string input = "?\tw=red\n?\tw=the\n";
  const auto alone = Lines(Output("sagitta tag -m model --edge-marginals", input));
  ASSERT_EQ(alone.size(), 4u);
  ASSERT_TRUE(alone[2].starts_with("@edge\t1\t2\t")) << alone[2];
  const auto best = Lines(Output("sagitta tag -m model --edge-marginals --nbest 2", input));
  ASSERT_EQ(best.size(), 9u);
  EXPECT_EQ(best[3], alone[2]);
  EXPECT_TRUE(best[5].starts_with("@nbest\t2\t")) << best[5];
  EXPECT_EQ(best[8], "");
  const auto all =
      Lines(Output("sagitta tag -m model --edge-marginals --marginals --nbest 2", input));
  ASSERT_EQ(all.size(), 9u);
  EXPECT_EQ(all[3], alone[2]);
}

TEST_F(DecodingProgram, NumbersOfLabellingsAreChecked) {
  for (const char* n : {"0", "-1", "x", "10001", "1e3", ""}) {
    ExpectFailure(std::string("sagitta tag -m model --nbest '") + n + "'", 2, "--nbest");
  }
}

TEST_F(DecodingProgram, WritesJson) {
  const auto objects =
      Objects("sagitta tag -m model --output-format jsonl --nbest 3 --marginals --keep-input",
              "?\tw=red\n?\tw=the\n\n?\tw=\xff\xfe\"\\\n");
  ASSERT_EQ(objects.size(), 2u);
  const Json& first = objects[0];
  EXPECT_EQ(first["labels"].size(), 2u);
  EXPECT_EQ(first["input"], (std::vector<std::string>{"?\tw=red", "?\tw=the"}));
  EXPECT_NEAR(first["probability"], std::exp(first["log_probability"].get<double>()), 1e-12);
  ASSERT_EQ(first["nbest"].size(), 3u);
  EXPECT_EQ(first["nbest"][0]["labels"], first["labels"]);
  EXPECT_EQ(first["nbest"][0]["score"], first["score"]);
  EXPECT_EQ(first["nbest"][0]["probability"], first["probability"]);
  ASSERT_EQ(first["marginals"].size(), 2u);
  double sum = 0;
  for (const auto& [label, p] : first["marginals"][1].items()) sum += p.get<double>();
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_EQ(objects[1]["input"][0], "?\tw=\xef\xbf\xbd\xef\xbf\xbd\"\\");
  const Json plain = Objects("sagitta tag -m model --output-format jsonl", "?\tw=red\n")[0];
  EXPECT_EQ(plain.size(), 4u);
  EXPECT_TRUE(plain.contains("score") && plain.contains("log_probability"));
}

TEST_F(DecodingProgram, FormatsHaveNames) {
  EXPECT_EQ(Output("sagitta tag -m model --output-format columns", "?\tw=red\n"),
            Output("sagitta tag -m model --keep-input", "?\tw=red\n"));
  EXPECT_EQ(Output("sagitta tag -m model --output-format labels", "?\tw=red\n"),
            Output("sagitta tag -m model", "?\tw=red\n"));
  ExpectFailure("sagitta tag -m model --output-format xml", 2, "jsonl");
  const auto lines = Lines(Output("sagitta tag -m model --scores --probability", "?\tw=red\n"));
  EXPECT_EQ(lines[0].substr(0, 7), "@score\t");
  EXPECT_EQ(lines[1].substr(0, 13), "@probability\t");
}

TEST_F(DecodingProgram, KeepsGivenLabels) {
  EXPECT_EQ(Output("sagitta tag -m model --force", "O\tw=red\nO\tw=red\n"), "O\nO\n\n");
  const std::string free = Output("sagitta tag -m model", "?\tw=the\n?\tw=red\n?\tw=red\n");
  EXPECT_EQ(Output("sagitta tag -m model --force", "?\tw=the\n\tw=red\nXYZ\tw=red\n"), free);
  const auto given = Objects("sagitta tag -m model --force --output-format jsonl --nbest 9",
                             "I-X\tw=red\n?\tw=the\n")[0];
  ASSERT_EQ(given["nbest"].size(), 3u);
  double sum = 0;
  for (const Json& labelling : given["nbest"]) {
    EXPECT_EQ(labelling["labels"][0], "I-X");
    sum += labelling["probability"].get<double>();
  }
  EXPECT_NEAR(sum, 1, 1e-9);  // of what agrees with the given label
}

TEST_F(DecodingProgram, GivenLabelsInColumns) {
  MakeModel();
  const auto input = Lines(Read("test.txt"));
  std::string partial;
  for (std::size_t k = 0; k < input.size(); ++k) {
    const std::size_t label = input[k].rfind(' ') + 1;
    partial += input[k].empty() ? "" : k % 3 == 0 ? input[k] : input[k].substr(0, label) + "_";
    partial += "\n";
  }
  const auto labels = Lines(Output("sagitta tag -m model --force", partial));
  ASSERT_EQ(labels.size(), input.size());
  for (std::size_t k = 0; k < input.size(); k += 3) {
    EXPECT_EQ(labels[k], input[k].empty() ? "" : input[k].substr(input[k].rfind(' ') + 1));
  }
  ExpectFailure("cut -d' ' -f1,2 test.txt | sagitta tag -m model --force", 1,
                "the last one the label");
}

TEST_F(DecodingProgram, ConstraintsOfTrainingAreThoseOfTheModel) {
  Output("sagitta train -q --lambda 0.01 --constraints bio train -m bio --log log");
  const Json start = Json::parse(Lines(Read("log"))[0]);
  EXPECT_EQ(start["settings"]["constraints"], "bio");
  const std::string text = "?\tw=red\n?\tw=the\n?\tw=red\n";
  const auto objects = Objects("sagitta tag -m bio --output-format jsonl --nbest 100", text);
  for (const Json& labelling : objects[0]["nbest"]) {
    std::string before = "O";
    for (const Json& label : labelling["labels"]) {
      EXPECT_TRUE(label != "I-X" || before != "O");
      before = label;
    }
  }
  const std::string dump = Output("sagitta dump bio");
  EXPECT_NE(dump.find("setting\tconstraints\tbio\n"), std::string::npos);
  EXPECT_NE(dump.find("constraint\tforbid\tSTART\tI-X\nconstraint\tforbid\tO\tI-X\n"),
            std::string::npos);
  EXPECT_EQ(dump.find("transition\tO\tI-X"), std::string::npos);
  // What a model forbids, as rules for another one.
  Output("sagitta dump bio | sed -n 's/^constraint.//p' >rules");
  Output("sagitta train -q --lambda 0.01 --constraints rules train -m ruled");
  EXPECT_EQ(Output("sagitta tag -m ruled --marginals", text),
            Output("sagitta tag -m bio --marginals", text));
  const Outcome shown = Run("sagitta train --constraints rules train -m ruled");
  EXPECT_NE(shown.err.find("1 of 9 forbidden by constraints"), std::string::npos) << shown.err;
}

TEST_F(DecodingProgram, ConstraintsOfTaggingComeOnTop) {
  Write("rules", "# never\nforbid * B-X\nforbid START B-X\nforbid * I-X\nforbid START I-X\n");
  EXPECT_EQ(Output("sagitta tag -m model --constraints rules", "?\tw=big\n?\tw=red\n"), "O\nO\n\n");
  EXPECT_NE(Output("sagitta eval -m model --constraints rules train"),
            Output("sagitta eval -m model train"));
  ExpectFailure("sagitta tag -m model --constraints observed", 2,
                "observed is only available in training");
  ExpectFailure("sagitta tag -m model --constraints nowhere", 1, "nowhere");
  Write("bad", "forbid O\n");
  ExpectFailure("sagitta tag -m model --constraints bad", 1, "bad:1:9: ");
  ExpectFailure("sagitta train train -m other --constraints bad", 1, "bad:1:9: ");
  EXPECT_FALSE(Exists("other"));
}

TEST_F(DecodingProgram, WhatCannotBeLabelledIsNamed) {
  Write("rules", "forbid O I-X\n");
  const Outcome outcome =
      Run("sagitta tag -m model --force --constraints rules", "?\tw=red\n\nO\tw=red\nI-X\tw=red\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("<stdin>:3: no labelling of this sequence is allowed: no label of "
                             "token 2 is possible"),
            std::string::npos)
      << outcome.err;
}

TEST_F(DecodingProgram, TrainingDataMustObeyTheConstraints) {
  Write("bad", std::string(kSpans) + "\nO\tw=the\nI-X\tw=red\n");
  ExpectFailure("sagitta train bad -m other --constraints bio", 1,
                "bad:13: sequence 4 of the training data has 'I-X' after 'O' at token 2");
  Output("sagitta train -q bad -m other --constraints observed");
  EXPECT_NE(Output("sagitta dump other").find("constraint\tforbid\tI-X\tB-X"), std::string::npos);
}

// Every method trains with constraints, in float and in double.
TEST_F(DecodingProgram, EveryMethodKnowsConstraints) {
  for (const std::string& line : Lines(Output("sagitta methods"))) {
    const std::string method = line.substr(0, line.find(' '));
    if (method.empty()) continue;  // what is said about one
    for (const char* precision : {"float", "double"}) {
      const Outcome outcome =
          Run("sagitta train -q --passes 20 --lambda 0.1 --constraints bio " +
              ("--method " + method) + " --precision " + precision + " train -m made");
      ASSERT_EQ(outcome.status, 0) << method << ": " << outcome.err;
      EXPECT_EQ(Output("sagitta dump made").find("nan"), std::string::npos) << method;
    }
  }
}

}  // namespace
}  // namespace sagitta::cli_testing
