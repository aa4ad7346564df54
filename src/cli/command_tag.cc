// sagitta tag: labels sequences with a model.
#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/tag_writer.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"

namespace sagitta::cli {
namespace {

/// Keeps one sequence in memory at a time, so that the input may be endless.
class TagCommand final : public Command {
 public:
  std::string name() const override { return "tag"; }
  std::string summary() const override { return "Label text with a model"; }
  std::string usage() const override { return "tag -m MODEL [OPTIONS] [FILE]"; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE", "text to label, plain or gzip; - or nothing: standard input", 1,
                      files_);
    options.Text("-m,--model", "MODEL", "the model (required)", model_);
    options.Flag("--force", "keep the labels that the input has and the model knows", force_);
    DeclareConstraints(options, constraints_);
    options.Heading("Output");
    options.Value("--output-format", "NAME", "labels, columns or jsonl, see below (default labels)",
                  ToChoice<Shape>(shape_, {{"labels", Shape::kLabels},
                                           {"columns", Shape::kColumns},
                                           {"jsonl", Shape::kJson}}));
    options.Value("--nbest", "N", "print the N best labellings of each sequence (at most 10000)",
                  [this](const std::string& option, const std::string& text) {
                    details_.nbest = ParseCount(option, text, 1, kMostBest);
                  });
    options.Flag("--marginals", "print the probability of every label", details_.marginals);
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
    const ReadOptions read = ReadSettings(model);
    details_.keep_input |= shape_ == Shape::kColumns;
    details_.may_be_spaced = read.format != Format::kAttributes;
    const auto writer = shape_ == Shape::kJson ? MakeJsonWriter(details_, model.labels())
                                               : MakeTextWriter(details_, model.labels());
    SequenceReader reader(path, read);
    Tagger tagger(model, MakeConstraints(constraints_, model.labels()));
    Output output(output_);
    const bool answer_at_once = IsLive(path);
    for (Sequence sequence; reader.Next(sequence);) {
      Tag(path, sequence, tagger);
      writer->Write(sequence, tagger, output);
      if (answer_at_once) output.Flush();
    }
    output.Finish();
  }

 private:
  enum class Shape { kLabels, kColumns, kJson };
  static constexpr std::uint64_t kMostBest = 10000;

  void CheckFiles(const std::string& path) const {
    FileUses uses;
    uses.Reads("FILE", path);
    uses.Reads("--model", model_);
    uses.Reads("--constraints", constraints_.rules_name);
    uses.Writes("--output", output_);
    uses.Check();
  }

  /// Columns have no label, or a label that is treated as one more column, unless labels are
  /// required. In attribute text the label has its own field and may be empty; in CoNLL-U it is
  /// then _.
  ReadOptions ReadSettings(const Model& model) const {
    ReadOptions read = model.read_options();
    read.labelled =
        force_ && (read.format == Format::kColumns || read.format == Format::kObservations);
    return read;
  }

  void Tag(const std::string& path, const Sequence& sequence, Tagger& tagger) const try {
    if (force_) {
      tagger.TagGivenView(sequence, sequence.labels());
    } else {
      tagger.TagView(sequence);
    }
  } catch (const Error& error) {
    // The tagger does not know the location of a sequence in the file.
    if (error.kind() != ErrorKind::kData) throw;
    throw Error(ErrorKind::kData, {path == "-" ? "<stdin>" : path, sequence.first_line(), 0},
                error.what());
  }

  std::vector<std::string> files_;
  std::string model_;
  std::string output_ = "-";
  bool force_ = false;
  ConstraintSettings constraints_;
  Shape shape_ = Shape::kLabels;
  TagDetails details_;
};

}  // namespace

std::unique_ptr<Command> MakeTagCommand() { return std::make_unique<TagCommand>(); }

}  // namespace sagitta::cli
