// Python objects as sequences: the features of tokens, labels and weights, read without copies in
// between.
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta::python {

namespace nb = nanobind;

/// Reads the features of tokens. A token is one of
///   {"name": 0.5, ...}           attributes with values: anything that float() accepts
///   {"word": "the", ...}         the attribute "word:the"; bytes as well
///   {"word": {...}, ...}         nested dicts, lists, tuples and sets; their names follow "word:"
///   ["name", ...]                any iterable of strings
/// and so are the attributes of the edges of a sagitta.Graph. A reader reuses its memory. All
/// functions need the GIL and throw ValueError, or what the objects themselves throw.
class FeatureReader {
 public:
  /// Zeros make features in training; where a model is applied they add nothing.
  enum class Zeros { kKeep, kDrop };
  explicit FeatureReader(Zeros zeros = Zeros::kKeep) : zeros_(zeros) {}

  /// Appends a token with this label for each element of `tokens`, an iterable; an ItemSequence is
  /// copied. A sagitta.Graph makes the sequence, which must be empty, a graph. Throws when
  /// `labels`, unless None, has another number of elements.
  void Read(nb::handle tokens, nb::handle labels, Sequence& sequence);

 private:
  void ReadTokens(nb::handle tokens, const std::vector<nb::object>& labels, Sequence& sequence);
  // Graphs; see graphs.cc.
  bool IsGraph(nb::handle tokens);
  void ReadGraph(nb::handle graph, std::vector<nb::object> labels, Sequence& sequence);
  void ReadEdges(nb::handle edges, Sequence& sequence);
  void ReadToken(PyObject* token, Sequence& sequence);
  void ReadDict(PyObject* dict, Sequence& sequence);
  void ReadNames(PyObject* names, Sequence& sequence);
  void ReadValue(PyObject* key, PyObject* value, Sequence& sequence);
  /// The attribute "name:text".
  void AddText(std::string_view name, std::string_view text, Sequence& sequence);
  void AddItem(std::string_view name, double value, Sequence& sequence);
  void Append(std::string_view name, double value, Sequence& sequence) const;

  Zeros zeros_;
  std::string prefix_;  // of nested names: "word:"
  std::string name_;
  bool on_edge_ = false;  // attributes are those of the last edge, not of the last token
  nb::object graph_type_;
};

/// The bytes of a str, as UTF-8, or of a bytes object. Valid as long as the object. `what` says in
/// messages what it is.
std::string_view Text(PyObject* object, const char* what);

/// The names and values of attributes as a dict.
nb::dict ToDict(std::span<const Item> items);

/// A sequence whose features were read once, to be used several times.
struct ItemSequence {
  Sequence sequence;
};

}  // namespace sagitta::python
