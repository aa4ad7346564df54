// sagitta eval: tags a labelled file and scores the result.
#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "sagitta/tagger.h"

namespace sagitta::cli {
namespace {

/// Tags and counts in one pass; see Evaluate.
class EvalCommand final : public Command {
 public:
  std::string name() const override { return "eval"; }
  std::string summary() const override { return "Score a model on labelled text"; }
  std::string usage() const override { return "eval -m MODEL [--json] [FILE]"; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE", "labelled text, plain or gzip; - or nothing: standard input", 1,
                      files_);
    options.Text("-m,--model", "MODEL", "the model (required)", model_);
    options.Flag("--json", "print one JSON object instead of tables", json_);
    DeclareConstraints(options, constraints_);
    DeclareThreads(options, threads_);
    options.Footer(
        "Token and sequence accuracy, precision, recall and F1 of every label and, where labels "
        "are\n"
        "like B-NP, of spans by the rules of conlleval. Labels that the model does not know count "
        "as\n"
        "its errors.");
  }

  void Run() override {
    RequireOption(model_, "-m MODEL");
    const Model model = Model::Load(model_);
    const Evaluation result = Evaluate(model, OneArgument(files_, "-"),
                                       MakeConstraints(constraints_, model.labels()), threads_);
    Output output;
    output.Write(json_ ? result.ToJson() + "\n" : result.ToText());
    output.Finish();
  }

 private:
  std::vector<std::string> files_;
  std::string model_;
  bool json_ = false;
  std::uint32_t threads_ = 0;
  ConstraintSettings constraints_;
};

}  // namespace

std::unique_ptr<Command> MakeEvalCommand() { return std::make_unique<EvalCommand>(); }

}  // namespace sagitta::cli
