// sagitta tag: labels sequence after sequence.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/output.h"
#include "sagitta/tagger.h"

namespace sagitta::cli {
namespace {

constexpr const char* kFormat =
    "One line for every token, an empty line after every sequence.\n"
    "  plain            LABEL\n"
    "  --marginals      LABEL, then for every label of the model TAB NAME:P, where P is the "
    "label's\n"
    "                   probability at this token with six decimals\n"
    "  --probability    \"@probability\" TAB P on a line before each sequence: the probability of "
    "all\n"
    "                   its labels together\n"
    "  --keep-input     each line begins with the line that was read; the separator is a TAB, or "
    "a\n"
    "                   space where columns were separated by spaces\n"
    "Columns need no label; attribute text has one (any) in its first field, which is ignored.";

/// Holds one sequence at a time, so that input may be endless.
class TagCommand final : public Command {
 public:
  std::string name() const override { return "tag"; }
  std::string summary() const override { return "Label text with a model"; }
  std::string usage() const override { return "tag -m MODEL [OPTIONS] [FILE]"; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE", "text to label, plain or gzip; - or nothing: standard input", 1,
                      files_);
    options.Text("-m,--model", "MODEL", "the model (necessary)", model_);
    options.Flag("--marginals", "print the probability of every label", marginals_);
    options.Flag("--probability", "print the probability of each sequence's labels", probability_);
    options.Flag("--keep-input", "print each input line, the label added as last column",
                 keep_input_);
    options.Text("-o,--output", "FILE", "where to write (default: standard output)", output_);
    options.Footer(kFormat);
  }

  void Run() override {
    RequireOption(model_, "-m MODEL");
    const Model model = Model::Load(model_);
    ReadOptions read = model.read_options();
    // Columns come without the label here, or with a label that is just one more column.
    read.labelled = false;
    columns_ = !read.template_text.empty();
    names_ = model.labels();
    const std::string path = OneArgument(files_, "-");
    SequenceReader reader(path, read);
    Tagger tagger(model);
    Output output(output_);
    const bool answer_at_once = IsLive(path);
    for (Sequence sequence; reader.Next(sequence);) {
      WriteSequence(sequence, tagger, output);
      if (answer_at_once) output.Flush();
    }
    output.Finish();
  }

 private:
  /// Whether somebody may be waiting for the answer to one sequence before asking the next.
  static bool IsLive(const std::string& path) {
    struct stat status;
    const int found = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
    return found == 0 && !S_ISREG(status.st_mode);
  }

  void WriteSequence(const Sequence& sequence, Tagger& tagger, Output& output) const {
    const std::span<const std::string_view> labels = tagger.Tag(sequence);
    if (probability_) {
      char line[48];
      std::snprintf(line, sizeof line, "@probability\t%.6g\n", tagger.Probability());
      output.Write(line);
    }
    const std::span<const double> marginals =
        marginals_ ? tagger.Marginals() : std::span<const double>();
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (keep_input_) WriteInput(sequence.lines[t], output);
      output.Write(labels[t]);
      if (marginals_) WriteMarginals(marginals.subspan(t * names_.size(), names_.size()), output);
      output.Write("\n");
    }
    output.Write("\n");
  }

  /// Keeps the separator of the input, for tools such as conlleval that know only one.
  void WriteInput(std::string_view line, Output& output) const {
    output.Write(line);
    const bool spaces = columns_ && line.find('\t') == std::string_view::npos;
    output.Write(spaces ? " " : "\t");
  }

  void WriteMarginals(std::span<const double> marginals, Output& output) const {
    for (std::size_t k = 0; k < names_.size(); ++k) {
      char number[24];
      std::snprintf(number, sizeof number, ":%.6f", marginals[k]);
      output.Write("\t");
      output.Write(names_[k]);
      output.Write(number);
    }
  }

  std::vector<std::string> files_;
  std::string model_;
  std::string output_ = "-";
  bool marginals_ = false;
  bool probability_ = false;
  bool keep_input_ = false;

  bool columns_ = false;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<Command> MakeTagCommand() { return std::make_unique<TagCommand>(); }

}  // namespace sagitta::cli
