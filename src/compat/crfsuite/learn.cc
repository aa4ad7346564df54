// sagitta-crfsuite learn: from labelled text to a model that CRFsuite can read.
#include <ctime>

#include "cli/file_uses.h"
#include "cli/format.h"
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "compat/shared/training.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"
#include "sagitta/version.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Usage: sagitta-crfsuite learn [OPTIONS] DATA...\n\n"
    "  -a, --algorithm=NAME     lbfgs (the default), l2sgd, ap, pa, arow: see -H\n"
    "  -p, --set=NAME=VALUE     a parameter of the algorithm: see -H\n"
    "  -m, --model=FILE         where to write the model, in CRFsuite's format (lCRF)\n"
    "  -g, --split=N            split the instances into N groups; by default each file is a "
    "group\n"
    "  -e, --holdout=M          leave group M out and evaluate on it after each iteration\n"
    "  -x, --cross-validate     do this for each group in turn; no model is written\n"
    "  -l, --log-to-file        write the log to a file named after algorithm and parameters\n"
    "  -L, --logbase=BASE       how that name begins (log.crfsuite)\n"
    "  -t, --type=1d            the only graphical model\n"
    "  -h, --help               print this help\n"
    "  -H, --help-parameters    print the parameters of the algorithm\n\n"
    "DATA is attribute text, plain or gzip; - is standard input.\n";

struct Options {
  std::string algorithm = "lbfgs";
  std::vector<std::string> assignments;
  std::string model;
  std::uint64_t split = 0;    // 0: files are groups
  std::uint64_t holdout = 0;  // 0: none
  bool cross_validate = false;
  bool log_to_file = false;
  std::string log_base = "log.crfsuite";
  bool help = false;
  bool help_parameters = false;
  std::vector<std::string> files;
};

Options ParseOptions(const std::vector<std::string>& words) {
  Options options;
  std::string type = "1d";
  Arguments arguments(true);
  arguments.Text('a', "algorithm", options.algorithm);
  arguments.Value('p', "set", [&](const std::string&, const std::string& text) {
    options.assignments.push_back(text);
  });
  arguments.Text('m', "model", options.model);
  arguments.Value('g', "split", ToCount(options.split, 2));
  arguments.Value('e', "holdout", ToCount(options.holdout, 1));
  arguments.Flag('x', "cross-validate", options.cross_validate);
  arguments.Flag('l', "log-to-file", options.log_to_file);
  arguments.Text('L', "logbase", options.log_base);
  arguments.Text('t', "type", type);
  arguments.Flag('h', "help", options.help);
  arguments.Flag('H', "help-parameters", options.help_parameters);
  options.files = arguments.Parse(words);
  if (type != "1d") throw Error(ErrorKind::kUsage, "-t: found '" + type + "', expected 1d");
  return options;
}

/// NAME=VALUE.
void Assign(const std::string& assignment, crfsuite::Parameters& parameters) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) {
    throw Error(ErrorKind::kUsage, "-p: found '" + assignment + "', expected NAME=VALUE");
  }
  parameters.Set(assignment.substr(0, equals), assignment.substr(equals + 1));
}

/// mylog_lbfgs_c2=0.5_max_iterations=9
std::string LogPath(const Options& options, const crfsuite::Parameters& parameters) {
  std::string path = options.log_base + "_" + std::string(parameters.algorithm_name());
  for (const std::string& assignment : options.assignments) path += "_" + assignment;
  return path;
}

std::string TimeLine(const char* what) {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return std::string(what) + " time of the training: " + text + "\n\n";
}

class Learner {
 public:
  Learner(const Options& options, const crfsuite::Parameters& parameters)
      : options_(options),
        parameters_(parameters),
        log_(options.log_to_file ? LogPath(options, parameters) : "-") {}

