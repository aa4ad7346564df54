// Python objects as sequences: the features of tokens, labels and weights, read without copies in
// between.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "sagitta/sequence.h"

namespace sagitta::python {

namespace nb = nanobind;

/// Reads the features of tokens. A token is one of
///   {"name": 0.5, ...}           attributes with values: anything that float() accepts
///   {"word": "the", ...}         the attribute "word:the"; bytes as well
///   {"word": {...}, ...}         nested dicts, lists, tuples and sets; their names follow "word:"
///   ["name", ...]                any iterable of strings
/// A reader reuses its memory. All functions need the GIL and throw ValueError, or what the objects
/// themselves throw.
class FeatureReader {
 public:
  /// Appends a token with this label for each element of `tokens`, an iterable; an ItemSequence is
  /// copied. Throws when `labels`, unless None, has another number of elements.
  void Read(nb::handle tokens, nb::handle labels, Sequence& sequence);

 private:
  void ReadToken(PyObject* token, Sequence& sequence);
  void ReadDict(PyObject* dict, Sequence& sequence);
  void ReadNames(PyObject* names, Sequence& sequence);
  void ReadValue(PyObject* key, PyObject* value, Sequence& sequence);
  /// The attribute "name:text".
  void AddText(std::string_view name, std::string_view text, Sequence& sequence);
  void AddItem(std::string_view name, double value, Sequence& sequence);

  std::string prefix_;  // of nested names: "word:"
  std::string name_;
};

/// The bytes of a str, as UTF-8, or of a bytes object. Valid as long as the object. `what` says in
/// messages what it is.
std::string_view Text(PyObject* object, const char* what);

/// A sequence whose features were read once, to be used several times.
struct ItemSequence {
  Sequence sequence;
};

}  // namespace sagitta::python
