// sagitta help: prints the help of the program, a command or a training method.
#include <algorithm>

#include "cli/catalog.h"
#include "cli/command_line.h"
#include "cli/format.h"
#include "cli/output.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"

namespace sagitta::cli {
namespace {

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Commands and methods share one namespace here; no method has the name of a command.
class HelpCommand final : public Command {
 public:
  explicit HelpCommand(const CommandLine& line) : line_(line) {}

  std::string name() const override { return "help"; }
  std::string summary() const override { return "Explain a command or a training method"; }
  std::string usage() const override { return "help [--all] [COMMAND|METHOD]"; }

  void Declare(OptionList& options) override {
    options.Arguments("TOPIC", "a command or a training method", 1, topics_);
    options.Flag("--all", "all options of a command", all_);
  }

  void Run() override {
    Output output;
    output.Write(Explain(OneArgument(topics_, "")));
    output.Finish();
  }

 private:
  std::string Explain(const std::string& topic) const {
    std::vector<std::string> topics = line_.CommandNames();
    if (topic.empty() || Contains(topics, topic)) return line_.Help(topic, all_);
    const std::vector<std::string> methods = MethodNames();
    if (Contains(methods, topic)) return MethodHelp(FindMethod(topic));
    topics.insert(topics.end(), methods.begin(), methods.end());
    throw Error(ErrorKind::kUsage,
                "'" + topic + "' is neither a command nor a method" + Suggestion(topic, topics));
  }

  const CommandLine& line_;
  std::vector<std::string> topics_;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeHelpCommand(const CommandLine& line) {
  return std::make_unique<HelpCommand>(line);
}

}  // namespace sagitta::cli
