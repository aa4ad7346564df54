// sagitta expand: prints the attributes that a template makes of an input.
#include <memory>

#include "cli/command.h"
#include "cli/expand_writer.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/output_name.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"

namespace sagitta::cli {
namespace {

class ExpandCommand final : public Command {
 public:
  std::string name() const override { return "expand"; }
  std::string summary() const override { return "Print the attributes that a template makes"; }
  std::string usage() const override {
    return "expand (--preset NAME | --template FILE | -m MODEL) [OPTIONS] [FILE]";
  }

  void Declare(OptionList& options) override {
    options.Arguments("FILE", "text to expand, plain or gzip; - or nothing: standard input", 1,
                      files_);
    input_.Declare(options, template_);
    options.Text("-m,--model", "MODEL", "read the text as this model does", model_);
    options.Value("--output-format", "NAME",
                  "attributes or jsonl (default jsonl for -o FILE.jsonl, else attributes)",
                  [this](const std::string& option, const std::string& text) {
                    ToChoice<bool>(json_, {{"attributes", false}, {"jsonl", true}})(option, text);
                    json_given_ = true;
                  });
    options.Text("-o,--output", "FILE", "where to write (default: standard output)", output_);
    options.Footer(
        "The result is attribute text (LABEL TAB ATTRIBUTE[:VALUE] TAB ...) or JSON lines, which "
        "train,\n"
        "tag, eval and other tools read. Labels are those of the input; without labels the first "
        "field is\n"
        "empty. Attributes of edges (b and * lines with macros) need --output-format jsonl.");
  }

  void Run() override {
    const std::string path = OneArgument(files_, "-");
    CheckFiles(path);
    ReadOptions read = Resolve(path);
    read.labelled = false;
    Output output(output_);
    SequenceReader reader(path, read);
    std::string text;
    for (Sequence sequence; reader.Next(sequence);) {
      text.clear();
      if (json_) {
        WriteJson(sequence, text);
      } else {
        WriteAttributes(sequence, text);
      }
      output.Write(text);
      output.Flush();
    }
    output.Finish();
  }

 private:
  void CheckFiles(const std::string& path) {
    FileUses uses;
    uses.Reads("FILE", path);
    uses.Reads("--template", template_);
    uses.Reads("--model", model_);
    uses.Writes("--output", output_);
    uses.Check();
    if (!json_given_ && output_.ends_with(".jsonl")) json_ = true;
    const std::vector<std::string> endings = {".json", ".jsonl"};
    CheckOutputName("--output", output_, json_ ? endings : std::vector<std::string>(),
                    "see --output-format");
  }

  ReadOptions Resolve(const std::string& path) const {
    if (model_.empty()) return input_.Resolve(template_, {path});
    if (!template_.empty() || input_.has_preset()) {
      throw Error(ErrorKind::kUsage, "give either -m or a template, not both");
    }
    return ReadOptionsFor(Model::Load(model_), path, {.format = input_.format()});
  }

  std::vector<std::string> files_;
  InputOptions input_;
  std::string template_;
  std::string model_;
  std::string output_ = "-";
  bool json_ = false;
  bool json_given_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeExpandCommand() { return std::make_unique<ExpandCommand>(); }

}  // namespace sagitta::cli
