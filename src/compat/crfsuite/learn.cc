// sagitta-crfsuite learn: from labelled text to a model that CRFsuite can read.
#include <algorithm>
#include <numeric>
#include <random>

#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/crfsuite/log.h"
#include "compat/crfsuite/parameters.h"
#include "compat/shared/arguments.h"
#include "compat/shared/stopwatch.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Usage: sagitta-crfsuite learn [OPTIONS] DATA...\n\n"
    "  -a, --algorithm=NAME     lbfgs (the default), l2sgd, ap, pa, arow: see -H\n"
    "  -p, --set=NAME=VALUE     a parameter of the algorithm: see -H\n"
    "  -m, --model=FILE         where to write the model, as CRFsuite does (lCRF)\n"
    "  -g, --split=N            deal the instances out to N groups; otherwise a file is a group\n"
    "  -e, --holdout=M          leave group M out and evaluate on it after each iteration\n"
    "  -x, --cross-validate     do so for each group in turn; no model is written\n"
    "  -l, --log-to-file        write the log to a file named after algorithm and parameters\n"
    "  -L, --logbase=BASE       how that name begins (log.crfsuite)\n"
    "  -t, --type=1d            the only graphical model\n"
    "  -h, --help               this\n"
    "  -H, --help-parameters    the parameters of the algorithm\n\n"
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
  if (type != "1d") throw Error(ErrorKind::kUsage, "-t: found '" + type + "', wanted 1d");
  return options;
}

using Groups = std::vector<std::vector<std::uint32_t>>;

/// The sequences of each group: those of a file, or a random share of all.
Groups MakeGroups(const Options& options, const Corpus& corpus) {
  std::vector<std::uint32_t> order(corpus.Size().sequences);
  std::iota(order.begin(), order.end(), 0u);
  Groups groups;
  if (options.split > order.size()) {
    throw Error(ErrorKind::kUsage, "-g: found " + std::to_string(options.split) +
                                       ", but there are " + std::to_string(order.size()) +
                                       " instances");
  }
  if (options.split > 0) {
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    groups.resize(options.split);
    for (std::size_t i = 0; i < order.size(); ++i) groups[i % groups.size()].push_back(order[i]);
    return groups;
  }
  auto next = order.begin();
  for (const std::uint64_t count : corpus.file_sequences()) {
    groups.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
    next += static_cast<std::ptrdiff_t>(count);
  }
  return groups;
}

/// mylog_lbfgs_c2=0.5_max_iterations=9
std::string LogPath(const Options& options, const Algorithm& algorithm) {
  std::string path = options.log_base + "_" + algorithm.name();
  for (const std::string& assignment : options.assignments) path += "_" + assignment;
  return path;
}

class Learner {
 public:
  Learner(const Options& options, const Algorithm& algorithm, const TrainSettings& settings)
      : options_(options),
        algorithm_(algorithm),
        settings_(settings),
        log_(options.log_to_file ? LogPath(options, algorithm) : "-") {}

  void Run() {
    LogStart(log_);
    const Stopwatch watch;
    ReadOptions read;
    read.format = Format::kAttributes;
    const Corpus corpus = Corpus::Read(options_.files, read);
    LogReading(log_, options_.files, corpus, watch.Seconds());
    labels_ = corpus.labels();
    const Groups groups = MakeGroups(options_, corpus);
    LogStatistics(log_, corpus.Size(), groups.size());
    if (options_.cross_validate) {
      CrossValidate(corpus, groups);
    } else {
      Store(corpus, TrainWithout(corpus, groups, options_.holdout));
    }
    LogEnd(log_);
  }

 private:
  void CrossValidate(const Corpus& corpus, const Groups& groups) {
    if (groups.size() < 2) throw Error(ErrorKind::kUsage, "-x: wanted more than one group");
    for (std::size_t i = 1; i <= groups.size() && !interrupted_; ++i) {
      log_.Write("===== Cross validation (" + std::to_string(i) + "/" +
                 std::to_string(groups.size()) + ") =====\n");
      TrainWithout(corpus, groups, i);
      log_.Write("\n");
    }
  }

  /// Trains on all groups but one, counted from 1, which is evaluated on; 0: on all of them.
  Model TrainWithout(const Corpus& corpus, const Groups& groups, std::uint64_t holdout) {
    if (holdout == 0) return Train(corpus, nullptr);
    if (holdout > groups.size()) {
      throw Error(ErrorKind::kUsage, "-e: found " + std::to_string(holdout) + ", but there are " +
                                         std::to_string(groups.size()) + " groups");
    }
    if (groups.size() == 1) {
      throw Error(ErrorKind::kUsage,
                  "-e: found the only group, wanted one besides it to learn from");
    }
    log_.Write("Holdout group: " + std::to_string(holdout) + "\n\n");
    std::vector<std::uint32_t> rest;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (g + 1 != holdout) rest.insert(rest.end(), groups[g].begin(), groups[g].end());
    }
    const Corpus held_out = corpus.Select(groups[holdout - 1]);
    return Train(corpus.Select(rest), &held_out);
  }

  Model Train(const Corpus& corpus, const Corpus* held_out) {
    LearnLog log(log_, algorithm_, labels_);
    TrainResult result = sagitta::Train(corpus, held_out, settings_, &log);
    features_ = log.features();
    interrupted_ = log.interrupted();
    return std::move(result.model);
  }

  void Store(const Corpus& corpus, const Model& model) {
    if (options_.model.empty()) return;
    const Stopwatch watch;
    model.Save(options_.model, ModelFormat::kCrfsuite);
    LogStored(log_, model, features_, corpus.Size(), watch.Seconds());
  }

  const Options& options_;
  const Algorithm& algorithm_;
  const TrainSettings& settings_;
  LogStream log_;
  std::vector<std::string> labels_;
  std::uint64_t features_ = 0;  // of the last training
  bool interrupted_ = false;
};

}  // namespace

void Learn(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  if (options.help) return Show(kHelp);
  Algorithm algorithm(options.algorithm);
  for (const std::string& assignment : options.assignments) algorithm.Set(assignment);
  if (options.help_parameters) return Show(algorithm.Help());
  if (options.files.empty()) throw Error(ErrorKind::kUsage, "no DATA to learn from");
  std::vector<std::string> notes;
  const TrainSettings settings = algorithm.Settings(notes);
  if (!options.model.empty()) CheckWritable(options.model);
  for (const std::string& note : notes) Note(kProgram, note);
  Learner(options, algorithm, settings).Run();
}

}  // namespace sagitta::compat
