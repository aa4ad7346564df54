// ColumnFile: one line per row, columns separated by tabs, an empty line after each sequence.
#include "columns.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "features.h"

namespace sagitta::python {
namespace {

void AppendColumn(nb::handle column, std::string& text) {
  const std::string_view value = Text(column.ptr(), "column");
  if (value.empty() || value.find_first_of(" \t\r\n") != std::string_view::npos) {
    throw nb::value_error(("found the column '" + std::string(value) +
                           "', expected text without spaces, at least one character")
                              .c_str());
  }
  text.append(value);
}

/// Returns the number of rows.
std::size_t AppendSequence(nb::handle rows, nb::handle labels, std::string& text) {
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

void WriteAll(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t size = write(descriptor, text.data() + done, text.size() - done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      PyErr_SetFromErrno(PyExc_OSError);
      throw nb::python_error();
    }
    done += static_cast<std::size_t>(size);
  }
}

}  // namespace

ColumnFile::ColumnFile(nb::handle sequences, nb::handle labels) {
  std::string text;
  nb::iterator label = labels.is_none() ? nb::iterator() : nb::iter(labels);
  for (const nb::handle rows : nb::iter(sequences)) {
    if (labels.is_none()) {
      lengths_.push_back(AppendSequence(rows, nb::none(), text));
      continue;
    }
    if (label == nb::iterator::sentinel()) throw nb::value_error("X has more sequences than y");
    lengths_.push_back(AppendSequence(rows, *label, text));
    ++label;
  }
  if (!labels.is_none() && label != nb::iterator::sentinel()) {
    throw nb::value_error("y has more sequences than X");
  }
  descriptor_ = memfd_create("columns", MFD_CLOEXEC);
  if (descriptor_ < 0) {
    PyErr_SetFromErrno(PyExc_OSError);
    throw nb::python_error();
  }
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  try {
    WriteAll(descriptor_, text);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

ColumnFile::~ColumnFile() { close(descriptor_); }

Error ColumnFile::Named(const Error& error) const {
  const Location& where = error.where();
  if (where.file != path_) return error;
  std::string message = error.what();  // file:line:column: message
  message.replace(0, path_.size(), "<columns>");
  return Error(error.kind(), message);
}

}  // namespace sagitta::python
