// Tagger: labels, marginals, n-best labellings and scores of Python sequences.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "columns.h"
#include "features.h"
#include "graphs.h"
#include "module.h"
#include "read_options.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"
#include "shared_tagger.h"

namespace sagitta::python {
namespace {

/// Sequences that are converted while the GIL is held and then worked on without it.
constexpr std::size_t kAtOnce = 1024;

/// One sequence after the other from an iterable of feature sequences or, with `columns`, of rows
/// for the model's template. Needs the GIL.
class TagInput {
 public:
  using Zeros = FeatureReader::Zeros;

  TagInput(nb::handle sequences, bool columns, const Model& model, Zeros zeros = Zeros::kDrop)
      : reader_(zeros) {
    if (!columns) {
      iterator_ = nb::iter(sequences);
      return;
    }
    file_.emplace(sequences, nb::none());
    ReadOptions options = ForRows(model.read_options());
    options.labelled = false;
    try {
      rows_.emplace(file_->path(), options);
    } catch (const Error& error) {
      throw file_->Named(error);
    }
  }

  /// False at the end.
  bool Next(Sequence& sequence) {
    sequence.Clear();
    if (rows_) return NextRows(sequence);
    const nb::object tokens = nb::steal(PyIter_Next(iterator_.ptr()));
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!tokens.is_valid()) return false;
    reader_.Read(tokens, nb::none(), sequence);
    return true;
  }

 private:
  bool NextRows(Sequence& sequence) try {
    if (place_ == file_->lengths().size()) return false;
    if (file_->lengths()[place_++] > 0) rows_->Next(sequence);
    return true;
  } catch (const Error& error) {
    throw file_->Named(error);
  }

