// What sagitta.pycrfsuite is made of: CRFsuite's parameters, trainer and tagger.
#include "sagitta/crfsuite.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "features.h"
#include "interrupt.h"
#include "module.h"
#include "sagitta/corpus_appender.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"

namespace sagitta::python {
namespace {

using crfsuite::Parameters;

/// With fewer sequences than this, `lbfgs` is L-BFGS itself: a pass costs nothing then, and
/// programs that fix the number of iterations get weights like CRFsuite's.
constexpr std::uint64_t kSmall = 100;

/// Ctrl-C ends the training with what Python raises.
class InterruptObserver final : public TrainObserver {
 public:
  bool ShouldStop() override { return interrupt_.Raised(); }
  std::optional<nb::python_error>& error() { return interrupt_.error(); }

 private:
  InterruptCheck interrupt_;
};

/// Data and parameters.
class Trainer {
 public:
  void Append(nb::handle tokens, nb::handle labels, int group) {
    sequence_.Clear();
    reader_.Read(tokens, labels, sequence_);
    if (sequence_.empty()) return;  // has no effect on a model
    if (corpus_) {
      appender_ = CorpusAppender(*corpus_);
      corpus_.reset();
    }
    appender_.Add(sequence_);
    groups_.push_back(group);
  }

  void Clear() {
    appender_ = CorpusAppender();
    corpus_.reset();
    groups_.clear();
  }

  /// A group number that is negative: none is held out. Stores the model in a file; in the bytes
  /// that are returned if the path is empty.
  nb::bytes Train(Parameters parameters, const std::string& path, int holdout, nb::handle message) {
    if (!corpus_) corpus_ = appender_.Finish();
    if (parameters.algorithm() == crfsuite::Algorithm::kLbfgs &&
        parameters.Text("method").empty() && groups_.size() < kSmall) {
      parameters.Set("method", parameters.Number("c1") > 0 ? "owlqn" : "lbfgs");
    }
    const crfsuite::LogSink log = [&](std::string_view piece) {
      const nb::gil_scoped_acquire gil;
      message(nb::str(piece.data(), piece.size()));
    };
    InterruptObserver observer;
    std::string bytes;
    {
      const nb::gil_scoped_release release;
      const crfsuite::Training training =
          crfsuite::Train(*corpus_, parameters, log, HeldOut(holdout), &observer);
      if (observer.error()) throw nb::python_error(std::move(*observer.error()));
      if (path.empty()) {
        bytes = crfsuite::StoreBytes(training, log);
      } else {
        crfsuite::Store(training, path, log);
      }
    }
    return nb::bytes(bytes.data(), bytes.size());
  }

 private:
  /// Groups as the library counts them, from 1: the held-out one in its place, all others in one.
  crfsuite::Holdout HeldOut(int holdout) const {
    if (holdout < 0 || std::find(groups_.begin(), groups_.end(), holdout) == groups_.end())
      return {};
    const auto place = static_cast<std::size_t>(holdout);
    crfsuite::Holdout result;
    result.groups.resize(std::max<std::size_t>(place + 1, 2));
    result.group = place + 1;
    for (std::uint32_t i = 0; i < groups_.size(); ++i) {
      result.groups[groups_[i] == holdout ? place : (place == 0 ? 1 : 0)].push_back(i);
    }
    if (result.groups[place].size() == groups_.size()) {
      throw Error(ErrorKind::kUsage, "all instances are in the holdout group " +
                                         std::to_string(holdout) + ", none is left to train on");
    }
    return result;
  }

  CorpusAppender appender_;
  std::optional<Corpus> corpus_;  // what was appended, once it has been trained on
  std::vector<int> groups_;       // of each sequence
  FeatureReader reader_;
  Sequence sequence_;
};

nb::str Str(std::string_view text) { return nb::str(text.data(), text.size()); }

/// An open model with the sequence that questions are about. The mutex is only ever waited for
/// without the GIL, and nothing that holds it needs the GIL.
class OpenTagger {
 public:
  explicit OpenTagger(const Model& model) : model_(model), tagger_(model) {
    for (const std::string& label : model.labels()) names_.append(Str(label));
  }