  void Run() {
    log_.Write("Sagitta " SAGITTA_VERSION ", in the manner of CRFsuite\n\n" + TimeLine("Start"));
    const Stopwatch watch;
    ReadOptions read;
    read.format = Format::kAttributes;
    const Corpus corpus = Corpus::Read(options_.files, read);
    LogReading(corpus, watch.Seconds());
    holdout_.groups = options_.split > 0 ? crfsuite::SplitIntoGroups(corpus, options_.split)
                                         : crfsuite::GroupByFile(corpus);
    LogStatistics(corpus.Size());
    if (options_.cross_validate) {
      CrossValidate(corpus);
    } else {
      const crfsuite::Training training = Train(corpus, options_.holdout);
      if (!options_.model.empty()) crfsuite::Store(training, options_.model, sink_);
    }
    log_.Write(TimeLine("End"));
  }

 private:
  void LogReading(const Corpus& corpus, double seconds) {
    log_.Write("Reading the data set(s)\n");
    const auto all = static_cast<double>(corpus.Size().sequences);
    for (std::size_t i = 0; i < options_.files.size(); ++i) {
      const std::uint64_t count = corpus.file_sequences()[i];
      // All are read in one go; each file gets its share of the time.
      log_.Write("[" + std::to_string(i + 1) + "] " + options_.files[i] +
                 "\n0....1....2....3....4....5....6....7....8....9....10\n"
                 "Number of instances: " +
                 std::to_string(count) +
                 Print("\nSeconds required: %.3f\n", seconds * static_cast<double>(count) / all));
    }
    log_.Write("\n");
  }

  void LogStatistics(const CorpusSize& size) {
    const auto line = [](const char* name, std::uint64_t value) {
      return std::string("Number of ") + name + ": " + std::to_string(value) + "\n";
    };
    log_.Write("Statistics the data set(s)\n" + line("data sets (groups)", holdout_.groups.size()) +
               line("instances", size.sequences) + line("items", size.tokens) +
               line("attributes", size.node_attributes) + line("labels", size.labels) + "\n");
  }

  void CrossValidate(const Corpus& corpus) {
    const std::size_t groups = holdout_.groups.size();
    if (groups < 2) throw Error(ErrorKind::kUsage, "-x: expected more than one group");
    for (std::size_t i = 1; i <= groups && !interrupted_; ++i) {
      log_.Write("===== Cross validation (" + std::to_string(i) + "/" + std::to_string(groups) +
                 ") =====\n");
      Train(corpus, i);
      log_.Write("\n");
    }
  }

  /// `group` is held out; 0: none.
  crfsuite::Training Train(const Corpus& corpus, std::uint64_t group) {
    holdout_.group = group;
    ProgramObserver observer(kProgram);
    crfsuite::Training training = crfsuite::Train(corpus, parameters_, sink_, holdout_, &observer);
    interrupted_ = observer.ShouldStop();
    return training;
  }

  const Options& options_;
  const crfsuite::Parameters& parameters_;
  LogStream log_;
  crfsuite::LogSink sink_ = [this](std::string_view piece) { log_.Write(piece); };
  crfsuite::Holdout holdout_;
  bool interrupted_ = false;
};

}  // namespace

void Learn(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  if (options.help) return Show(kHelp);
  crfsuite::Parameters parameters(options.algorithm);
  for (const std::string& assignment : options.assignments) Assign(assignment, parameters);
  if (options.help_parameters) return Show(parameters.HelpText());
  if (options.files.empty()) throw Error(ErrorKind::kUsage, "no DATA to learn from");
  FileUses uses;
  uses.Reads("DATA", options.files);
  uses.Writes("--model", options.model);
  if (options.log_to_file) uses.Writes("the log", LogPath(options, parameters));
  uses.Check();
  if (!options.model.empty()) CheckWritable(options.model);
  parameters.Settings();  // refuses what makes no sense before anything is read
  for (const std::string& note : parameters.Notes()) Note(kProgram, note);
  Learner(options, parameters).Run();
}

}  // namespace sagitta::compat
