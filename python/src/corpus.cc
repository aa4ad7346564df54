// Corpus: from files, features, columns and matrices.
#include "sagitta/corpus.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "columns.h"
#include "features.h"
#include "module.h"
#include "options.h"
#include "read_options.h"
#include "sagitta/error.h"
#include "sagitta/input_check.h"

namespace sagitta::python {

namespace {

/// Sequences from Python iterables of features, labels and weights. Called without the GIL.
class PythonSource {
 public:
  PythonSource(nb::handle features, nb::handle labels, nb::handle weights)
      : features_(nb::iter(features)), labels_(nb::iter(labels)) {
    if (!weights.is_none()) weights_ = nb::iter(weights);
  }

  bool operator()(Sequence& sequence) {
    const nb::gil_scoped_acquire gil;
    const nb::object tokens = Next(features_);
    const nb::object labels = Next(labels_);
    if (tokens.is_valid() != labels.is_valid()) Differ("y");
    const nb::object weight = weights_.is_valid() ? Next(weights_) : nb::object();
    if (weights_.is_valid() && weight.is_valid() != tokens.is_valid()) Differ("sample_weight");
    if (!tokens.is_valid()) return false;
    reader_.Read(tokens, labels, sequence);
    if (weight.is_valid()) sequence.set_weight(nb::cast<double>(weight));
    return true;
  }

 private:
  static nb::object Next(const nb::object& iterator) {
    nb::object element = nb::steal(PyIter_Next(iterator.ptr()));
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return element;
  }
  [[noreturn]] static void Differ(const char* what) {
    throw nb::value_error(
        (std::string("X and ") + what + " have different numbers of sequences").c_str());
  }

  nb::object features_, labels_, weights_;
  FeatureReader reader_;
};

/// `source` is also destroyed with the GIL held.
Corpus Encode(PythonSource& source, const ReadOptions& options) {
  const nb::gil_scoped_release release;
  return Corpus::FromSequences([&](Sequence& sequence) { return source(sequence); }, options);
}
Corpus EncodeHeldOut(PythonSource& source, const Corpus& dictionaries) {
  const nb::gil_scoped_release release;
  return dictionaries.EncodeHeldOut([&](Sequence& sequence) { return source(sequence); });
}

using Int64s = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The rows of a CSR matrix, one per token, cut into sequences of these lengths.
class MatrixSource {
 public:
  MatrixSource(const Int64s& indptr, const Int64s& indices, const Doubles& data,
               const Int64s& lengths, std::vector<std::string> labels,
               std::vector<std::string> names)
      : indptr_(indptr),
        indices_(indices),
        data_(data),
        lengths_(lengths),
        labels_(std::move(labels)),
        names_(std::move(names)) {
    Check();
  }

  bool operator()(Sequence& sequence) {
    if (next_ == lengths_.shape(0)) return false;
    for (std::int64_t t = 0; t < lengths_.data()[next_]; ++t, ++token_) {
      sequence.AddToken(labels_[token_]);
      for (std::int64_t k = indptr_.data()[token_]; k < indptr_.data()[token_ + 1]; ++k) {
        sequence.AddItem(names_[static_cast<std::size_t>(indices_.data()[k])], data_.data()[k]);
      }
    }
    ++next_;
    return true;
  }

 private:
  [[noreturn]] static void Refuse(const char* message) { throw Error(ErrorKind::kUsage, message); }

