// The program sagitta-crf_test: labels columns with the options and the output of crf_test.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/format.h"
#include "cli/guard.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"
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

class AnswerPrinter {
 public:
  AnswerPrinter(const Options& options, const Model& model, Output& output)
      : options_(options), names_(model.labels()), tagger_(model), output_(output) {
    // crf_test has the labels sorted by their bytes.
    by_name_.resize(names_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0u);
    std::sort(by_name_.begin(), by_name_.end(),
              [&](std::size_t a, std::size_t b) { return names_[a] < names_[b]; });
  }

  void Answer(const Sequence& sequence) {
    const std::span<const std::string_view> best = tagger_.TagView(sequence);
    if (options_.verbose > 0) marginals_ = tagger_.Marginals();
    if (options_.nbest == 0) {
      if (options_.verbose > 0) output_.Write(Print("# %f\n", tagger_.Probability()));
      return WriteRows(sequence, best);
    }
    const std::span<const Labelling> answers = tagger_.NBest(options_.nbest);
    for (std::size_t rank = 0; rank < answers.size(); ++rank) {
      output_.Write(Print("# %zu %f\n", rank, std::exp(answers[rank].log_probability)));
      WriteRows(sequence, answers[rank].labels);
    }
  }

 private:
  void WriteRows(const Sequence& sequence, std::span<const std::string_view> labels) {
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      WriteColumns(sequence.lines()[t]);
      output_.Write(labels[t]);
      if (options_.verbose > 0) WriteProbabilities(t, labels[t]);
      output_.Write("\n");
    }
    output_.Write("\n");
  }

  /// Every column and a TAB.
  void WriteColumns(std::string_view line) {
    constexpr std::string_view kBlank = " \t";
    for (std::size_t at = line.find_first_not_of(kBlank); at < line.size();) {
      const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
      output_.Write(line.substr(at, end - at));
      output_.Write("\t");
      at = line.find_first_not_of(kBlank, end);
    }
  }

  void WriteProbabilities(std::size_t t, std::string_view label) {
    const std::span<const double> here = marginals_.subspan(t * names_.size(), names_.size());
    const auto id = std::find(names_.begin(), names_.end(), label) - names_.begin();
    output_.Write(Print("/%f", here[static_cast<std::size_t>(id)]));
    if (options_.verbose < 2) return;
    for (const std::size_t k : by_name_) {
      output_.Write("\t");
      output_.Write(names_[k]);
      output_.Write(Print("/%f", here[k]));
    }
  }

  const Options& options_;
  std::vector<std::string> names_;
  std::vector<std::size_t> by_name_;
  Tagger tagger_;
  Output& output_;
  std::span<const double> marginals_;
};

void Label(const Options& options) {
  if (options.model.empty()) throw Error(ErrorKind::kUsage, "-m MODEL is missing");
  const Model given = Model::Load(options.model);
  const Model model = options.cost_factor == 1 ? given : given.Scaled(options.cost_factor);
  ReadOptions read = model.read_options();
  read.labelled = false;
  Output output(options.output);
  AnswerPrinter printer(options, model, output);
  for (const std::string& file : options.files) {
    SequenceReader reader(file, read);
    const bool answer_at_once = IsLive(file);
    for (Sequence sequence; reader.Next(sequence);) {
      printer.Answer(sequence);
      if (answer_at_once) output.Flush();
    }
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
