// sagitta dump: prints a model as text.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/values.h"
#include "sagitta/model.h"

namespace sagitta::cli {
namespace {

/// Nine digits distinguish any two floats.
std::string Digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// Prints lines of fields, for use with grep, sort and join.
class DumpCommand final : public Command {
 public:
  std::string name() const override { return "dump"; }
  std::string summary() const override { return "Print a model as text"; }
  std::string usage() const override { return "dump -m MODEL [--top N] [MODEL]"; }

  void Declare(OptionList& options) override {
    options.Arguments("MODEL", "the model, if -m is not given", 1, models_);
    options.Text("-m,--model", "MODEL", "the model", model_);
    options.Value("--top", "N",
                  "only the N weights with the largest absolute values, in descending order",
                  ToCount(top_, 1));
    options.Footer(
        "Fields are separated by TABs. The first field is the type of the line:\n"
        "  setting      NAME  VALUE            a training setting\n"
        "  certificate  NAME  VALUE            how close to the optimum the weights are\n"
        "  template     LINE                   a line of the template\n"
        "  label        NAME\n"
        "  constraint   forbid  FROM  TO       TO may not follow FROM, or START, or be followed by "
        "END;\n"
        "                                      without its first field a rule of --constraints\n"
        "  node         ATTRIBUTE  LABEL  WEIGHT\n"
        "  transition   FROM  TO  WEIGHT\n"
        "  edge         ATTRIBUTE  FROM  TO  WEIGHT\n"
        "and of models of graphs\n"
        "  type         TYPE  FROM  TO  WEIGHT       pairs of labels on edges of a type\n"
        "  edge         TYPE  ATTRIBUTE  FROM  TO  WEIGHT");
  }

  void Run() override {
    if (model_.empty()) model_ = OneArgument(models_, "");
    RequireOption(model_, "-m MODEL");
    const Model model = Model::Load(model_);
    Output output;
    WriteFacts(model, output);
    if (top_ == 0) {
      model.ForEachWeight([&](const WeightEntry& entry) { WriteWeight(entry, output); });
    } else {
      WriteTop(model, output);
    }
    output.Finish();
  }

 private:
  static void WriteFacts(const Model& model, Output& output) {
    const auto line = [&](const std::string& kind, const std::string& name,
                          const std::string& value) {
      output.Write(kind + "\t" + name + "\t" + value + "\n");
    };
    for (const auto& [name, value] : model.settings()) line("setting", name, value);
    const Certificate& certificate = model.certificate();
    line("certificate", "objective", Digits(certificate.objective));
    line("certificate", "gradient_inf", Digits(certificate.gradient_inf));
    line("certificate", "gradient_l2", Digits(certificate.gradient_l2));
    line("certificate", "bound", Digits(certificate.bound));
    WriteTemplate(model.read_options().template_text, output);
    for (const std::string& label : model.labels()) output.Write("label\t" + label + "\n");
    WriteConstraints(model, output);
  }

  /// A label as written in rules.
  static std::string Escaped(const std::string& label) {
    std::string text = label == "START" || label == "END" ? "\\" : "";
    for (const char byte : label) {
      if (std::strchr(" \t\r\\*", byte) != nullptr) text += '\\';
      text += byte;
    }
    return text;
  }

  static void WriteConstraints(const Model& model, Output& output) {
    const Constraints& constraints = model.constraints();
    std::vector<std::string> labels = model.labels();
    for (std::string& label : labels) label = Escaped(label);
    const auto line = [&](std::uint8_t allowed, const std::string& from, const std::string& to) {
      if (allowed == 0) output.Write("constraint\tforbid\t" + from + "\t" + to + "\n");
    };
    for (std::size_t k = 0; k < constraints.first.size(); ++k) {
      line(constraints.first[k], "START", labels[k]);
    }
    for (std::size_t k = 0; k < constraints.pair.size(); ++k) {
      line(constraints.pair[k], labels[k / labels.size()], labels[k % labels.size()]);
    }
    for (std::size_t k = 0; k < constraints.last.size(); ++k) {
      line(constraints.last[k], labels[k], "END");
    }
  }

  static void WriteTemplate(std::string_view text, Output& output) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (end > 0) output.Write("template\t" + std::string(text.substr(0, end)) + "\n");
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  static void WriteWeight(const WeightEntry& entry, Output& output) {
    using Kind = WeightEntry::Kind;
    const bool node = entry.kind == Kind::kNode;
    const bool transition = entry.kind == Kind::kTransition;
    const bool typed = transition && !entry.attribute.empty();
    std::string line = node ? "node" : typed ? "type" : transition ? "transition" : "edge";
    if (!transition || typed) line.append("\t").append(entry.attribute);
    if (!node) line.append("\t").append(entry.from);
    line.append("\t").append(entry.to);
    output.Write(line + "\t" + Digits(entry.weight) + "\n");
  }

  /// Keeps references to the names of all weights, not copies, so that memory is a small multiple
  /// of the size of the model.
  void WriteTop(const Model& model, Output& output) const {
    std::vector<WeightEntry> entries;
    model.ForEachWeight([&](const WeightEntry& entry) { entries.push_back(entry); });
    std::stable_sort(entries.begin(), entries.end(),
                     [](const WeightEntry& a, const WeightEntry& b) {
                       return std::abs(a.weight) > std::abs(b.weight);
                     });
    entries.resize(std::min<std::size_t>(entries.size(), top_));
    for (const WeightEntry& entry : entries) WriteWeight(entry, output);
  }

  std::vector<std::string> models_;
  std::string model_;
  std::uint64_t top_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeDumpCommand() { return std::make_unique<DumpCommand>(); }

}  // namespace sagitta::cli
