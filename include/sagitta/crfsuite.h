// CRFsuite's trainer and dump as a library: the algorithms with their parameters, the training log
// and the text of `crfsuite dump`. The program sagitta-crfsuite parses arguments and prints what
// these functions give it.
//
//   crfsuite::Parameters parameters("lbfgs");
//   parameters.Set("c2", "0.1");
//   const crfsuite::Training training = crfsuite::Train(corpus, parameters, log);
//   crfsuite::Store(training, "my.model", log);
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/corpus.h"
#include "sagitta/evaluate.h"
#include "sagitta/model.h"
#include "sagitta/train.h"

#pragma GCC visibility push(default)

namespace sagitta::crfsuite {

// ---- Parameters ------------------------------------------------------------------------------

enum class Algorithm { kLbfgs, kL2sgd, kAveragedPerceptron, kPassiveAggressive, kArow };

enum class ParameterType { kFloat, kInt, kString };

/// What a parameter is; its value is in Parameters. The views are string literals.
struct Parameter {
  std::string_view name;
  ParameterType type;
  std::string_view default_value;
  std::string_view help;
  bool has_effect;            // false: accepted and checked, then ignored
  std::string_view log_name;  // in the training log; empty: not shown there
};

/// The values of the parameters of one algorithm.
class Parameters {
 public:
  /// By name: lbfgs, l2sgd, averaged-perceptron or ap, passive-aggressive or pa, arow.
  /// Throws Error(kUsage) when there is no such algorithm.
  explicit Parameters(std::string_view algorithm = "lbfgs");

  Algorithm algorithm() const { return algorithm_; }
  /// The full name, for example "averaged-perceptron".
  std::string_view algorithm_name() const;

  /// All parameters of the algorithm in CRFsuite's order, then `method`, which only we have: the
  /// name of a training method of Methods(); empty: our choice.
  std::span<const Parameter> list() const { return *list_; }
  /// Null when the algorithm has no such parameter.
  const Parameter* Find(std::string_view name) const;

  /// Throws Error(kUsage) for an unknown parameter and for a value that is not of its type: floats
  /// and ints must not be negative.
  void Set(std::string_view name, std::string_view value);
  /// Whether Set was called for it.
  bool IsSet(std::string_view name) const;
  /// The text that was set, or the default. Throws Error(kUsage) for an unknown parameter; so do
  /// the following two.
  const std::string& Text(std::string_view name) const;
  /// REQUIRES: a float or an int.
  double Number(std::string_view name) const;
  /// The value as CRFsuite prints it: floats with six decimals.
  std::string Get(std::string_view name) const;

  /// The list of parameters as `crfsuite learn -H` prints it.
  std::string HelpText() const;

  /// How we train for these values. lbfgs and l2sgd minimise the same objective as CRFsuite; the
  /// others are answered by a CRF with c2 = 1. Throws Error(kUsage) when max_iterations is 0 where
  /// that does not mean "no limit".
  TrainSettings Settings() const;
  /// What the user should know about Settings(): values without effect, substituted algorithms.
  std::vector<std::string> Notes() const;

 private:
  std::size_t Index(std::string_view name) const;
  bool MinimisesLoss() const;

  Algorithm algorithm_;
  const std::vector<Parameter>* list_;
  std::vector<std::string> values_;  // [parameters]
  std::vector<bool> set_;            // [parameters]
};

// ---- Training --------------------------------------------------------------------------------

/// Receives the training log in the pieces in which CRFsuite logs it: whole lines with their line
/// ends, and progress bars in steps ("0", ".", ".", ..., "10", "\n"). What it throws ends the
/// training and leaves the function that logs.
using LogSink = std::function<void(std::string_view piece)>;

/// The sequences of a corpus dealt out to groups, by their places counted from 0.
using Groups = std::vector<std::vector<std::uint32_t>>;

/// One group per file that the corpus was read from; one group when it was not read from files.
Groups GroupByFile(const Corpus& corpus);
/// Groups of equal size (up to one) in random order, always the same for the same corpus size.
/// Throws Error(kUsage) when there are more groups than sequences.
Groups SplitIntoGroups(const Corpus& corpus, std::uint64_t count);

/// The group that is left out of training and evaluated on after each iteration.
struct Holdout {
  Groups groups;
  std::uint64_t group = 0;  // counted from 1; 0: none
};

struct Training {
  Model model;
  TrainSummary summary;
  std::uint64_t features = 0;  // that were generated; the model stores those that are not 0
  CorpusSize corpus;           // all groups together
};

/// Trains and logs, from "Feature generation" to "Total seconds required for training". `observer`,
/// unless null, gets every call of TrainObserver as well and can stop the training. A corpus
/// without sequences (CorpusAppender) gives a model without labels, which can only be stored.
/// Throws Error(kUsage) when there is no such group or none besides it, and whatever
/// sagitta::Train and the log throw.
Training Train(const Corpus& corpus, const Parameters& parameters, const LogSink& log = {},
               const Holdout& holdout = {}, TrainObserver* observer = nullptr);

/// Logs "Storing the model" and its figures, then saves it in CRFsuite's format (lCRF), to a file
/// or to the bytes that are returned.
void Store(const Training& training, const std::string& path, const LogSink& log = {});
std::string StoreBytes(const Training& training, const LogSink& log = {});

/// The report on predicted and true labels that follows an iteration with a holdout group and that
/// `crfsuite tag -t` prints. `labels` in the order of their ids; averages are over all of them.
std::string ReportText(const Evaluation& evaluation, const std::vector<std::string>& labels);

// ---- Dumping ---------------------------------------------------------------------------------

/// A model as `crfsuite dump` shows it.
struct ModelDump {
  /// The numbers at the start of an lCRF file; offsets count bytes from its start.
  struct FileHeader {
    std::uint32_t size = 0;
    std::uint32_t version = 0;
    std::uint32_t num_features = 0;  // CRFsuite always writes 0
    std::uint32_t num_labels = 0;
    std::uint32_t num_attrs = 0;
    std::uint32_t off_features = 0;
    std::uint32_t off_labels = 0;
    std::uint32_t off_attrs = 0;
    std::uint32_t off_labelrefs = 0;
    std::uint32_t off_attrrefs = 0;
  };
  struct Transition {
    std::uint32_t from;  // labels
    std::uint32_t to;
    double weight;
  };
  struct StateFeature {
    std::uint32_t attribute;
    std::uint32_t label;
    double weight;
  };

  FileHeader header;
  std::vector<std::string> labels;      // by id
  std::vector<std::string> attributes;  // by id
  std::vector<Transition> transitions;
  std::vector<StateFeature> state_features;
};

/// Of any model that CRFsuite's format can hold; the header is that of the file which Save would
/// write. Throws Error(kData) for other models.
ModelDump Dump(const Model& model);
/// Of an lCRF file, or of its bytes in memory, which messages call `name`.
/// Throws Error(kData) when it is not such a file.
ModelDump DumpFile(const std::string& path);
ModelDump DumpBytes(std::string_view bytes, const std::string& name = "model");

/// The text of `crfsuite dump`, byte for byte, handed to `write` in pieces.
void WriteDump(const ModelDump& dump, const std::function<void(std::string_view text)>& write);

}  // namespace sagitta::crfsuite

#pragma GCC visibility pop
