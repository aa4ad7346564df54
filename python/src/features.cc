// FeatureReader: dicts are walked through in place; only nested names are put together in a buffer.
#include "features.h"

#include <nanobind/stl/string.h>

#include <string>
#include <string_view>
#include <vector>

namespace sagitta::python {
namespace {

[[noreturn]] void Refuse(const std::string& message) { throw nb::value_error(message.c_str()); }

bool IsText(PyObject* object) { return PyUnicode_Check(object) || PyBytes_Check(object); }

bool IsNested(PyObject* value) {
  return PyDict_Check(value) || PyList_Check(value) || PyTuple_Check(value) ||
         PyAnySet_Check(value);
}

std::string TypeName(PyObject* object) {
  return nb::cast<std::string>(
      nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object))).attr("__name__"));
}

double Number(PyObject* value) {
  if (value == Py_True) return 1.0;  // float() of a bool is slow
  if (value == Py_False) return 0.0;
  const double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return number;
}

/// Calls `visit` for each element of an iterable.
template <class Visit>
void ForEach(nb::handle iterable, const Visit& visit) {
  if (PyList_Check(iterable.ptr())) {  // may change meanwhile
    for (Py_ssize_t i = 0; i < PyList_Size(iterable.ptr()); ++i) {
      visit(nb::borrow(PyList_GetItem(iterable.ptr(), i)).ptr());
    }
    return;
  }
  const nb::object iterator = nb::iter(iterable);
  while (true) {
    const nb::object element = nb::steal(PyIter_Next(iterator.ptr()));
    if (!element.is_valid()) break;
    visit(element.ptr());
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
}

void AddLabels(nb::handle labels, std::vector<nb::object>& owners) {
  if (IsText(labels.ptr()))
    Refuse("the labels of a sequence are one string, expected a list of strings");
  ForEach(labels, [&](PyObject* label) { owners.push_back(nb::borrow(label)); });
}

void CheckLabelCount(std::size_t labels, std::size_t tokens) {
  if (labels == tokens) return;
  Refuse("found " + std::to_string(labels) + " labels for a sequence of " + std::to_string(tokens) +
         " tokens");
}

}  // namespace

std::string_view Text(PyObject* object, const char* what) {
  Py_ssize_t size = 0;
  if (PyUnicode_Check(object)) {
    const char* text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text == nullptr) throw nb::python_error();
    return {text, static_cast<std::size_t>(size)};
  }
  char* bytes = nullptr;
  if (!PyBytes_Check(object)) {
    Refuse(std::string("found a ") + what + " of type " + TypeName(object) + ", expected str");
  }
  if (PyBytes_AsStringAndSize(object, &bytes, &size) != 0) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

nb::dict ToDict(std::span<const Item> items) {
  nb::dict features;
  for (const Item& item : items) {
    features[nb::str(item.name.data(), item.name.size())] = item.value;
  }
  return features;
}

void FeatureReader::Read(nb::handle tokens, nb::handle labels, Sequence& sequence) {
  if (IsText(tokens.ptr())) Refuse("a sequence is one string, expected a list of tokens");
  on_edge_ = false;  // an exception may have left it true
  std::vector<nb::object> names;
  if (!labels.is_none()) AddLabels(labels, names);
  if (IsGraph(tokens)) {
    if (!labels.is_none()) CheckLabelCount(names.size(), nb::len(tokens));
    return ReadGraph(tokens, std::move(names), sequence);
  }
  ReadTokens(tokens, names, sequence);
  if (!labels.is_none()) CheckLabelCount(names.size(), sequence.size());
}

/// Tokens after the last label have none.
void FeatureReader::ReadTokens(nb::handle tokens, const std::vector<nb::object>& labels,
                               Sequence& sequence) {
  const auto next_label = [&]() -> std::string_view {
    const std::size_t t = sequence.size();
    return t < labels.size() ? Text(labels[t].ptr(), "label") : std::string_view();
  };
  if (nb::isinstance<ItemSequence>(tokens)) {
    const Sequence& given = nb::cast<const ItemSequence&>(tokens).sequence;
    for (std::size_t t = 0; t < given.size(); ++t) sequence.Add(next_label(), given.node_items(t));
    return;
  }
  ForEach(tokens, [&](PyObject* token) {
    sequence.AddToken(next_label());
    ReadToken(token, sequence);
  });
}

void FeatureReader::ReadToken(PyObject* token, Sequence& sequence) {
  prefix_.clear();
  if (PyDict_Check(token)) return ReadDict(token, sequence);
  if (IsText(token)) {
    const std::size_t number = on_edge_ ? sequence.edges().size() : sequence.size();
    Refuse((on_edge_ ? "the features of edge " : "token ") + std::to_string(number) +
           (on_edge_ ? " are one string, expected" : " is a string, expected its features:") +
           " a dict or a list of strings");
  }
  ReadNames(token, sequence);
}

void FeatureReader::ReadDict(PyObject* dict, Sequence& sequence) {
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t place = 0; PyDict_Next(dict, &place, &key, &value) != 0;) {
    // The most frequent kinds run no Python code that could change the dict.
    if (PyUnicode_CheckExact(value)) {
      AddText(Text(key, "feature name"), Text(value, "feature value"), sequence);
    } else if (PyFloat_CheckExact(value) || PyBool_Check(value)) {
      AddItem(Text(key, "feature name"), Number(value), sequence);
    } else {
      const nb::object own_key = nb::borrow(key), own_value = nb::borrow(value);
      ReadValue(key, value, sequence);
    }
  }
}

void FeatureReader::ReadValue(PyObject* key, PyObject* value, Sequence& sequence) {
  const std::string_view name = Text(key, "feature name");
  if (IsText(value)) {
    AddText(name, Text(value, "feature value"), sequence);
  } else if (IsNested(value)) {
    const std::size_t outer = prefix_.size();
    prefix_.append(name).append(1, ':');
    if (PyDict_Check(value)) {
      ReadDict(value, sequence);
    } else {
      ReadNames(value, sequence);
    }
    prefix_.resize(outer);
  } else {
    AddItem(name, Number(value), sequence);
  }
}

void FeatureReader::ReadNames(PyObject* names, Sequence& sequence) {
  ForEach(names, [&](PyObject* name) { AddItem(Text(name, "feature"), 1.0, sequence); });
}

void FeatureReader::AddText(std::string_view name, std::string_view text, Sequence& sequence) {
  name_.assign(prefix_).append(name).append(1, ':').append(text);
  Append(name_, 1.0, sequence);
}

void FeatureReader::AddItem(std::string_view name, double value, Sequence& sequence) {
  if (value == 0 && zeros_ == Zeros::kDrop) return;
  if (!prefix_.empty()) {
    name_.assign(prefix_).append(name);
    name = name_;
  }
  Append(name, value, sequence);
}

void FeatureReader::Append(std::string_view name, double value, Sequence& sequence) const {
  if (on_edge_) {
    sequence.AddEdgeItem(name, value);
  } else {
    sequence.AddItem(name, value);
  }
}

}  // namespace sagitta::python