  void Check() const {
    const std::size_t tokens = labels_.size();
    const auto items = static_cast<std::int64_t>(data_.shape(0));
    if (indptr_.shape(0) != tokens + 1) Refuse("X and y have different numbers of tokens");
    if (indptr_.data()[0] != 0 || indptr_.data()[tokens] != items ||
        indices_.shape(0) != data_.shape(0)) {
      Refuse("X is not a valid CSR matrix");
    }
    for (std::size_t t = 0; t < tokens; ++t) {
      if (indptr_.data()[t] > indptr_.data()[t + 1]) Refuse("X is not a valid CSR matrix");
    }
    for (std::int64_t k = 0; k < items; ++k) {
      if (indices_.data()[k] < 0 ||
          indices_.data()[k] >= static_cast<std::int64_t>(names_.size())) {
        Refuse("X has more columns than there are feature names");
      }
    }
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < lengths_.shape(0); ++i) {
      if (lengths_.data()[i] < 0) Refuse("a sequence has a negative length");
      sum += lengths_.data()[i];
    }
    if (sum != static_cast<std::int64_t>(tokens)) {
      Refuse("the lengths of the sequences do not add up to the number of tokens");
    }
  }

  Int64s indptr_, indices_;
  Doubles data_;
  Int64s lengths_;
  std::vector<std::string> labels_, names_;
  std::size_t next_ = 0;   // sequence
  std::size_t token_ = 0;  // of all
};

Corpus FromMatrix(const Int64s& indptr, const Int64s& indices, const Doubles& data,
                  const Int64s& lengths, std::vector<std::string> labels,
                  std::vector<std::string> names, const Corpus* dictionaries) {
  MatrixSource source(indptr, indices, data, lengths, std::move(labels), std::move(names));
  const nb::gil_scoped_release release;
  const SequenceSource next = [&](Sequence& sequence) { return source(sequence); };
  return dictionaries != nullptr ? dictionaries->EncodeHeldOut(next) : Corpus::FromSequences(next);
}

/// The sequences of a file with their weights; `weights` has one for each sequence of Python, also
/// for those that are empty.
class WeightedRows {
 public:
  WeightedRows(const ColumnFile& file, const ReadOptions& options, std::vector<double> weights)
      : reader_(file.path(), options), lengths_(file.lengths()), weights_(std::move(weights)) {
    if (weights_.size() != lengths_.size()) {
      throw nb::value_error("X and sample_weight have different numbers of sequences");
    }
  }

  bool operator()(Sequence& sequence) {
    if (!reader_.Next(sequence)) return false;
    while (lengths_[place_] == 0) ++place_;
    sequence.set_weight(weights_[place_++]);
    return true;
  }

 private:
  SequenceReader reader_;
  const std::vector<std::size_t>& lengths_;
  std::vector<double> weights_;
  std::size_t place_ = 0;
};

/// `weights` is an iterable of numbers or None.
Corpus FromColumns(nb::handle sequences, nb::handle labels, nb::handle weights,
                   const ReadOptions& options) {
  const ColumnFile file(sequences, labels);
  std::vector<double> numbers;
  if (!weights.is_none()) {
    for (const nb::handle weight : nb::iter(weights)) numbers.push_back(nb::cast<double>(weight));
  }
  const bool weighted = !weights.is_none();
  const nb::gil_scoped_release release;
  try {
    if (!weighted) return Corpus::Read({file.path()}, options);
    WeightedRows rows(file, options, std::move(numbers));
    return Corpus::FromSequences([&](Sequence& sequence) { return rows(sequence); }, options);
  } catch (const Error& error) {
    throw file.Named(error);
  }
}

/// The same with the dictionaries and options of a corpus.
Corpus HeldOutColumns(const Corpus& dictionaries, nb::handle sequences, nb::handle labels) {
  const ColumnFile file(sequences, labels);
  const nb::gil_scoped_release release;
  try {
    SequenceReader rows(file.path(), ForRows(dictionaries.options()));
    return dictionaries.EncodeHeldOut([&](Sequence& sequence) { return rows.Next(sequence); });
  } catch (const Error& error) {
    throw file.Named(error);
  }
}

/// What makes the data implausible, as sentences.
std::vector<std::string> Concerns(const Corpus& corpus) {
  std::vector<std::string> texts;
  for (const InputConcern& concern : CheckTrainingInput(corpus)) {
    texts.push_back(WithKeywords(concern.text));
  }
  return texts;
}

nb::dict SizeOf(const Corpus& corpus) {
  const CorpusSize size = corpus.Size();
  nb::dict figures;
  figures["sequences"] = size.sequences;
  figures["tokens"] = size.tokens;
  figures["longest"] = size.longest;
  figures["labels"] = size.labels;
  figures["attributes"] = size.node_attributes;
  figures["edge_attributes"] = size.edge_attributes;
  figures["items"] = size.node_items;
  figures["edge_items"] = size.edge_items;
  figures["edges"] = size.edges;
  figures["given"] = size.given;
  return figures;
}

}  // namespace