  nb::object iterator_;
  FeatureReader reader_;
  std::optional<ColumnFile> file_;
  std::optional<SequenceReader> rows_;
  std::size_t place_ = 0;
};

/// Hands the memory of the values to numpy: an array whose first dimension follows from the others.
template <std::size_t N>
nb::object ToArray(std::vector<double> values, std::array<std::size_t, N> shape) {
  auto* own = new std::vector<double>(std::move(values));
  const nb::capsule owner(
      own, [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  std::size_t cell = 1;
  for (std::size_t k = 1; k < N; ++k) cell *= shape[k];
  shape[0] = cell > 0 ? own->size() / cell : 0;
  return nb::cast(nb::ndarray<nb::numpy, double, nb::ndim<N>>(own->data(), N, shape.data(), owner));
}

std::vector<double> Copy(std::span<const double> values) { return {values.begin(), values.end()}; }

/// What Python calls Tagger.
class PythonTagger {
 public:
  PythonTagger(const Model& model, const std::optional<std::string>& constraints)
      : tagger_(model, constraints
                           ? MakeConstraints(ReadConstraintSettings(*constraints), model.labels())
                           : Constraints()) {
    for (const std::string& label : model.labels()) {
      names_.append(nb::str(label.data(), label.size()));
    }
  }

  const Model& model() const { return tagger_.model(); }

  nb::list TagAll(nb::handle sequences, std::size_t threads, bool columns) {
    if (columns && threads > 1) return TagColumns(sequences, threads);
    nb::list result;
    ForAll<std::vector<std::uint32_t>>(
        sequences, threads, columns,
        [](Tagger& tagger, const Sequence& sequence) {
          tagger.TagView(sequence);
          return std::vector<std::uint32_t>(tagger.label_ids().begin(), tagger.label_ids().end());
        },
        [&](std::vector<std::uint32_t> ids) { result.append(Labels(ids)); });
    return result;
  }

  nb::list MarginalsAll(nb::handle sequences, std::size_t threads, bool columns) {
    nb::list result;
    ForAll<std::vector<double>>(
        sequences, threads, columns,
        [](Tagger& tagger, const Sequence& sequence) {
          tagger.TagView(sequence);
          return Copy(tagger.Marginals());
        },
        [&](std::vector<double> values) {
          result.append(ToArray<2>(std::move(values), {0, nb::len(names_)}));
        });
    return result;
  }

  /// Of the edges of graphs, and of neighbours in chains.
  nb::list EdgeMarginalsAll(nb::handle sequences, std::size_t threads, bool columns) {
    nb::list result;
    ForAll<std::vector<double>>(
        sequences, threads, columns,
        [](Tagger& tagger, const Sequence& sequence) {
          tagger.TagView(sequence);
          return Copy(tagger.PairMarginals());
        },
        [&](std::vector<double> values) {
          const std::size_t labels = nb::len(names_);
          result.append(ToArray<3>(std::move(values), {0, labels, labels}));
        });
    return result;
  }

  /// Whether the answers for this sequence are exact.
  bool IsExact(nb::handle tokens, bool columns) {
    const Sequence sequence = ReadOne(tokens, columns);
    const nb::gil_scoped_release release;
    bool exact = true;
    tagger_.Use([&](Tagger& tagger) {
      tagger.TagView(sequence);
      exact = tagger.Exact();
    });
    return exact;
  }

  /// A list of (labels, probability) for each sequence.
  nb::list NBestAll(nb::handle sequences, std::size_t n, std::size_t threads, bool columns) {
    struct Found {
      std::vector<std::vector<std::string>> labels;
      std::vector<double> probability;
    };
    nb::list result;
    ForAll<Found>(
        sequences, threads, columns,
        [n](Tagger& tagger, const Sequence& sequence) {
          tagger.TagView(sequence);
          Found found;
          for (const Labelling& labelling : tagger.NBest(n)) {
            found.labels.emplace_back(labelling.labels.begin(), labelling.labels.end());
            found.probability.push_back(std::exp(labelling.log_probability));
          }
          return found;
        },
        [&](const Found& found) {
          nb::list best;
          for (std::size_t k = 0; k < found.labels.size(); ++k) {
            best.append(nb::make_tuple(nb::cast(found.labels[k]), found.probability[k]));
          }
          result.append(best);
        });
    return result;
  }

  /// The attributes of each token: what the features of Python, or the template, become.
  nb::list ItemsAll(nb::handle sequences, bool columns) const {
    TagInput input(sequences, columns, model(), TagInput::Zeros::kKeep);
    nb::list result;
    for (Sequence sequence; input.Next(sequence);) {
      nb::list tokens;
      for (std::size_t t = 0; t < sequence.size(); ++t) {
        tokens.append(ToDict(sequence.node_items(t)));
      }
      result.append(tokens);
    }
    return result;
  }

  nb::list Edges(nb::handle tokens, bool columns) const {
    return EdgesOf(ReadOne(tokens, columns));
  }

  /// Where `given` has None, the token is free.
  nb::list TagGiven(nb::handle tokens, const std::vector<std::optional<std::string>>& given,
                    bool columns) {
    const Sequence sequence = ReadOne(tokens, columns);
    std::vector<std::uint32_t> ids;
    {
      const nb::gil_scoped_release release;
      std::vector<std::string_view> labels;
      for (const std::optional<std::string>& label : given) {
        labels.push_back(label ? std::string_view(*label) : std::string_view());
      }
      tagger_.Use([&](Tagger& tagger) {
        tagger.TagGivenView(sequence, labels);
        ids.assign(tagger.label_ids().begin(), tagger.label_ids().end());
      });
    }
    return Labels(ids);
  }

  double LogProbability(nb::handle tokens, const std::vector<std::string>& labels, bool columns) {
    const Sequence sequence = ReadOne(tokens, columns);
    const std::vector<std::string_view> names(labels.begin(), labels.end());
    const nb::gil_scoped_release release;
    double value = 0;
    tagger_.Use([&](Tagger& tagger) { value = tagger.LogProbability(sequence, names); });
    return value;
  }

  /// The scores of a file as a JSON object.
  std::string EvaluateFile(const std::string& path) {
    return Evaluate(model(), path, tagger_.constraints()).ToJson();
  }

 private:
  Sequence ReadOne(nb::handle tokens, bool columns) const {
    nb::list one;
    one.append(tokens);
    TagInput input(one, columns, model());
    Sequence sequence;
    input.Next(sequence);
    return sequence;
  }

  /// Rows of columns: the threads also expand the template.
  nb::list TagColumns(nb::handle sequences, std::size_t threads) {
    const ColumnFile file(sequences, nb::none());
    std::string ids;  // of all tokens, as bytes
    try {
      const nb::gil_scoped_release release;
      TagSettings settings;
      settings.threads = static_cast<std::uint32_t>(threads);
      settings.constraints = tagger_.constraints();
      settings.format = Format::kColumns;
      TagFile(
          model(), file.path(), [&](std::string_view answers) { ids.append(answers); }, settings,
          [] { return &AppendIds; });
    } catch (const Error& error) {
      throw file.Named(error);
    }
    nb::list result;
    std::size_t done = 0;
    std::vector<std::uint32_t> some;
    for (const std::size_t length : file.lengths()) {
      some.resize(length);
      if (length > 0) std::memcpy(some.data(), ids.data() + done, length * sizeof(some[0]));
      done += length * sizeof(some[0]);
      result.append(Labels(some));
    }
    return result;
  }

  static void AppendIds(const Sequence&, Tagger& tagger, std::string& text) {
    const std::span<const std::uint32_t> ids = tagger.label_ids();
    text.append(reinterpret_cast<const char*>(ids.data()), ids.size_bytes());
  }

  nb::list Labels(std::span<const std::uint32_t> ids) const {
    nb::list labels;
    for (const std::uint32_t id : ids) labels.append(names_[id]);
    return labels;
  }

  /// Converts some sequences with the GIL, calls `work` for them without it, and hands the results
  /// to `collect` with it, in order.
  template <class Result, class Work, class Collect>
  void ForAll(nb::handle sequences, std::size_t threads, bool columns, const Work& work,
              const Collect& collect) {
    TagInput input(sequences, columns, model());
    std::vector<Sequence> some(1);
    std::vector<Result> results;
    for (std::size_t count = 1; count > 0;) {
      count = 0;
      while (count < kAtOnce) {
        if (count == some.size()) some.emplace_back();
        if (!input.Next(some[count])) break;
        ++count;
      }
      results.assign(count, {});
      {
        const nb::gil_scoped_release release;
        const std::span<const Sequence> ready(some.data(), count);
        tagger_.UseForAll(ready, threads, [&](Tagger& tagger, std::size_t i) {
          results[i] = work(tagger, ready[i]);
        });
      }
      for (Result& result : results) collect(std::move(result));
    }
  }

  SharedTagger tagger_;
  nb::list names_;  // of the labels, by id
};

using Labels = std::vector<std::vector<std::string>>;

std::string EvaluateLabels(const Labels& actual, const Labels& predicted) {
  if (actual.size() != predicted.size()) {
    throw Error(ErrorKind::kUsage, "y_true and y_pred have different numbers of sequences");
  }
  Evaluator evaluator;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i].size() != predicted[i].size()) {
      throw Error(ErrorKind::kUsage, "sequence " + std::to_string(i) + " has " +
                                         std::to_string(actual[i].size()) + " true labels and " +
                                         std::to_string(predicted[i].size()) + " predicted ones");
    }
    const std::vector<std::string_view> a(actual[i].begin(), actual[i].end());
    const std::vector<std::string_view> p(predicted[i].begin(), predicted[i].end());
    evaluator.Add(a, p);
  }
  return evaluator.result().ToJson();
}

}  // namespace

