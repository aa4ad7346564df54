// sagitta synth: writes a demonstration corpus, or its template.
#include "cli/command.h"
#include "cli/format.h"
#include "cli/output.h"
#include "cli/output_name.h"
#include "cli/values.h"
#include "sagitta/error.h"
#include "sagitta/synth.h"

namespace sagitta::cli {
namespace {

/// Writes sequence by sequence, so that memory does not grow with the corpus.
class SynthCommand final : public Command {
 public:
  std::string name() const override { return "synth"; }
  std::string summary() const override { return "Make a demonstration corpus"; }
  std::string usage() const override {
    return "synth TASK [--sequences N] [--seed S] [--attributes] [-o FILE]\n"
           "       sagitta synth TASK --template [-o FILE]";
  }

  void Declare(OptionList& options) override {
    options.Arguments("TASK", "ocr, chunk, ner, pos, grid, tree or skip", 1, tasks_);
    options.Value("-n,--sequences", "N", "number of sequences (default 1000)",
                  ToCount(settings_.sequences, 1));
    options.Value("--seed", "S", "seed of the random numbers (default 1)",
                  ToCount(settings_.seed, 0));
    options.Flag("--attributes", "attribute text instead of columns (always for ocr and graphs)",
                 settings_.attributes);
    options.Flag("--template", "print the template for the task's columns instead", template_);
    options.Text("-o,--output", "FILE", "where to write (default: standard output)", output_);
    std::string footer = "Tasks:\n";
    for (const SynthTask& task : SynthTasks()) footer += HelpEntry(task.name, task.summary);
    options.Footer(
        footer +
        "\nSequence k depends only on the task, the seed and k: a longer corpus starts with the "
        "shorter one.");
  }

  void Run() override {
    settings_.task = OneArgument(tasks_, "");
    if (settings_.task.empty()) throw Error(ErrorKind::kUsage, "TASK is missing");
    CheckOutputName("--output", output_, {}, "synth writes plain text");
    Output output(output_);
    if (template_) {
      output.Write(Template());
    } else {
      Synthesize(settings_, [&](std::string_view piece) {
        output.Write(piece);
        return true;
      });
    }
    output.Finish();
  }

 private:
  std::string Template() const {
    const std::string text = SynthTemplate(settings_.task);
    if (!text.empty()) return text;
    throw Error(ErrorKind::kUsage, settings_.task + " has no template: it is attribute text");
  }

  std::vector<std::string> tasks_;
  SynthSettings settings_;
  bool template_ = false;
  std::string output_ = "-";
};

}  // namespace

std::unique_ptr<Command> MakeSynthCommand() { return std::make_unique<SynthCommand>(); }

}  // namespace sagitta::cli
