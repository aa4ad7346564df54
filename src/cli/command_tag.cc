// sagitta tag: labels sequences with a model.
#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/output_name.h"
#include "cli/tag_writer.h"
#include "sagitta/tagging.h"

namespace sagitta::cli {
namespace {

/// Keeps some chunks of the input in memory at a time, so that it may be endless.
class TagCommand final : public Command {
 public:
  std::string name() const override { return "tag"; }
  std::string summary() const override { return "Label text with a model"; }
  std::string usage() const override { return "tag -m MODEL [OPTIONS] [FILE]"; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE", "text to label, plain or gzip; - or nothing: standard input", 1,
                      files_);
    options.Text("-m,--model", "MODEL", "the model (required)", model_);
    options.Flag("--force", "keep the labels that the input has and the model knows",
                 settings_.force);
    DeclareConstraints(options, constraints_);
    DeclareTagInput(options, settings_);
    DeclareThreads(options, settings_.threads);
    options.Heading("Output");
    options.Value(
        "--output-format", "NAME",
        "labels, columns or jsonl, see below (default jsonl for -o FILE.jsonl and for input "
        "in JSON lines, else labels)",
        [this](const std::string& option, const std::string& text) {
          ToChoice<Shape>(shape_, {{"labels", Shape::kLabels},
                                   {"columns", Shape::kColumns},
                                   {"jsonl", Shape::kJson}})(option, text);
          shape_given_ = true;
        });
    options.Value("--nbest", "N", "print the N best labellings of each sequence (at most 10000)",
                  [this](const std::string& option, const std::string& text) {
                    details_.nbest = ParseCount(option, text, 1, kMostBest);
                  });
    options.Flag("--marginals", "print the probability of every label", details_.marginals);
    options.Flag("--edge-marginals", "print the probability of every pair of labels on every edge",
                 details_.edge_marginals);
    options.Flag("--probability", "print the probability of each sequence's labels",
                 details_.probability);
    options.Flag("--scores", "print the score of each sequence's labels", details_.score);
    options.Flag("--keep-input",
                 "print each input line with the label as an additional last column",
                 details_.keep_input);
    options.Text("-o,--output", "FILE", "where to write (default: standard output)", output_);
    options.Footer(kTagFormats);
  }

  void Run() override {
    RequireOption(model_, "-m MODEL");
    const std::string path = OneArgument(files_, "-");
    CheckFiles(path);
    const Model model = Model::Load(model_);
    const Format format = ReadOptionsFor(model, path, settings_).format;
    details_.json_input = format == Format::kJson;
    ChooseShape();
    details_.keep_input |= shape_ == Shape::kColumns;
    details_.may_be_spaced = format != Format::kAttributes;
    settings_.constraints = MakeConstraints(constraints_, model.labels());
    Output output(output_);
    const auto write = [&output](std::string_view text) {
      output.Write(text);
      output.Flush();
    };
    const auto make_printer = [&] {
      return shape_ == Shape::kJson ? MakeJsonPrinter(details_, model.labels())
                                    : MakeTextPrinter(details_, model.labels());
    };
    TagFile(model, path, write, settings_, make_printer);
    output.Finish();
  }

 private:
  enum class Shape { kLabels, kColumns, kJson };
  static constexpr std::uint64_t kMostBest = 10000;

  /// Without --output-format, input in JSON lines gives JSON lines, and so does a file FILE.jsonl.
  void ChooseShape() {
    if (!shape_given_ && (output_.ends_with(".jsonl") || details_.json_input))
      shape_ = Shape::kJson;
    const bool json = shape_ == Shape::kJson;
    CheckOutputName("--output", output_,
                    json ? std::vector<std::string>{".json", ".jsonl"} : std::vector<std::string>{},
                    "see --output-format");
  }

  void CheckFiles(const std::string& path) const {
    FileUses uses;
    uses.Reads("FILE", path);
    uses.Reads("--model", model_);
    uses.Reads("--constraints", constraints_.rules_name);
    uses.Writes("--output", output_);
    uses.Check();
  }

  std::vector<std::string> files_;
  std::string model_;
  std::string output_ = "-";
  TagSettings settings_;
  ConstraintSettings constraints_;
  Shape shape_ = Shape::kLabels;
  bool shape_given_ = false;
  TagDetails details_;
};

}  // namespace

std::unique_ptr<Command> MakeTagCommand() { return std::make_unique<TagCommand>(); }

}  // namespace sagitta::cli
