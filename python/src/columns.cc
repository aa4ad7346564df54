// ColumnFile: one line per row, columns separated by tabs, an empty line after each sequence.
#include "columns.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "features.h"

namespace sagitta::python {
namespace {

/// Text is handed to the file in pieces of about this size.
constexpr std::size_t kPiece = std::size_t{1} << 20;

bool IsColumn(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  return !text.empty() && std::none_of(text.begin(), text.end(), is_space);
}

void AppendColumn(nb::handle column, std::string& text) {
  const std::string_view value = Text(column.ptr(), "column");
  if (!IsColumn(value)) {
    throw nb::value_error(("found the column '" + std::string(value) +
                           "', expected text without spaces, at least one character")
                              .c_str());
  }
  text.append(value);
}

/// Returns the number of rows.
std::size_t AppendSequence(nb::handle rows, nb::handle labels, std::string& text) {
  if (nb::isinstance(rows, nb::module_::import_("sagitta._graph").attr("Graph"))) {
    throw nb::value_error(
        "found a Graph where a template needs rows of columns: 'structure' makes edges of columns");
  }
  const nb::object names = labels.is_none() ? nb::object() : nb::list(nb::borrow(labels));
  std::size_t count = 0;
  for (const nb::handle row : nb::iter(rows)) {
    if (nb::isinstance<nb::str>(row)) {
      throw nb::value_error("a row is one string, expected a tuple or list of columns");
    }
    const std::size_t begin = text.size();
    for (const nb::handle column : nb::iter(row)) {
      if (text.size() > begin) text += '\t';
      AppendColumn(column, text);
    }
    if (names.is_valid() && count < nb::len(names)) {
      text += '\t';
      AppendColumn(names[count], text);
    }
    text += '\n';
    ++count;
  }
  if (names.is_valid() && count != nb::len(names)) {
    throw nb::value_error(("found " + std::to_string(nb::len(names)) +
                           " labels for a sequence of " + std::to_string(count) + " tokens")
                              .c_str());
  }
  if (count > 0) text += '\n';
  return count;
}

[[noreturn]] void RaiseSystemError() {
  PyErr_SetFromErrno(PyExc_OSError);
  throw nb::python_error();
}

}  // namespace

AnonymousFile::AnonymousFile() : descriptor_(memfd_create("columns", MFD_CLOEXEC)) {
  if (descriptor_ < 0) RaiseSystemError();
}

AnonymousFile::~AnonymousFile() { close(descriptor_); }

std::string AnonymousFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

void AnonymousFile::Append(std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(descriptor_, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) RaiseSystemError();
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

ColumnFile::ColumnFile(nb::handle sequences, nb::handle labels) {
  std::string text;
  nb::iterator label = labels.is_none() ? nb::iterator() : nb::iter(labels);
  for (const nb::handle rows : nb::iter(sequences)) {
    if (labels.is_none()) {
      lengths_.push_back(AppendSequence(rows, nb::none(), text));
    } else {
      if (label == nb::iterator::sentinel()) throw nb::value_error("X has more sequences than y");
      lengths_.push_back(AppendSequence(rows, *label, text));
      ++label;
    }
    if (text.size() >= kPiece) {
      file_.Append(text);
      text.clear();
    }
  }
  if (!labels.is_none() && label != nb::iterator::sentinel()) {
    throw nb::value_error("y has more sequences than X");
  }
  file_.Append(text);
}

Error ColumnFile::Named(const Error& error) const {
  const std::string own = path();
  if (error.where().file != own) return error;
  std::string message = error.what();  // file:line:column: message
  message.replace(0, own.size(), "<columns>");
  return Error(error.kind(), message);
}

}  // namespace sagitta::python
