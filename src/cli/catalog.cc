// The catalog, and the commands that print it: sagitta methods and sagitta options.
#include "cli/catalog.h"

#include <algorithm>

#include "cli/command.h"
#include "cli/format.h"
#include "cli/output.h"

namespace sagitta::cli {
namespace {

std::string TypedAs(const TrainOption& option) {
  return "--" + option.name + (IsFlag(option) ? "" : " " + option.placeholder);
}

std::string OptionsHelp() {
  std::string text;
  std::string group;
  for (const TrainOption& option : TrainOptions()) {
    if (option.group != group) text += (text.empty() ? "" : "\n") + option.group + ":\n";
    group = option.group;
    text += HelpEntry(TypedAs(option), WithDefault(option.help, option.default_value));
  }
  return text;
}

/// Escapes vertical bars, which would end a table cell.
std::string Cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::string OptionsPage() {
  std::string text =
      "# Training options\n\n"
      "Written by `sagitta options --markdown` from the table of options; a test compares the "
      "two.\n"
      "`sagitta train` has all of them, `sagitta compare` those that are marked. The library's\n"
      "`TrainOptions()` is the same table, and each option is a field of `TrainSettings`. The "
      "options\n"
      "of the methods are in [methods.md](methods.md); [continuing.md](continuing.md) explains "
      "those\nunder Continuing.\n\n"
      "*Course*: the course of training depends on the option, so a checkpoint can only be "
      "resumed\n"
      "with the same value. *Compare*: every run of a comparison has it.\n";
  std::string group;
  for (const TrainOption& option : TrainOptions()) {
    if (option.group != group) {
      text += "\n## " + option.group + "\n\n| option | default | course | compare | |\n" +
              "|---|---|---|---|---|\n";
    }
    group = option.group;
    text += "| `" + Cell(TypedAs(option)) + "` | " + option.default_value + " | " +
            (option.affects_course ? "yes" : "") + " | " + (option.in_comparison ? "yes" : "") +
            " | " + Cell(option.help) + " |\n";
  }
  return text;
}

std::string MethodsHelp() {
  std::string text;
  for (const MethodInfo& method : Methods()) text += MethodHelp(method) + "\n";
  return text;
}

std::string MethodsPage() {
  std::string text =
      "# Training methods\n\n"
      "Written by `sagitta methods --markdown` from the registry; a test compares the two.\n"
      "`sagitta train --method NAME` uses a method, `sagitta help NAME` prints its entry.\n"
      "\n"
      "## Stability of SAG with non-uniform sampling\n\n"
      "SAG is stable only while alpha eig_i/(n p_i) < 2 for every example i, where alpha is the\n"
      "step size, eig_i the largest eigenvalue of the Hessian of the example, and p_i the\n"
      "probability with which it is drawn. The published step of SAG-NUS* is the largest with\n"
      "alpha L_i/(n p_i) <= 1, so it sits at the edge: it is stable if no L_i is below half of\n"
      "eig_i. The line search along the gradient of the example, which finds L_i, can find far "
      "less\n"
      "than that. `sag-nus-star` and `sag-nus` are the papers', unchanged, and swing on\n"
      "some data. If that goes on, it ends with \"the weights swing and do not settle\" and a "
      "warning.\n"
      "`sag-nus-secant` and `saga-nus-secant` are ours: L_i is measured between two visits of an\n"
      "example. [stability.md](stability.md) has the reasons, a minimal example and "
      "measurements.\n";
  std::string family;
  for (const MethodInfo& method : Methods()) {
    if (method.family != family) text += "\n## " + method.family + "\n";
    family = method.family;
    text += "\n### " + method.name + "\n\n" + method.summary + ".\n\n" + method.citation + "\n";
    const std::vector<TypedOption> options = TypedOptions(method);
    if (options.empty()) continue;
    text += "\n| option | default | |\n|---|---|---|\n";
    for (const TypedOption& option : options) {
      text += "| `" + option.name + "` | " + option.default_value + " | " + option.help + " |\n";
    }
  }
  return text;
}

/// Prints a part of the catalog as help or as a page of docs/.
class CatalogCommand final : public Command {
 public:
  struct Part {
    const char* name;
    const char* summary;
    std::string (*help)();
    std::string (*page)();
  };
  explicit CatalogCommand(const Part& part) : part_(part) {}

  std::string name() const override { return part_.name; }
  std::string summary() const override { return part_.summary; }
  std::string usage() const override { return name() + " [--markdown]"; }
  void Declare(OptionList& options) override {
    options.Flag("--markdown", "as the page docs/" + name() + ".md", markdown_);
  }

  void Run() override {
    Output output;
    output.Write(markdown_ ? part_.page() : part_.help());
    output.Finish();
  }

 private:
  Part part_;
  bool markdown_ = false;
};

TypedOption Typed(const TrainOption& option) {
  return {"--" + option.name, option.placeholder, option.default_value, option.help, ""};
}

}  // namespace

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) names.push_back(method.name);
  return names;
}

const MethodInfo& FindMethod(const std::string& name) {
  TrainSettings settings;
  FindTrainOption("method").set(settings, name);  // throws if it does not exist
  const auto same = [&](const MethodInfo& method) { return method.name == settings.method; };
  return *std::find_if(Methods().begin(), Methods().end(), same);
}

std::vector<TypedOption> TypedOptions(const MethodInfo& method) {
  std::vector<TypedOption> typed;
  for (const MethodOption& option : method.options) {
    const std::string name = "--" + option.name;
    typed.push_back({name, "VALUE", option.default_value, option.help, option.name});
    if (option.default_value != "on") continue;
    typed.push_back({"--no-" + option.name, "", "", "the same as " + name + " off", option.name});
  }
  if (method.lambda1) {
    typed.push_back(Typed(FindTrainOption("lambda1")));
    typed.push_back(Typed(FindTrainOption("c1")));
  }
  return typed;
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

bool IsFlag(const TrainOption& option) {
  return option.type == OptionType::kSwitch && option.default_value == "off";
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string WithDefault(const std::string& help, const std::string& default_value) {
  return default_value.empty() ? help : help + " (default " + default_value + ")";
}

std::string MethodHelp(const MethodInfo& method) {
  const bool standard = method.name == TrainSettings().method;
  std::string text = method.name + (standard ? " (the default)\n" : "\n") +
                     HelpEntry("family", method.family) + HelpEntry("summary", method.summary) +
                     HelpEntry("citation", method.citation);
  for (const TypedOption& option : TypedOptions(method)) {
    text += HelpEntry(option.name + (option.placeholder.empty() ? "" : " ") + option.placeholder,
                      WithDefault(option.help, option.default_value));
  }
  return text;
}

std::unique_ptr<Command> MakeMethodsCommand() {
  return std::make_unique<CatalogCommand>(CatalogCommand::Part{
      "methods", "List the training methods and their options", MethodsHelp, MethodsPage});
}

std::unique_ptr<Command> MakeOptionsCommand() {
  return std::make_unique<CatalogCommand>(
      CatalogCommand::Part{"options", "List the training options", OptionsHelp, OptionsPage});
}

}  // namespace sagitta::cli