void BindCorpus(nb::module_& module) {
  using Strings = std::vector<std::string>;
  nb::class_<Corpus>(module, "Corpus")
      .def_static(
          "read",
          [](const Strings& files, const std::string& text, const std::string& format,
             const Strings& columns, const std::string& language, const std::string& structure,
             const Strings& symmetric) {
            const ReadOptions options =
                MakeReadOptions({text, format, columns, language, structure, symmetric});
            const nb::gil_scoped_release release;
            return Corpus::Read(files, options);
          },
          nb::arg("files"), nb::arg("template"), nb::arg("format"), nb::arg("columns"),
          nb::arg("language"), nb::arg("structure"), nb::arg("symmetric"))
      .def_static(
          "from_sequences",
          [](nb::handle features, nb::handle labels, nb::handle weights, const Strings& symmetric) {
            PythonSource source(features, labels, weights);
            ReadOptions options;
            options.symmetric = symmetric;
            return Encode(source, options);
          },
          nb::arg("X"), nb::arg("y"), nb::arg("sample_weight").none(), nb::arg("symmetric"),
          nb::sig("def from_sequences(X: object, y: object, sample_weight: object, "
                  "symmetric: typing.Sequence[str]) -> Corpus"))
      .def_static(
          "from_columns",
          [](nb::handle sequences, nb::handle labels, nb::handle weights, const std::string& text,
             const std::string& language, const std::string& structure, const Strings& symmetric) {
            return FromColumns(
                sequences, labels, weights,
                MakeReadOptions({text, "columns", {}, language, structure, symmetric}));
          },
          nb::arg("X"), nb::arg("y").none(), nb::arg("sample_weight").none(), nb::arg("template"),
          nb::arg("language"), nb::arg("structure"), nb::arg("symmetric"),
          nb::sig("def from_columns(X: object, y: object, sample_weight: object, template: str, "
                  "language: str, structure: str, symmetric: typing.Sequence[str]) -> Corpus"))
      .def_static("from_matrix", &FromMatrix, nb::arg("indptr"), nb::arg("indices"),
                  nb::arg("data"), nb::arg("lengths"), nb::arg("labels"), nb::arg("names"),
                  nb::arg("dictionaries").none())
      .def(
          "encode_held_out",
          [](const Corpus& self, nb::handle features, nb::handle labels) {
            PythonSource source(features, labels, nb::none());
            return EncodeHeldOut(source, self);
          },
          nb::arg("X"), nb::arg("y"),
          nb::sig("def encode_held_out(self, X: object, y: object) -> Corpus"))
      .def("encode_held_out_columns", &HeldOutColumns, nb::arg("X"), nb::arg("y").none(),
           nb::sig("def encode_held_out_columns(self, X: object, y: object) -> Corpus"))
      .def("read_held_out", &Corpus::ReadHeldOut, nb::arg("files"),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "select",
          [](const Corpus& self, const std::vector<std::uint32_t>& sequences) {
            return self.Select(sequences);
          },
          nb::arg("sequences"), nb::call_guard<nb::gil_scoped_release>())
      .def("concerns", &Concerns, nb::call_guard<nb::gil_scoped_release>())
      .def("labels", &Corpus::labels)
      .def("edge_types", [](const Corpus& self) { return self.Size().edge_types; })
      .def("template", [](const Corpus& self) { return self.options().template_text; })
      .def("size", &SizeOf, nb::sig("def size(self) -> dict[str, int]"));
}

}  // namespace sagitta::python
