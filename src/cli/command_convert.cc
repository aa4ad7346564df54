// sagitta convert: converts a model to the format of another tool, or scored graphs to UAI files.
#include <cstdio>
#include <optional>

#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/uai_files.h"
#include "sagitta/error.h"
#include "sagitta/model.h"

namespace sagitta::cli {
namespace {

constexpr const char* kFormats =
    "IN is a model of Sagitta, CRFsuite (lCRF), Wapiti (text) or CRF++ (text or binary). The\n"
    "format is detected. Every command that takes a MODEL accepts all of these formats.\n"
    "Without --to, the extension of OUT determines the format:\n"
    "  .sagitta .model   sagitta\n"
    "  .crfsuite .lcrf   crfsuite\n"
    "  .wapiti           wapiti\n"
    "  .crfpp            crfpp: a text model, which crf_learn -C converts for crf_test\n"
    "Other extensions need --to.\n"
    "A model that a format cannot express is refused with the reason: constraints on labels by\n"
    "all formats except sagitta; edge attributes by crfsuite; models without a template, or with\n"
    "a template of another tool, by crfpp and wapiti; models of graphs by all others.\n"
    "With --data, IN is a model and OUT a file in the UAI format (MARKOV), for toulbar2, libDAI\n"
    "and others: the scores of one sequence or graph of the data. Its variables are the nodes,\n"
    "their values the labels that a node may have, in the order of the model's labels (sagitta\n"
    "dump lists them). Factors are divided by their largest value; the message says what is to be\n"
    "added to log Z and to scores of the file.";

struct NamedFormat {
  const char* name;
  ModelFormat format;
  std::vector<std::string> endings;
};

const std::vector<NamedFormat>& Formats() {
  static const std::vector<NamedFormat> formats = {
      {"sagitta", ModelFormat::kSagitta, {".sagitta", ".model"}},
      {"crfsuite", ModelFormat::kCrfsuite, {".crfsuite", ".lcrf"}},
      {"wapiti", ModelFormat::kWapiti, {".wapiti"}},
      {"crfpp", ModelFormat::kCrfpp, {".crfpp"}},
  };
  return formats;
}

ModelFormat FormatByEnding(const std::string& path) {
  for (const NamedFormat& entry : Formats()) {
    for (const std::string& ending : entry.endings) {
      if (path.ends_with(ending)) return entry.format;
    }
  }
  throw Error(ErrorKind::kUsage, "'" + path +
                                     "' has none of the extensions that determine the format: add "
                                     "--to sagitta, crfsuite, wapiti or crfpp");
}

std::string FormatName(ModelFormat format) {
  for (const NamedFormat& entry : Formats()) {
    if (entry.format == format) return entry.name;
  }
  return "";
}

class ConvertCommand final : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override {
    return "Convert a model between the formats of Sagitta and other tools, or scored graphs to "
           "UAI";
  }
  std::string usage() const override {
    return "convert [--to FORMAT] [--precision P] IN OUT | convert --data FILE [--sequence N|all] "
           "IN OUT.uai";
  }

  void Declare(OptionList& options) override {
    options.Arguments("IN OUT", "the model to read and the model to write", 2, files_);
    options.Value("--to", "FORMAT", "sagitta, crfsuite, wapiti or crfpp",
                  [this](const std::string& option, const std::string& text) {
                    std::vector<std::string> names;
                    for (const NamedFormat& entry : Formats()) names.emplace_back(entry.name);
                    format_ = Formats()[ParseChoice(option, text, names)].format;
                  });
    options.Value("--precision", "P", "of the weights: float or double (default: as in IN)",
                  [this](const std::string& option, const std::string& text) {
                    Precision precision{};
                    ToChoice<Precision>(precision, {{"float", Precision::kFloat},
                                                    {"double", Precision::kDouble}})(option, text);
                    precision_ = precision;
                  });
    options.Text("--data", "FILE",
                 "write the scores that the model gives to a sequence or graph of this text, plain "
                 "or gzip, in the UAI format",
                 data_);
    options.Value("--sequence", "N|all",
                  "with --data: which one, counted from 1, or all of them, in files OUT-N.uai "
                  "(default 1)",
                  [this](const std::string& option, const std::string& text) {
                    sequence_ = text == "all" ? 0 : ParseCount(option, text, 1, UINT64_MAX);
                  });
    options.Footer(kFormats);
  }

  void Run() override {
    if (files_.size() != 2) throw Error(ErrorKind::kUsage, "convert needs two files, IN and OUT");
    const std::string& out = files_[1];
    FileUses uses;
    uses.Reads("IN", files_[0]);
    uses.Reads("--data", data_);
    uses.Writes("OUT", out);
    uses.Check();
    if (!data_.empty()) return WriteUai(out);
    if (sequence_) throw Error(ErrorKind::kUsage, "--sequence needs --data FILE");
    const ModelFormat format = format_ ? *format_ : FormatByEnding(out);
    Model model = Model::Load(files_[0]);
    if (precision_) model = model.WithPrecision(*precision_);
    model.Save(out, format);
    Report(model, out, format);
  }

 private:
  void WriteUai(const std::string& out) const {
    if (format_ || precision_) {
      throw Error(ErrorKind::kUsage,
                  "with --data the format is UAI: do not give --to or --precision");
    }
    WriteUaiFiles(Model::Load(files_[0]), data_, sequence_.value_or(1), out);
  }

  static void Report(const Model& model, const std::string& out, ModelFormat format) {
    std::fprintf(stderr, "%s: %s model, %zu labels, %llu attributes, %llu weights\n", out.c_str(),
                 FormatName(format).c_str(), model.labels().size(),
                 static_cast<unsigned long long>(model.node_attribute_count() +
                                                 model.edge_attribute_count()),
                 static_cast<unsigned long long>(model.weight_count()));
    if (format == ModelFormat::kCrfsuite && !model.read_options().template_text.empty()) {
      std::fprintf(stderr,
                   "%s does not contain the template: CRFsuite reads attributes, not columns\n",
                   out.c_str());
    }
  }

  std::vector<std::string> files_;
  std::optional<ModelFormat> format_;
  std::optional<Precision> precision_;
  std::string data_;
  std::optional<std::uint64_t> sequence_;  // 0: all
};

}  // namespace

std::unique_ptr<Command> MakeConvertCommand() { return std::make_unique<ConvertCommand>(); }

}  // namespace sagitta::cli
