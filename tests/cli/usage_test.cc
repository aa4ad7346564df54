// Help, and everything that is typed wrongly.
#include "cli/program.h"

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
  const std::string help = Output("sagitta help train");
  for (const std::string option :
       {"--model", "--template", "--features", "--transitions", "--min-count", "--method",
        "--lambda", "--c2", "--passes", "--tolerance", "--seed", "--dev", "--patience", "--log",
        "--trace-objective", "--precision", "--merge-twins", "--quiet"}) {
    EXPECT_NE(help.find(option + " "), std::string::npos) << option;
  }
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
  for (const std::string method : {"sag", "sag-nus", "sag-nus-star", "lbfgs"}) {
    EXPECT_NE(("\n" + methods).find("\n" + method), std::string::npos) << method;
    EXPECT_EQ(Output("sagitta help " + method).substr(0, method.size()), method);
  }
  EXPECT_NE(methods.find("sag-nus-star (the default)"), std::string::npos);
}

// The page is generated: sagitta methods --markdown > docs/methods.md
TEST_F(Usage, TheMethodsPageIsUpToDate) {
  EXPECT_EQ(Output("sagitta methods --markdown"),
            Output("cat '" SAGITTA_SOURCE_DIR "/docs/methods.md'"));
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
  const std::string train = flat(Output("sagitta train --help"));
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
  refuse("--lambda abc", "--lambda: found 'abc', wanted a number above 0");
  refuse("--lambda 0", "--lambda: found '0', wanted a number above 0");
  refuse("--lambda -1", "--lambda: found '-1', wanted a number above 0");
  refuse("--lambda nan", "--lambda: found 'nan', wanted");
  refuse("--c2 inf", "--c2: found 'inf', wanted");
  refuse("--lambda 1 --c2 1", "two names for one setting");
  refuse("--passes -1", "--passes: found '-1', wanted");
  refuse("--tolerance -1e-3", "--tolerance: found '-1e-3', wanted a number, 0 or above");
  refuse("--seed -1", "--seed: found '-1', wanted a whole number, 0 or above");
  refuse("--seed 18446744073709551616", "--seed: found '18446744073709551616'");
  refuse("--min-count 1.5", "--min-count: found '1.5', wanted a whole number");
  refuse("--features some", "--features: found 'some', wanted one of observed, all");
  refuse("--transitions some", "--transitions: found 'some', wanted one of observed, all, none");
  refuse("--precision half", "--precision: found 'half', wanted one of float, double");
  refuse("--merge-twins yes", "--merge-twins: found 'yes', wanted one of on, off");
  refuse("--patience 3", "--patience needs --dev");
}

TEST_F(Usage, StandardInputIsReadOnce) {
  ExpectFailure("sagitta train - - -m m", 2, "standard input can be read only once");
  ExpectFailure("sagitta train - --dev - -m m", 2, "standard input can be read only once");
}

TEST_F(Usage, OptionsBelongToTheirMethod) {
  ExpectFailure("sagitta train x -m m --method sag --history 3", 2,
                "--history is no option of method sag");
}

TEST_F(Usage, AForcedTargetHasToExist) {
  ExpectFailure("SAGITTA_TARGET=Z80 sagitta methods", 2,
                "SAGITTA_TARGET: found 'Z80', wanted one of ");
  EXPECT_EQ(Run("SAGITTA_TARGET= sagitta methods").status, 0);
}

TEST_F(Usage, NothingIsWritten) {
  Run("sagitta train --features x -m model train.txt; sagitta synth nothing -o corpus");
  EXPECT_TRUE(Files().empty());
}

}  // namespace
}  // namespace sagitta::cli_testing
