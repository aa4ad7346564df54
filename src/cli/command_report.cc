// sagitta report: writes a page about training runs and models.
#include <cstdio>

#include "cli/browser.h"
#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/output_name.h"
#include "sagitta/error.h"
#include "sagitta/report.h"

namespace sagitta::cli {
namespace {

class ReportCommand final : public Command {
 public:
  std::string name() const override { return "report"; }
  std::string summary() const override { return "Show training runs and models as a web page"; }
  std::string usage() const override {
    return "report [MODEL...] [--log FILE]... [--test FILE] --out FILE.html";
  }

  void Declare(OptionList& options) override {
    options.Arguments("MODEL...", "models of any format that Sagitta reads", SIZE_MAX,
                      settings_.models);
    options.Text("-o,--out", "FILE", "where to write the page (required)", out_);
    options.Each("--log", "FILE", "a log that train --log wrote; can be given several times",
                 settings_.logs);
    options.Text("--test", "FILE", "labelled text to score the models on", settings_.test);
    DeclareTokenAttribute(options, settings_.token_attribute);
    options.Value("--attributes", "N",
                  "show the N strongest attributes for each label, and against it (default " +
                      std::to_string(settings_.attributes) + ")",
                  ToCount(settings_.attributes, 1));
    options.Value("--examples", "N",
                  "show N example sequences of each kind (default " +
                      std::to_string(settings_.examples) + ")",
                  ToCount(settings_.examples, 0));
    options.Flag("--png", "also write each figure as an image (requires Chromium)", png_);
    options.Footer(
        "The page is one file that needs no network: convergence and development scores from the "
        "logs,\n"
        "transitions and the strongest attributes of the models, and with --test scores, "
        "confusions and\n"
        "example sequences with marginals. --png writes FILE-FIGURE.png next to it.");
  }

  void Run() override {
    RequireOption(out_, "--out FILE.html");
    const FileUses uses = Uses();
    uses.Check();
    CheckOutputName("--out", out_, {".html", ".htm"}, "report writes a page, FILE.html");
    if (png_) CheckPictures();
    if (out_ != "-") CheckWritable(out_);
    const std::string page = ModelPage(settings_);
    Output output(out_);
    output.Write(page);
    output.Finish();
    if (!png_) return;
    const std::string stem = out_.ends_with(".html") ? out_.substr(0, out_.size() - 5) : out_;
    WritePictures(out_, stem + "-", uses);
  }

 private:
  FileUses Uses() const {
    FileUses uses;
    uses.Reads("MODEL", settings_.models);
    uses.Reads("--log", settings_.logs);
    uses.Reads("--test", settings_.test);
    uses.Writes("--out", out_);
    return uses;
  }

  /// Checks before the work, not after it.
  void CheckPictures() const {
    if (out_ == "-") {
      throw Error(ErrorKind::kUsage, "--png needs a file for --out, not standard output");
    }
    FindChromium();
  }

  ReportSettings settings_;
  std::string out_;
  bool png_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeReportCommand() { return std::make_unique<ReportCommand>(); }

}  // namespace sagitta::cli
