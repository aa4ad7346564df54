// The program sagitta-crf_test: labels columns with the options and the output of crf_test.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/file_uses.h"
#include "cli/format.h"
#include "cli/guard.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"
#include "sagitta/version.h"

namespace sagitta::compat {
namespace {

constexpr char kProgram[] = "sagitta-crf_test";

constexpr char kHelp[] =
    "Sagitta " SAGITTA_VERSION
    " with the options and output of crf_test, of CRF++.\n\n"
    "Usage: sagitta-crf_test -m MODEL [OPTIONS] [DATA...]\n\n"
    " -m, --model=FILE         the model, CRF++'s or any that Sagitta reads\n"
    " -n, --nbest=N            print the N best labellings\n"
    " -v, --verbose=N          1: print probabilities; 2: those of all labels\n"
    " -c, --cost-factor=X      multiply all weights by X (1)\n"
    " -o, --output=FILE        the output file\n"
    " --version                print the version\n"
    " -h, --help               print this help\n";

struct Options {
  std::string model;
  std::uint64_t nbest = 0;
  std::uint64_t verbose = 0;
  double cost_factor = 1;
  std::string output = "-";
  bool help = false;
  bool version = false;
  std::vector<std::string> files;
};

Options ParseOptions(const std::vector<std::string>& words) {
  Options options;
  Arguments arguments(false);
  arguments.Text('m', "model", options.model);
  arguments.Value('n', "nbest", ToCount(options.nbest, 0));
  arguments.Value('v', "verbose", ToCount(options.verbose, 0));
  arguments.Value('c', "cost-factor", ToPositive(options.cost_factor));
  arguments.Text('o', "output", options.output);
  arguments.Flag('h', "help", options.help);
  arguments.Flag(0, "version", options.version);
  options.files = arguments.Parse(words);
  if (options.files.empty()) options.files = {"-"};
  return options;
}

/// The names of the labels, and their order by bytes, which is that of crf_test.
struct Labels {
  explicit Labels(const Model& model) : names(model.labels()), by_name(names.size()) {
    std::iota(by_name.begin(), by_name.end(), 0u);
    std::sort(by_name.begin(), by_name.end(),
              [&](std::size_t a, std::size_t b) { return names[a] < names[b]; });
  }
  std::vector<std::string> names;
  std::vector<std::size_t> by_name;
};

/// What is printed for a sequence; one per thread.
class Rows {
 public:
  Rows(const Options& options, const Labels& labels) : options_(options), labels_(labels) {}

  void Append(const Sequence& sequence, Tagger& tagger, std::string& text) {
    if (options_.verbose > 0) marginals_ = tagger.Marginals();
    if (options_.nbest == 0) {
      if (options_.verbose > 0) text += Print("# %f\n", tagger.Probability());
      return AppendRows(sequence, tagger.labels(), text);
    }
    const std::span<const Labelling> answers = tagger.NBest(options_.nbest);
    for (std::size_t rank = 0; rank < answers.size(); ++rank) {
      text += Print("# %zu %f\n", rank, std::exp(answers[rank].log_probability));
      AppendRows(sequence, answers[rank].labels, text);
    }
  }

 private:
  void AppendRows(const Sequence& sequence, std::span<const std::string_view> labels,
                  std::string& text) const {
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      AppendColumns(sequence.line(t), text);
      text += labels[t];
      if (options_.verbose > 0) AppendProbabilities(t, labels[t], text);
      text += '\n';
    }
    text += '\n';
  }

  /// Every column and a TAB.
  static void AppendColumns(std::string_view line, std::string& text) {
    constexpr std::string_view kBlank = " \t";
    for (std::size_t at = line.find_first_not_of(kBlank); at < line.size();) {
      const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
      text.append(line.substr(at, end - at)) += '\t';
      at = line.find_first_not_of(kBlank, end);
    }
  }

  void AppendProbabilities(std::size_t t, std::string_view label, std::string& text) const {
    const std::vector<std::string>& names = labels_.names;
    const std::span<const double> here = marginals_.subspan(t * names.size(), names.size());
    const auto id = std::find(names.begin(), names.end(), label) - names.begin();
    text += Print("/%f", here[static_cast<std::size_t>(id)]);
    if (options_.verbose < 2) return;
    for (const std::size_t k : labels_.by_name) {
      text.append("\t").append(names[k]) += Print("/%f", here[k]);
    }
  }

  const Options& options_;
  const Labels& labels_;
  std::span<const double> marginals_;
};

void Label(const Options& options) {
  if (options.model.empty()) throw Error(ErrorKind::kUsage, "-m MODEL is missing");
  FileUses uses;
  uses.Reads("DATA", options.files);
  uses.Reads("--model", options.model);
  uses.Writes("--output", options.output);
  uses.Check();
  const Model given = Model::Load(options.model);
  const Model model = options.cost_factor == 1 ? given : given.Scaled(options.cost_factor);
  Output output(options.output);
  const Labels labels(model);
  for (const std::string& file : options.files) {
    const bool answer_at_once = IsLive(file);
    TagFile(
        model, file,
        [&](std::string_view text) {
          output.Write(text);
          if (answer_at_once) output.Flush();
        },
        {},
        [&] {
          return [rows = Rows(options, labels)](const Sequence& sequence, Tagger& tagger,
                                                std::string& text) mutable {
            rows.Append(sequence, tagger, text);
          };
        });
  }
  output.Finish();
}

void Main(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  if (options.help) return Show(kHelp);
  if (options.version) return Show("Sagitta " SAGITTA_VERSION "\n");
  ApplySimdTarget();
  Label(options);
}

}  // namespace
}  // namespace sagitta::compat

int main(int argc, char** argv) {
  using namespace sagitta::compat;
  return RunGuarded(
      kProgram, [&] { Main(Words(argc, argv, 0)); },
      [] { return "run sagitta-crf_test -h for help"; });
}
