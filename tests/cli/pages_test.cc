// Man pages and completions, which say what the help says.
#include <filesystem>
#include <regex>
#include <set>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using Pages = ProgramTest;

/// The long options of `sagitta COMMAND --help`.
std::set<std::string> OptionsOf(const std::string& help) {
  std::set<std::string> options;
  const std::regex pattern("\n  (?:-[a-zA-Z],)?(--[a-z0-9-]+)");
  for (std::sregex_iterator at(help.begin(), help.end(), pattern), end; at != end; ++at)
    options.insert((*at)[1]);
  return options;
}

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

TEST_F(Pages, ManPagesHaveEveryOption) {
  for (const std::string command : {"train", "tag", "compare", "synth"}) {
    const std::string page = Output("sagitta man " + command);
    EXPECT_EQ(page.rfind(".TH SAGITTA\\-", 0), 0u) << page.substr(0, 80);
    EXPECT_NE(page.find("\nsagitta\\-" + command + " \\- "), std::string::npos);
    const auto options = OptionsOf(Output("sagitta help " + command));
    EXPECT_GT(options.size(), 3u);
    for (const std::string& option : options)
      EXPECT_NE(page.find("\\fB" + Replaced(option, "-", "\\-") + "\\fR"), std::string::npos)
          << command << " " << option;
  }
}

TEST_F(Pages, TextIsNeverAnInstruction) {
  Write("help.txt", "Program.\n\n.so /etc/passwd\n'x\n a\\b\n");
  const std::string page = Output("sagitta man --of other <help.txt");
  EXPECT_NE(page.find("other \\- Program\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\n\\&.so /etc/passwd\n\\&'x\n a\\eb\n"), std::string::npos) << page;
}

TEST_F(Pages, AllPagesAreWritten) {
  std::filesystem::create_directory(Path("pages"));
  Output("sagitta man --all pages");
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(Path("pages")))
    count += entry.path().extension() == ".1" ? 1 : 0;
  EXPECT_GE(count, 13u);
  EXPECT_EQ(Read("pages/sagitta-train.1"), Output("sagitta man train"));
  EXPECT_EQ(Read("pages/sagitta.1"), Output("sagitta man"));
}

TEST_F(Pages, BashCompletes) {
  Output("sagitta completion bash >complete.bash");
  const auto complete = [&](const std::string& words, int last) {
    Write("ask.bash", "source ./complete.bash\nCOMP_WORDS=(sagitta " + words + ")\nCOMP_CWORD=" +
                          std::to_string(last) + "\n_sagitta\necho \"${COMPREPLY[*]}\"\n");
    return Output("bash ask.bash");
  };
  EXPECT_EQ(complete("tr", 1), "train\n");
  EXPECT_EQ(complete("train --feat", 2), "--features\n");
  EXPECT_EQ(complete("train --features ''", 3), "observed all\n");
  EXPECT_EQ(complete("train --method owl", 3), "owlqn\n");
  EXPECT_EQ(complete("train --model ''", 3), "\n");  // file names, by bash
  EXPECT_EQ(complete("help oeg", 2), "oeg\n");
  EXPECT_EQ(complete("--ver", 1), "--version\n");
}

TEST_F(Pages, ZshTextIsQuoted) {
  const std::string text = Output("sagitta completion zsh");
  EXPECT_EQ(text.rfind("#compdef sagitta\n", 0), 0u);
  EXPECT_NE(text.find("see sagitta presets\\: ner"), std::string::npos);
  Write("complete.zsh", text);
  // Quotes are balanced: bash reads this syntax, too.
  EXPECT_EQ(Output("bash -n complete.zsh 2>&1"), "");
}

}  // namespace
}  // namespace sagitta::cli_testing
