// Help, and everything that is typed wrongly.
#include <cmath>
#include <functional>

#include "cli/program.h"
#include "sagitta/corpus.h"
#include "sagitta/error.h"
#include "sagitta/train_options.h"

namespace sagitta::cli_testing {
namespace {

using Usage = ProgramTest;

TEST_F(Usage, HelpGoesToStandardOutput) {
  const std::string help = Output("sagitta --help");
  EXPECT_EQ(help, Output("sagitta help"));
  EXPECT_EQ(help, Output("sagitta -h"));
  for (const std::string command :
       {"train", "tag", "eval", "dump", "methods", "memory", "synth", "help"}) {
    EXPECT_NE(help.find("\n  " + command + " "), std::string::npos) << command;
    const std::string own = Output("sagitta help " + command);
    EXPECT_EQ(own, Output("sagitta " + command + " --help"));
    EXPECT_NE(own.find("Usage: sagitta " + command), std::string::npos) << own;
  }
}

TEST_F(Usage, HelpNamesEveryOptionOfTrain) {
  const std::string help = Output("sagitta train --help-all");
  for (const std::string option :
       {"--model", "--template", "--features", "--transitions", "--min-count", "--method",
        "--lambda", "--c2", "--passes", "--tolerance", "--seed", "--dev", "--patience", "--log",
        "--trace-objective", "--precision", "--merge-twins", "--quiet"}) {
    EXPECT_NE(help.find(option + " "), std::string::npos) << option;
  }
}

TEST_F(Usage, HelpOfTrainIsShort) {
  const std::string brief = Output("sagitta train --help");
  const std::string all = Output("sagitta train --help-all");
  EXPECT_EQ(all, Output("sagitta help --all train"));
  EXPECT_LE(Lines(brief).size(), 42u) << brief;
  for (const std::string option :
       {"--model ", "--template ", "--dev ", "--lambda ", "--help-all"}) {
    EXPECT_NE(brief.find(option), std::string::npos) << option;
  }
  for (const std::string option : {"--tolerance ", "--scale-values ", "--eta "}) {
    EXPECT_EQ(brief.find(option), std::string::npos) << option;
    EXPECT_NE(all.find(option), std::string::npos) << option;
  }
}

// Its value looks like an argument too many.
TEST_F(Usage, AnUnknownOptionIsNamed) {
  ExpectFailure("sagitta eval -m m --preset ner test.txt", 2, "unknown option '--preset'");
  ExpectFailure("sagitta eval -m m ner test.txt", 2, "unexpected argument 'test.txt'");
}

TEST_F(Usage, HelpFitsATerminal) {
  for (const std::string command :
       {"", "train", "tag", "eval", "dump", "memory", "synth", "sag-nus-star"}) {
    for (const std::string& line : Lines(Output("sagitta help " + command))) {
      EXPECT_LE(line.size(), 100u) << line;
    }
  }
}

TEST_F(Usage, KnowsItsVersion) { EXPECT_EQ(Output("sagitta --version").substr(0, 8), "sagitta "); }

TEST_F(Usage, MethodsListsTheRegistry) {
  const std::string methods = Output("sagitta methods");
  for (const std::string method : {"auto", "sag", "sag-nus", "sag-nus-secant", "lbfgs"}) {
    EXPECT_NE(("\n" + methods).find("\n" + method), std::string::npos) << method;
    EXPECT_EQ(Output("sagitta help " + method).substr(0, method.size()), method);
  }
  EXPECT_NE(methods.find("auto (the default)"), std::string::npos);
}

// The page is generated: sagitta methods --markdown > docs/methods.md
TEST_F(Usage, TheMethodsPageIsUpToDate) {
  EXPECT_EQ(Output("sagitta methods --markdown"),
            Output("cat '" SAGITTA_SOURCE_DIR "/docs/methods.md'"));
}

// The page is generated: sagitta options --markdown > docs/options.md
TEST_F(Usage, TheOptionsPageIsUpToDate) {
  EXPECT_EQ(Output("sagitta options --markdown"),
            Output("cat '" SAGITTA_SOURCE_DIR "/docs/options.md'"));
}

// A row of the library's table is an option of train, with its help and its default.
TEST_F(Usage, EveryTrainingOptionIsEverywhere) {
  const auto flat = [](const std::string& text) {
    std::string words;
    for (const char c : text) {
      const bool space = c == ' ' || c == '\n';
      if (!space || !words.ends_with(' ')) words += space ? ' ' : c;
    }
    return words;
  };
  const std::string train = flat(Output("sagitta help --all train"));
  const std::string compare = flat(Output("sagitta help compare"));
  const std::string list = flat(Output("sagitta options"));
  for (const TrainOption& option : TrainOptions()) {
    const std::string name = " --" + option.name + " ";
    for (const std::string& text : {train, list}) {
      EXPECT_NE(text.find(name), std::string::npos) << name;
      EXPECT_NE(text.find(flat(option.help)), std::string::npos) << name;
    }
    EXPECT_EQ(compare.find(name) != std::string::npos, option.in_comparison) << name;
  }
}

// The command line shows what the library says.
TEST_F(Usage, TrainAndTheLibraryRefuseInTheSameWords) {
  struct Mistake {
    std::string options;
    std::function<void(TrainSettings&)> make;
  };
  const std::vector<Mistake> mistakes = {
      {"--lambda 0", [](TrainSettings& s) { s.lambda = 0; }},
      {"--lambda -0.25", [](TrainSettings& s) { s.lambda = -0.25; }},
      {"--lambda inf", [](TrainSettings& s) { s.lambda = INFINITY; }},
      {"--c2 0", [](TrainSettings& s) { s.c2 = 0; }},
      {"--c2 1 --lambda 1", [](TrainSettings& s) { s.c2 = s.lambda = 1; }},
      {"--lambda1 -1", [](TrainSettings& s) { s.lambda1 = -1; }},
      {"--lambda1 1 --c1 1", [](TrainSettings& s) { s.c1 = s.lambda1 = 1; }},
      {"--lambda-path 0:1:2",
       [](TrainSettings& s) {
         s.lambda_path = {0, 1, 2};
       }},
      {"--lambda-path 1:2:0",
       [](TrainSettings& s) {
         s.lambda_path = {1, 2, 0};
       }},
      {"--lambda-path 2:1:3 --lambda 1",
       [](TrainSettings& s) {
         s.lambda_path = {2, 1, 3};
         s.lambda = 1;
       }},
      {"--lambda-path 2:1:3 --passes 0",
       [](TrainSettings& s) {
         s.lambda_path = {2, 1, 3};
         s.passes = 0;
       }},
      {"--lambda auto", [](TrainSettings& s) { s.lambda_path = {.automatic = true}; }},
      {"--c2 auto", [](TrainSettings& s) { s.lambda_path = {.automatic = true}; }},
      {"--c2 auto --lambda 1 --cv 3",
       [](TrainSettings& s) {
         s.lambda_path = {.automatic = true};
         s.lambda = 1;
         s.cv = 3;
       }},
      {"--lambda-path 2:1:3:stop",
       [](TrainSettings& s) {
         s.lambda_path = {2, 1, 3, true};
       }},
      {"--cv 3", [](TrainSettings& s) { s.cv = 3; }},
      {"--cv 1", [](TrainSettings& s) { s.cv = 1; }},
      {"--cv 3 --lambda auto --patience 2",
       [](TrainSettings& s) {
         s.lambda_path = {.automatic = true};
         s.cv = 3;
         s.patience = 2;
       }},
      {"--cv 3 --lambda auto --checkpoint file",
       [](TrainSettings& s) {
         s.lambda_path = {.automatic = true};
         s.cv = 3;
         s.checkpoint.file = "file";
       }},
      {"--passes -1", [](TrainSettings& s) { s.passes = -1; }},
      {"--tolerance -1e-3", [](TrainSettings& s) { s.tolerance = -1e-3; }},
      {"--min-count 0", [](TrainSettings& s) { s.min_count = 0; }},
      {"--min-frequency nan", [](TrainSettings& s) { s.min_frequency = NAN; }},
      {"--features none", [](TrainSettings& s) { s.features = FeatureSet::kNone; }},
      {"--patience 3", [](TrainSettings& s) { s.patience = 3; }},
      {"--every 0", [](TrainSettings& s) { s.checkpoint.every = 0; }},
      {"--every 2", [](TrainSettings& s) { s.checkpoint.every = 2; }},
      {"--method lbgfs", [](TrainSettings& s) { s.method = "lbgfs"; }},
      {"--method perceptron", [](TrainSettings& s) { s.method = "perceptron"; }},
      {"--method sag --history 3",
       [](TrainSettings& s) {
         s.method = "sag";
         s.method_options["history"] = "3";
       }},
      {"--method lbfgs --history none",
       [](TrainSettings& s) {
         s.method = "lbfgs";
         s.method_options["history"] = "none";
       }},
      {"--method lbfgs --lambda1 1",
       [](TrainSettings& s) {
         s.method = "lbfgs";
         s.lambda1 = 1;
       }},
  };
  Write("x", "A\tx\nB\ty\n\n");
  const Corpus corpus = Corpus::Read({Path("x")}, {});
  for (const Mistake& mistake : mistakes) {
    TrainSettings settings;
    mistake.make(settings);
    std::string message = "no error";
    try {
      Train(corpus, nullptr, settings);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      message = error.what();
    }
    const Outcome outcome = Run("sagitta train x -m m " + mistake.options);
    EXPECT_EQ(outcome.status, 2) << mistake.options;
    EXPECT_EQ(Lines(outcome.err).front(), "sagitta: " + message) << mistake.options;
  }
}

// One description of each option, in three places.
TEST_F(Usage, EveryOptionOfAMethodIsEverywhere) {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  // Line breaks differ from place to place.
  const auto flat = [](const std::string& text) {
    std::string words;
    for (const char c : text) {
      const bool space = c == ' ' || c == '\n';
      if (!space || !words.ends_with(' ')) words += space ? ' ' : c;
    }
    return words;
  };
  const std::string train = flat(Output("sagitta train --help-all"));
  const std::string page = Output("sagitta methods --markdown");
  std::size_t options = 0;
  for (std::size_t at = page.find("\n### "); at != std::string::npos;) {
    const std::size_t next = page.find("\n### ", at + 1);
    const std::string entry = page.substr(at, next - at);
    const std::string method = entry.substr(5, entry.find('\n', 1) - 5);
    const std::string help = flat(Output("sagitta help " + method));
    std::size_t listed = 0;
    for (const std::string& line : Lines(entry)) {
      if (!line.starts_with("| `--")) continue;
      const std::string name = line.substr(3, line.find('`', 3) - 3);
      const std::size_t last = line.rfind(" | ", line.size() - 3) + 3;
      const std::string text = line.substr(last, line.size() - 2 - last);
      EXPECT_TRUE(has(help, " " + name + " ") && has(help, text)) << method << " " << name;
      EXPECT_TRUE(has(train, " " + name + " ") && has(train, text)) << method << " " << name;
      ++listed;
    }
    // And the other way round: nothing that only `help METHOD` has.
    for (std::size_t k = help.find(" --"); k != std::string::npos; k = help.find(" --", k + 1)) {
      const std::string name = help.substr(k + 1, help.find(' ', k + 1) - k - 1);
      EXPECT_TRUE(has(entry, name)) << method << " " << name;
    }
    options += listed;
    at = next;
  }
  EXPECT_GT(options, 30u);
  EXPECT_TRUE(has(Output("sagitta help oeg"), "--no-permutation"));
  EXPECT_TRUE(has(Output("sagitta help sag-nus-star"), "--no-skip-searches"));
  for (const std::string method : {"sag", "owlqn"}) {
    EXPECT_TRUE(has(Output("sagitta help " + method), "--lambda1 ")) << method;
    EXPECT_TRUE(has(Output("sagitta help " + method), "--c1 ")) << method;
  }
  EXPECT_FALSE(has(Output("sagitta help lbfgs"), "--lambda1"));
}

TEST_F(Usage, UnknownNamesAreAnsweredWithTheNearest) {
  ExpectFailure("sagitta trian x", 2, "unknown command 'trian', did you mean 'train'?");
  ExpectFailure("sagitta train --lamda 1 x", 2,
                "unknown option '--lamda', did you mean '--lambda'?");
  ExpectFailure("sagitta train --lamda=1 x", 2, "did you mean '--lambda'?");
  ExpectFailure("sagitta train --objective x", 2, "did you mean '--trace-objective'?");
  ExpectFailure("sagitta tag --margnials x", 2, "did you mean '--marginals'?");
  ExpectFailure("sagitta tag --wholly-different x", 2, "unknown option '--wholly-different'\n");
  ExpectFailure("sagitta --versoin", 2, "did you mean '--version'?");
  ExpectFailure("sagitta help sag-nsu", 2, "did you mean 'sag-nus'?");
  ExpectFailure("sagitta train --method sagnus -m m x", 2, "did you mean 'sag-nus'?");
  ExpectFailure("sagitta synth chunks", 2, "the tasks are ocr, chunk, ner, pos");
}

TEST_F(Usage, MissingThingsAreNamed) {
  ExpectFailure("sagitta", 2, "a command is missing");
  ExpectFailure("sagitta train -m m", 2, "no FILE");
  ExpectFailure("sagitta train x", 2, "-m MODEL is missing");
  ExpectFailure("sagitta tag", 2, "-m MODEL is missing");
  ExpectFailure("sagitta eval x", 2, "-m MODEL is missing");
  ExpectFailure("sagitta dump", 2, "-m MODEL is missing");
  ExpectFailure("sagitta synth", 2, "TASK is missing");
  ExpectFailure("sagitta train x -m", 2, "--model");
}

TEST_F(Usage, ExtraArgumentsAreRefused) {
  ExpectFailure("sagitta tag -m m a b", 2, "unexpected argument 'b'");
  ExpectFailure("sagitta methods now", 2, "unexpected argument 'now'");
}

TEST_F(Usage, ValuesAreChecked) {
  const auto refuse = [this](const std::string& options, const std::string& message) {
    ExpectFailure("sagitta train x -m m " + options, 2, message);
  };
  refuse("--lambda abc", "lambda: found 'abc', expected a number above 0, at most 1e15, or auto");
  refuse("--lambda 0", "lambda: found '0', expected a number above 0, at most 1e15, or auto");
  refuse("--lambda -1", "lambda: found '-1', expected a number above 0, at most 1e15, or auto");
  refuse("--lambda nan", "lambda: found 'nan', expected");
  refuse("--c2 inf", "c2: found 'inf', expected");
  refuse("--lambda 1 --c2 1", "lambda and c2 are one setting in two units: give only one");
  refuse("--passes -1", "passes: found '-1', expected");
  refuse("--tolerance -1e-3", "tolerance: found '-0.001', expected a number, 0 or above");
  refuse("--seed -1", "seed: found '-1', expected a whole number, 0 or above");
  refuse("--seed 18446744073709551616", "seed: found '18446744073709551616'");
  refuse("--min-count 1.5", "min-count: found '1.5', expected a whole number");
  refuse("--features some", "features: found 'some', expected one of observed, all");
  refuse("--transitions some", "transitions: found 'some', expected one of observed, all, none");
  refuse("--precision half", "precision: found 'half', expected one of float, double");
  refuse("--merge-twins yes", "merge-twins: found 'yes', expected one of on, off");
  refuse("--patience 3", "patience needs a dev corpus");
}

TEST_F(Usage, StandardInputIsReadOnce) {
  ExpectFailure("sagitta train - - -m m", 2, "standard input can be read only once");
  ExpectFailure("sagitta train - --dev - -m m", 2, "standard input can be read only once");
}

TEST_F(Usage, OptionsBelongToTheirMethod) {
  ExpectFailure("sagitta train x -m m --method sag --history 3", 2,
                "method sag has no option 'history'");
}

TEST_F(Usage, AForcedTargetHasToExist) {
  ExpectFailure("SAGITTA_TARGET=Z80 sagitta methods", 2,
                "SAGITTA_TARGET: found 'Z80', expected one of ");
  EXPECT_EQ(Run("SAGITTA_TARGET= sagitta methods").status, 0);
}

TEST_F(Usage, NothingIsWritten) {
  Run("sagitta train --features x -m model train.txt; sagitta synth nothing -o corpus");
  EXPECT_TRUE(Files().empty());
}

}  // namespace
}  // namespace sagitta::cli_testing