void BindTagger(nb::module_& module) {
  nb::class_<PythonTagger>(module, "Tagger")
      .def(nb::init<const Model&, const std::optional<std::string>&>(), nb::arg("model"),
           nb::arg("constraints").none())
      .def("model", [](const PythonTagger& self) { return self.model(); })
      .def("tag_all", &PythonTagger::TagAll, nb::arg("X"), nb::arg("threads"), nb::arg("columns"),
           nb::sig("def tag_all(self, X: object, threads: int, columns: bool) -> list[list[str]]"))
      .def("marginals_all", &PythonTagger::MarginalsAll, nb::arg("X"), nb::arg("threads"),
           nb::arg("columns"),
           nb::sig("def marginals_all(self, X: object, threads: int, columns: bool) -> "
                   "list[numpy.typing.NDArray[numpy.float64]]"))
      .def("edge_marginals_all", &PythonTagger::EdgeMarginalsAll, nb::arg("X"), nb::arg("threads"),
           nb::arg("columns"),
           nb::sig("def edge_marginals_all(self, X: object, threads: int, columns: bool) -> "
                   "list[numpy.typing.NDArray[numpy.float64]]"))
      .def("is_exact", &PythonTagger::IsExact, nb::arg("x"), nb::arg("columns"),
           nb::sig("def is_exact(self, x: object, columns: bool) -> bool"))
      .def("edges", &PythonTagger::Edges, nb::arg("x"), nb::arg("columns"),
           nb::sig("def edges(self, x: object, columns: bool) -> "
                   "list[tuple[int, int, str, dict[str, float]]]"))
      .def("nbest_all", &PythonTagger::NBestAll, nb::arg("X"), nb::arg("n"), nb::arg("threads"),
           nb::arg("columns"),
           nb::sig("def nbest_all(self, X: object, n: int, threads: int, columns: bool) -> "
                   "list[list[tuple[list[str], float]]]"))
      .def("items_all", &PythonTagger::ItemsAll, nb::arg("X"), nb::arg("columns"),
           nb::sig("def items_all(self, X: object, columns: bool) -> list[list[dict[str, float]]]"))
      .def("tag_given", &PythonTagger::TagGiven, nb::arg("x"), nb::arg("labels"),
           nb::arg("columns"),
           nb::sig("def tag_given(self, x: object, labels: typing.Sequence[str | None], "
                   "columns: bool) -> list[str]"))
      .def("log_probability", &PythonTagger::LogProbability, nb::arg("x"), nb::arg("y"),
           nb::arg("columns"),
           nb::sig("def log_probability(self, x: object, y: typing.Sequence[str], columns: bool) "
                   "-> float"))
      .def("evaluate_file", &PythonTagger::EvaluateFile, nb::arg("path"),
           nb::call_guard<nb::gil_scoped_release>());
  module.def("evaluate", &EvaluateLabels, nb::arg("y_true"), nb::arg("y_pred"),
             "The scores of predicted labels, as a JSON object.");
}

}  // namespace sagitta::python
