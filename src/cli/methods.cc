// Looking things up in the registry, and the command that lists it.
#include "cli/methods.h"

#include <algorithm>

#include "cli/command.h"
#include "cli/help_text.h"
#include "cli/output.h"
#include "cli/suggest.h"
#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

/// Prints what `help METHOD` prints, for all of them.
class MethodsCommand final : public Command {
 public:
  std::string name() const override { return "methods"; }
  std::string summary() const override { return "List the training methods and their options"; }
  std::string usage() const override { return "methods [--markdown]"; }
  void Declare(OptionList& options) override {
    options.Flag("--markdown", "as the page docs/methods.md", markdown_);
  }

  void Run() override {
    Output output;
    if (markdown_) {
      output.Write(MethodsPage());
    } else {
      for (const MethodInfo& method : Methods()) output.Write(MethodHelp(method) + "\n");
    }
    output.Finish();
  }

 private:
  bool markdown_ = false;
};

}  // namespace

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) names.push_back(method.name);
  return names;
}

const MethodInfo& FindMethod(const std::string& name) {
  for (const MethodInfo& method : Methods()) {
    if (method.name == name) return method;
  }
  throw Error(ErrorKind::kUsage, "unknown method '" + name + "'" + Suggestion(name, MethodNames()) +
                                     " (sagitta methods lists them)");
}

std::vector<TypedOption> TypedOptions(const MethodInfo& method) {
  std::vector<TypedOption> typed;
  for (const MethodOption& option : method.options) {
    const std::string name = "--" + option.name;
    typed.push_back({name, "VALUE", option.default_value, option.help, option.name});
    if (option.default_value != "on") continue;
    typed.push_back({"--no-" + option.name, "", "", "the same as " + name + " off", option.name});
  }
  if (method.lambda1) typed.insert(typed.end(), {Lambda1Option(), C1Option()});
  return typed;
}

TypedOption Lambda1Option() {
  return {"--lambda1", "X", "0",
          "strength of an L1 regularisation, for sparse models; elastic net with both", ""};
}

TypedOption C1Option() {
  return {"--c1", "X", "", "the same in CRFsuite's units: lambda1 = c1 / n", ""};
}

std::vector<std::string> Lambda1Methods() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) {
    if (method.lambda1) names.push_back(method.name);
  }
  return names;
}

std::string WithDefault(const std::string& help, const std::string& default_value) {
  return default_value.empty() ? help : help + " (default " + default_value + ")";
}

std::vector<SharedMethodOption> AllMethodOptions() {
  std::vector<SharedMethodOption> all;
  for (const MethodInfo& method : Methods()) {
    for (const TypedOption& option : TypedOptions(method)) {
      if (option.sets.empty()) continue;
      const auto same = [&](const SharedMethodOption& other) {
        return other.option.name == option.name;
      };
      auto found = std::find_if(all.begin(), all.end(), same);
      if (found == all.end()) found = all.insert(found, {option, {}, {}});
      found->methods.push_back(method.name);
      found->defaults.push_back(option.default_value);
    }
  }
  return all;
}

std::string SharedMethodOption::DefaultText() const {
  std::string text = option.default_value;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    if (defaults[k] != option.default_value) text += "; " + methods[k] + ": " + defaults[k];
  }
  return text;
}

std::unique_ptr<Command> MakeMethodsCommand() { return std::make_unique<MethodsCommand>(); }

}  // namespace sagitta::cli
