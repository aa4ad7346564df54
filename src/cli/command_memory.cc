// sagitta memory: what the gradients of a corpus take in each form, without training.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/setting_names.h"
#include "sagitta/error.h"
#include "sagitta/memory.h"

namespace sagitta::cli {
namespace {

/// "12 bytes", "3.45 kB", "6.78 GB"
std::string Amount(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 999.5; value /= 1000) ++unit;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", value, kUnits[unit]);
  return text;
}

class MemoryCommand final : public Command {
 public:
  std::string name() const override { return "memory"; }
  std::string summary() const override { return "Show what SAG's memory of gradients would take"; }
  std::string usage() const override { return "memory [OPTIONS] FILE..."; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                      files_);
    input_.Declare(options, template_);
    options.Value("--features", "SET", "as in train (default " + Name(settings_.features) + ")",
                  ToFeatureSet(settings_.features));
    options.Value("--transitions", "SET", "as in train", ToTransitions(settings_.transitions));
    options.Value("--min-count", "N", "as in train (default 1)", ToCount(settings_.min_count, 1));
    options.Value(
        "--precision", "TYPE", "float or double (default " + Name(settings_.precision) + ")",
        ToChoice<Precision>(settings_.precision,
                            {{"float", Precision::kFloat}, {"double", Precision::kDouble}}));
    options.Value("--batch", "N", "examples to a gradient (default 1)",
                  ToCount(settings_.batch, 1));
    options.Flag("--json", "print one JSON object instead of a table", json_);
    options.Footer(
        "naive is a full vector of weights for each gradient, sparse its weights that can be other "
        "than\n"
        "zero, marginals labels numbers for each token and labels^2 for each pair of neighbours, "
        "mixed\n"
        "labels for each token and labels^2 for each sequence (and for a pair with attributes of "
        "its "
        "own\n"
        "the pairs of labels on which these have weights). Counted once as published and once as "
        "trained,\n"
        "where attributes that always occur together are one (train --merge-twins). All give the "
        "same\n"
        "weights: see train --memory.");
  }

  void Run() override {
    if (files_.empty()) throw Error(ErrorKind::kUsage, "no FILE to count; - is standard input");
    const Corpus corpus = Corpus::Read(files_, input_.Resolve(template_));
    settings_.merge_twins = false;
    const std::vector<MemoryUse> published = GradientMemoryTable(corpus, settings_);
    settings_.merge_twins = true;
    const std::vector<MemoryUse> trained = GradientMemoryTable(corpus, settings_);
    Output output;
    output.Write(json_ ? Json(corpus.Size(), published, trained)
                       : Text(corpus.Size(), published, trained));
    output.Finish();
  }

 private:
  /// How many gradients there are, and of how many weights.
  std::uint64_t Gradients(const CorpusSize& size) const {
    return (size.sequences + settings_.batch - 1) / settings_.batch;
  }
  std::uint64_t Weights(const CorpusSize& size, const std::vector<MemoryUse>& table) const {
    return table.front().values / Gradients(size);
  }

  std::string Text(const CorpusSize& size, const std::vector<MemoryUse>& published,
                   const std::vector<MemoryUse>& trained) const {
    std::string text;
    const auto line = [&](const std::string& name, const std::string& value) {
      text += name + std::string(17 - name.size(), ' ') + value + "\n";
    };
    line("gradients",
         std::to_string(Gradients(size)) + " of " + std::to_string(size.sequences) + " sequences");
    line("weights", std::to_string(Weights(size, published)) + ", twins merged " +
                        std::to_string(Weights(size, trained)));
    char row[128];
    std::snprintf(row, sizeof row, "\n%-10s %10s %12s   %21s\n", "", "of naive", "",
                  "twins merged");
    text += row;
    for (std::size_t k = 0; k < published.size(); ++k) {
      std::snprintf(row, sizeof row, "%-10s %10.2g %12s   %10.2g %12s\n", published[k].form.c_str(),
                    published[k].fraction, Amount(published[k].bytes).c_str(), trained[k].fraction,
                    Amount(trained[k].bytes).c_str());
      text += row;
    }
    return text;
  }

  std::string Json(const CorpusSize& size, const std::vector<MemoryUse>& published,
                   const std::vector<MemoryUse>& trained) const {
    const auto forms = [&](const std::vector<MemoryUse>& table) {
      nlohmann::ordered_json json = {{"weights", Weights(size, table)}};
      for (const MemoryUse& use : table) {
        json[use.form] = {{"values", use.values}, {"bytes", use.bytes}, {"fraction", use.fraction}};
      }
      return json;
    };
    const nlohmann::ordered_json json = {{"sequences", size.sequences},
                                         {"gradients", Gradients(size)},
                                         {"published", forms(published)},
                                         {"twins_merged", forms(trained)}};
    return json.dump(2) + "\n";
  }

  std::vector<std::string> files_;
  std::string template_;
  InputOptions input_;
  MemorySettings settings_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeMemoryCommand() { return std::make_unique<MemoryCommand>(); }

}  // namespace sagitta::cli
