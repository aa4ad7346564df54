// sagitta-crfsuite tag: labels attribute text with a model.
#include "cli/file_uses.h"
#include "cli/format.h"
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "compat/shared/training.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"

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

/// What is printed for a sequence; one per thread.
class LabelPrinter {
 public:
  LabelPrinter(const Options& options, const std::vector<std::string>& names)
      : options_(options), names_(names) {}

  void Append(const Sequence& sequence, Tagger& tagger, std::string& text) {
    if (options_.probability) {
      text += Print("@score\t%f\t%f\n", tagger.Score(), tagger.LogPartition());
      text += Print("@probability\t%f\n", tagger.Probability());
    }
    if (options_.marginal || options_.marginal_all) marginals_ = tagger.Marginals();
    for (std::size_t t = 0; t < sequence.size(); ++t) AppendItem(sequence, tagger, t, text);
    text += '\n';
  }

 private:
  void AppendItem(const Sequence& sequence, const Tagger& tagger, std::size_t t,
                  std::string& text) const {
    if (options_.reference) text.append(sequence.labels()[t]) += '\t';
    text += tagger.labels()[t];
    if (options_.marginal) {
      text += Print(":%f", marginals_[t * names_.size() + tagger.label_ids()[t]]);
    }
    for (std::size_t k = 0; options_.marginal_all && k < names_.size(); ++k) {
      text.append("\t").append(names_[k]) += Print(":%f", marginals_[t * names_.size() + k]);
    }
    text += '\n';
  }

  const Options& options_;
  const std::vector<std::string>& names_;
  std::span<const double> marginals_;
};

/// With the labels of the input, one sequence after the other.
void TagLabelled(const Options& options, const Model& model, Output& output) {
  ReadOptions read = model.read_options();
  read.labelled = true;
  SequenceReader reader(options.file, read);
  const std::vector<std::string> names = model.labels();
  LabelPrinter printer(options, names);
  Tagger tagger(model);
  Evaluator evaluator;
  const bool answer_at_once = IsLive(options.file);
  const Stopwatch watch;
  std::string text;
  for (Sequence sequence; reader.Next(sequence);) {
    const std::span<const std::string_view> labels = tagger.TagView(sequence);
    if (options.test) evaluator.Add(sequence.labels(), labels);
    if (options.quiet) continue;
    text.clear();
    printer.Append(sequence, tagger, text);
    output.Write(text);
    if (answer_at_once) output.Flush();
  }
  if (!options.test) return;
  const Evaluation& result = evaluator.result();
  const double seconds = watch.Seconds();
  output.Write(crfsuite::ReportText(result, names));
  output.Write(Print("Elapsed time: %f [sec] (%.1f [instance/sec])\n", seconds,
                     static_cast<double>(result.sequences) / seconds));
}

/// On all cores.
void TagUnlabelled(const Options& options, const Model& model, Output& output) {
  const std::vector<std::string> names = model.labels();
  const bool answer_at_once = IsLive(options.file);
  TagFile(
      model, options.file,
      [&](std::string_view text) {
        output.Write(text);
        if (answer_at_once) output.Flush();
      },
      {},
      [&] {
        return [&, printer = LabelPrinter(options, names)](const Sequence& sequence, Tagger& tagger,
                                                           std::string& text) mutable {
          if (!options.quiet) printer.Append(sequence, tagger, text);
        };
      });
}

}  // namespace

void Tag(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  if (options.help) return Show(kHelp);
  FileUses uses;
  uses.Reads("DATA", options.file);
  uses.Reads("--model", options.model);
  uses.Writes("standard output", "-");
  uses.Check();
  const Model model = Model::Load(options.model);
  Output output;
  if (options.test || options.reference) {
    TagLabelled(options, model, output);
  } else {
    TagUnlabelled(options, model, output);
  }
  output.Finish();
}

}  // namespace sagitta::compat