  const Model& model() const { return model_; }

  void Set(nb::handle tokens) {
    Sequence sequence = Read(tokens);
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    Keep(std::move(sequence));
  }

  nb::list Tag(nb::handle tokens) {
    std::optional<Sequence> sequence;
    if (!tokens.is_none()) sequence = Read(tokens);
    std::vector<std::uint32_t> ids;
    {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(mutex_);
      if (sequence) Keep(std::move(*sequence));
      Decode();
      ids.assign(tagger_.label_ids().begin(), tagger_.label_ids().end());
    }
    nb::list labels;
    for (const std::uint32_t id : ids) labels.append(names_[id]);
    return labels;
  }

  double Probability(const std::vector<std::string>& labels) {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    const std::vector<std::string_view> views(labels.begin(), labels.end());
    return std::exp(tagger_.LogProbability(sequence_, views));
  }

  double Marginal(const std::string& label, std::size_t position) {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    if (position >= sequence_.size()) {
      throw Error(ErrorKind::kUsage, "position " + std::to_string(position) +
                                         " is out of range: the sequence has " +
                                         std::to_string(sequence_.size()) + " tokens");
    }
    const std::vector<std::string> labels = model_.labels();
    const auto found = std::find(labels.begin(), labels.end(), label);
    if (found == labels.end()) {
      throw std::runtime_error("'" + label + "' is not a label of the model");
    }
    ComputeMarginals();
    return marginals_[position * labels.size() + static_cast<std::size_t>(found - labels.begin())];
  }

  /// [{label: marginal}] of a sequence.
  nb::list Marginals(nb::handle tokens) {
    Sequence sequence = Read(tokens);
    std::vector<double> values;
    {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(mutex_);
      Keep(std::move(sequence));
      ComputeMarginals();
      values = marginals_;
    }
    nb::list result;
    const std::size_t labels = nb::len(names_);
    for (std::size_t t = 0; t < values.size() / labels; ++t) {
      nb::dict token;
      for (std::size_t k = 0; k < labels; ++k) token[names_[k]] = values[t * labels + k];
      result.append(token);
    }
    return result;
  }

 private:
  static Sequence Read(nb::handle tokens) {
    Sequence sequence;
    FeatureReader(FeatureReader::Zeros::kDrop).Read(tokens, nb::none(), sequence);
    return sequence;
  }
  void Keep(Sequence sequence) {
    sequence_ = std::move(sequence);
    decoded_ = has_marginals_ = false;
  }
  void Decode() {
    if (decoded_) return;
    tagger_.TagView(sequence_);
    decoded_ = true;
  }
  void ComputeMarginals() {
    Decode();
    if (has_marginals_) return;
    const std::span<const double> values = tagger_.Marginals();
    marginals_.assign(values.begin(), values.end());
    has_marginals_ = true;
  }

