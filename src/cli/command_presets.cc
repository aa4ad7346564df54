// sagitta presets: lists the templates that come with the program, and prints them.
#include "cli/command.h"
#include "cli/format.h"
#include "cli/output.h"
#include "cli/values.h"
#include "sagitta/presets.h"

namespace sagitta::cli {
namespace {

class PresetsCommand final : public Command {
 public:
  std::string name() const override { return "presets"; }
  std::string summary() const override { return "List or print ready-made templates"; }
  std::string usage() const override { return "presets [NAME [--columns-count N]]"; }

  void Declare(OptionList& options) override {
    options.Arguments("NAME", "the preset to print", 1, names_);
    options.Value("--columns-count", "N",
                  "print the template as it is used for data with N columns besides the label",
                  ToCount(columns_, 1));
    options.Footer(
        "train, compare and expand take a preset with --preset NAME. A model contains the "
        "template, "
        "so\n"
        "tag and eval need only the model. docs/presets.md has scores on real data. To change a "
        "preset,\n"
        "print it with --columns-count, edit it and use it with --template.");
  }

  void Run() override {
    Output output;
    const std::string name = OneArgument(names_, "");
    if (name.empty()) {
      for (const Preset& preset : Presets()) {
        output.Write(HelpEntry(preset.name, preset.summary + ". Columns: " + preset.columns));
      }
    } else {
      const Preset& preset = FindPreset(name);
      output.Write(columns_ > 0 ? PresetTemplate(preset, columns_) : preset.text);
    }
    output.Finish();
  }

 private:
  std::vector<std::string> names_;
  std::size_t columns_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakePresetsCommand() { return std::make_unique<PresetsCommand>(); }

}  // namespace sagitta::cli
