// sagitta memory: the memory that the gradients of a corpus need in each form, without training.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/output.h"
#include "cli/train_arguments.h"
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
  std::string summary() const override {
    return "Show how much memory SAG needs for its gradients";
  }
  std::string usage() const override { return "memory [OPTIONS] FILE..."; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                      files_);
    input_.Declare(options, template_);
    options.Value("--batch", "N", "examples per gradient (default 1)", ToCount(batch_, 0));
    options.Flag("--json", "print one JSON object instead of a table", json_);
    DeclareSettings(options, training_, [](const TrainOption& option) {
      return option.name == "features" || option.name == "transitions" ||
             option.name == "min-count" || option.name == "precision" || option.name == "threads";
    });
    options.Footer(
        "Each gradient is kept in one of four forms. naive: a full vector of weights. sparse: the\n"
        "weights that can be nonzero. marginals: one number per token and label, and one per pair "
        "of\n"
        "neighbouring tokens and pair of labels. mixed: one number per token and label, and one "
        "per\n"
        "sequence and pair of labels; pairs of tokens with attributes of their own have one "
        "number\n"
        "per pair of labels with weights. Sizes are given as published, and as trained, where\n"
        "attributes that always occur together are one (train --merge-twins). All forms give the\n"
        "same weights: see train --memory.");
  }

  void Run() override {
    if (files_.empty()) throw Error(ErrorKind::kUsage, "no FILE to count; - is standard input");
    ReadOptions read = input_.Resolve(template_, files_);
    read.threads = training_.threads;
    const Corpus corpus = Corpus::Read(files_, read);
    MemorySettings settings{training_.features,
                            training_.transitions,
                            training_.min_count,
                            training_.precision,
                            false,
                            batch_};
    const std::vector<MemoryUse> published = GradientMemoryTable(corpus, settings);
    settings.merge_twins = true;
    const std::vector<MemoryUse> trained = GradientMemoryTable(corpus, settings);
    Output output;
    output.Write(json_ ? Json(corpus.Size(), published, trained)
                       : Text(corpus.Size(), published, trained));
    output.Finish();
  }

 private:
  /// How many gradients there are, and of how many weights.
  std::uint64_t Gradients(const CorpusSize& size) const {
    return (size.sequences + batch_ - 1) / batch_;
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
  TrainSettings training_;  // only the model part and threads
  std::uint64_t batch_ = 1;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeMemoryCommand() { return std::make_unique<MemoryCommand>(); }

}  // namespace sagitta::cli
