// sagitta eval: tags a labelled file and scores the result.
#include "cli/command.h"
#include "cli/error_report.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"

namespace sagitta::cli {
namespace {

/// Tags and counts in one pass; see Evaluate.
class EvalCommand final : public Command {
 public:
  std::string name() const override { return "eval"; }
  std::string summary() const override { return "Score a model on labelled text"; }
  std::string usage() const override {
    return "eval -m MODEL [--errors N] [--confusion] [--json] [FILE]";
  }

  void Declare(OptionList& options) override {
    options.Arguments("FILE", "labelled text, plain or gzip; - or nothing: standard input", 1,
                      files_);
    options.Text("-m,--model", "MODEL", "the model (required)", model_);
    options.Flag("--json", "print one JSON object instead of tables", json_);
    DeclareConstraints(options, constraints_);
    options.Value("--errors", "N", "show N sentences with wrong spans or labels, in context",
                  ToCount(errors_, 1));
    DeclareTokenAttribute(options, token_attribute_);
    options.Flag("--confusion", "show which labels are confused", confusion_);
    DeclareTagInput(options, settings_);
    DeclareThreads(options, settings_.threads);
    options.Footer(
        "Token and sequence accuracy, precision, recall and F1 of every label and, where labels "
        "are\n"
        "like B-NP, of spans by the rules of conlleval. Labels that the model does not know count "
        "as\n"
        "its errors.");
  }

  void Run() override {
    RequireOption(model_, "-m MODEL");
    if (json_ && errors_ > 0) throw Error(ErrorKind::kUsage, "--errors is not available as JSON");
    const std::string path = OneArgument(files_, "-");
    const Model model = Model::Load(model_);
    settings_.constraints = MakeConstraints(constraints_, model.labels());
    ErrorReport report(errors_, path == "-" ? "<stdin>" : path,
                       TokenWord(ReadOptionsFor(model, path, settings_), token_attribute_));
    EvaluationVisitor visit;
    if (errors_ > 0 || confusion_) {
      visit = [&](const Sequence& sequence, std::span<const std::string_view> found) {
        report.Add(sequence, found);
      };
    }
    const Evaluation result = Evaluate(model, path, settings_, visit);
    Output output;
    output.Write(json_ ? Json(result, report) : Text(result, report));
    output.Finish();
  }

 private:
  std::string Text(const Evaluation& result, const ErrorReport& report) const {
    std::string text = result.ToText();
    if (confusion_) text += "\n" + report.Confusion();
    if (errors_ > 0) text += "\n" + report.Sentences();
    return text;
  }

  /// The object of the result, with another member.
  std::string Json(const Evaluation& result, const ErrorReport& report) const {
    std::string text = result.ToJson();
    if (confusion_) text.insert(text.rfind('}'), "," + report.ConfusionJson());
    return text + "\n";
  }

  std::vector<std::string> files_;
  std::string model_;
  std::string token_attribute_;
  bool json_ = false;
  bool confusion_ = false;
  std::uint64_t errors_ = 0;
  TagSettings settings_;
  ConstraintSettings constraints_;
};

}  // namespace

std::unique_ptr<Command> MakeEvalCommand() { return std::make_unique<EvalCommand>(); }

}  // namespace sagitta::cli