  Model model_;
  nb::list names_;  // of the labels, by id
  std::mutex mutex_;
  Tagger tagger_;
  Sequence sequence_;
  bool decoded_ = false;
  bool has_marginals_ = false;
  std::vector<double> marginals_;  // [T][K]
};

/// (header, labels, attributes, transitions, state features) as python-crfsuite's ParsedDump has
/// them: numbers of the header and ids are strings.
nb::tuple Describe(const crfsuite::ModelDump& dump) {
  const auto hex = [](std::uint32_t value) {
    return nb::module_::import_("builtins").attr("format")(value, "#X").attr("replace")("0X", "0x");
  };
  nb::dict header;
  const auto number = [](std::uint32_t value) { return Str(std::to_string(value)); };
  header["magic"] = "lCRF";
  header["size"] = number(dump.header.size);
  header["type"] = "FOMC";
  header["version"] = number(dump.header.version);
  header["num_features"] = number(dump.header.num_features);
  header["num_labels"] = number(dump.header.num_labels);
  header["num_attrs"] = number(dump.header.num_attrs);
  header["off_features"] = hex(dump.header.off_features);
  header["off_labels"] = hex(dump.header.off_labels);
  header["off_attrs"] = hex(dump.header.off_attrs);
  header["off_labelrefs"] = hex(dump.header.off_labelrefs);
  header["off_attrrefs"] = hex(dump.header.off_attrrefs);
  const auto named = [](const std::vector<std::string>& names, std::vector<nb::str>& strings) {
    nb::dict ids;
    for (std::size_t id = 0; id < names.size(); ++id) {
      strings.push_back(Str(names[id]));
      ids[strings.back()] = Str(std::to_string(id));
    }
    return ids;
  };
  std::vector<nb::str> labels, attributes;
  const nb::dict label_ids = named(dump.labels, labels);
  const nb::dict attribute_ids = named(dump.attributes, attributes);
  nb::dict transitions, states;
  for (const crfsuite::ModelDump::Transition& transition : dump.transitions) {
    transitions[nb::make_tuple(labels[transition.from], labels[transition.to])] = transition.weight;
  }
  for (const crfsuite::ModelDump::StateFeature& feature : dump.state_features) {
    states[nb::make_tuple(attributes[feature.attribute], labels[feature.label])] = feature.weight;
  }
  return nb::make_tuple(header, label_ids, attribute_ids, transitions, states);
}

std::string DumpText(const Model& model) {
  std::string text;
  crfsuite::WriteDump(crfsuite::Dump(model), [&](std::string_view piece) { text.append(piece); });
  return text;
}

void BindParameters(nb::module_& module) {
  nb::class_<Parameters>(module, "CrfsuiteParameters")
      .def(nb::init<std::string_view>(), nb::arg("algorithm"))
      .def("names",
           [](const Parameters& self) {
             std::vector<std::string> names;
             for (const crfsuite::Parameter& parameter : self.list())
               names.emplace_back(parameter.name);
             return names;
           })
      .def("set", &Parameters::Set, nb::arg("name"), nb::arg("value"))
      .def("get", &Parameters::Text, nb::arg("name"))
      .def(
          "help",
          [](const Parameters& self, std::string_view name) {
            self.Text(name);  // refuses unknown names
            return self.Find(name)->help;
          },
          nb::arg("name"))
      .def("notes", &Parameters::Notes);
}

}  // namespace

void BindCrfsuite(nb::module_& module) {
  BindParameters(module);
  nb::class_<Trainer>(module, "CrfsuiteTrainer")
      .def(nb::init<>())
      .def("append", &Trainer::Append, nb::arg("xseq"), nb::arg("yseq"), nb::arg("group"),
           nb::sig("def append(self, xseq: object, yseq: object, group: int) -> None"))
      .def("clear", &Trainer::Clear)
      .def("train", &Trainer::Train, nb::arg("parameters"), nb::arg("path"), nb::arg("holdout"),
           nb::arg("message"),
           nb::sig("def train(self, parameters: CrfsuiteParameters, path: str, holdout: int, "
                   "message: typing.Callable[[str], object]) -> bytes"));
  nb::class_<OpenTagger>(module, "CrfsuiteTagger")
      .def(nb::init<const Model&>(), nb::arg("model"))
      .def("labels", [](const OpenTagger& self) { return self.model().labels(); })
      .def("set", &OpenTagger::Set, nb::arg("xseq"), nb::sig("def set(self, xseq: object) -> None"))
      .def("tag", &OpenTagger::Tag, nb::arg("xseq").none(),
           nb::sig("def tag(self, xseq: object) -> list[str]"))
      .def("probability", &OpenTagger::Probability, nb::arg("yseq"))
      .def("marginal", &OpenTagger::Marginal, nb::arg("y"), nb::arg("pos"))
      .def("marginals", &OpenTagger::Marginals, nb::arg("xseq"),
           nb::sig("def marginals(self, xseq: object) -> list[dict[str, float]]"))
      .def(
          "dump", [](const OpenTagger& self) { return Describe(crfsuite::Dump(self.model())); },
          nb::sig("def dump(self) -> tuple[dict[str, str], dict[str, str], dict[str, str], "
                  "dict[tuple[str, str], float], dict[tuple[str, str], float]]"))
      .def("dump_text", [](const OpenTagger& self) {
        const std::string text = DumpText(self.model());
        return nb::bytes(text.data(), text.size());
      });
}

}  // namespace sagitta::python
