// sagitta-crfsuite tag: labels attribute text with a model.
#include "cli/format.h"
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "compat/shared/training.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Usage: sagitta-crfsuite tag -m MODEL [OPTIONS] [DATA]\n\n"
    "  -m, --model=MODEL     the model, CRFsuite's (lCRF) or any that Sagitta reads\n"
    "  -t, --test            print a report on the performance at the end\n"
    "  -r, --reference       print the reference label before each predicted label\n"
    "  -p, --probability     print the score, the log partition function and the probability\n"
    "  -i, --marginal        print the marginal probability of each predicted label\n"
    "  -l, --marginal-all    print the marginal probabilities of all labels\n"
    "  -q, --quiet           print no labels\n"
    "  -h, --help            print this help\n\n"
    "DATA is attribute text, plain or gzip; - (the default) is standard input.\n";

struct Options {
  std::string model;
  bool test = false;
  bool reference = false;
  bool probability = false;
  bool marginal = false;
  bool marginal_all = false;
  bool quiet = false;
  bool help = false;
  std::string file = "-";
};

Options ParseOptions(const std::vector<std::string>& words) {
  Options options;
  Arguments arguments(true);
  arguments.Text('m', "model", options.model);
  arguments.Flag('t', "test", options.test);
  arguments.Flag('r', "reference", options.reference);
  arguments.Flag('p', "probability", options.probability);
  arguments.Flag('i', "marginal", options.marginal);
  arguments.Flag('l', "marginal-all", options.marginal_all);
  arguments.Flag('q', "quiet", options.quiet);
  arguments.Flag('h', "help", options.help);
  arguments.RefuseValue(0, "param", "has no meaning; -p prints probabilities");
  const std::vector<std::string> files = arguments.Parse(words);
  if (files.size() > 1) throw Error(ErrorKind::kUsage, "tag: expected at most one DATA");
  if (!files.empty()) options.file = files.front();
  if (options.model.empty() && !options.help) {
    throw Error(ErrorKind::kUsage, "-m MODEL is missing");
  }
  return options;
}

class LabelPrinter {
 public:
  LabelPrinter(const Options& options, const Model& model)
      : options_(options), names_(model.labels()), tagger_(model) {}

  void Label(const Sequence& sequence, Output& output) {
    const std::span<const std::string_view> labels = tagger_.TagView(sequence);
    if (options_.test) evaluator_.Add(sequence.labels(), labels);
    if (options_.quiet) return;
    if (options_.probability) {
      output.Write(Print("@score\t%f\t%f\n", tagger_.Score(), tagger_.LogPartition()));
      output.Write(Print("@probability\t%f\n", tagger_.Probability()));
    }
    if (options_.marginal || options_.marginal_all) marginals_ = tagger_.Marginals();
    for (std::size_t t = 0; t < sequence.size(); ++t) WriteItem(sequence, labels, t, output);
    output.Write("\n");
  }

  void WriteReport(double seconds, Output& output) const {
    const Evaluation& result = evaluator_.result();
    output.Write(crfsuite::ReportText(result, names_));
    output.Write(Print("Elapsed time: %f [sec] (%.1f [instance/sec])\n", seconds,
                       static_cast<double>(result.sequences) / seconds));
  }

 private:
  void WriteItem(const Sequence& sequence, std::span<const std::string_view> labels, std::size_t t,
                 Output& output) const {
    if (options_.reference) {
      output.Write(sequence.labels()[t]);
      output.Write("\t");
    }
    output.Write(labels[t]);
    if (options_.marginal) {
      output.Write(Print(":%f", marginals_[t * names_.size() + tagger_.label_ids()[t]]));
    }
    for (std::size_t k = 0; options_.marginal_all && k < names_.size(); ++k) {
      output.Write("\t");
      output.Write(names_[k]);
      output.Write(Print(":%f", marginals_[t * names_.size() + k]));
    }
    output.Write("\n");
  }

  const Options& options_;
  std::vector<std::string> names_;
  Tagger tagger_;
  Evaluator evaluator_;
  std::span<const double> marginals_;
};

}  // namespace

void Tag(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  if (options.help) return Show(kHelp);
  const Model model = Model::Load(options.model);
  ReadOptions read = model.read_options();
  read.labelled = options.test || options.reference;
  SequenceReader reader(options.file, read);
  Output output;
  LabelPrinter printer(options, model);
  const bool answer_at_once = IsLive(options.file);
  const Stopwatch watch;
  for (Sequence sequence; reader.Next(sequence);) {
    printer.Label(sequence, output);
    if (answer_at_once) output.Flush();
  }
  if (options.test) printer.WriteReport(watch.Seconds(), output);
  output.Finish();
}

}  // namespace sagitta::compat
