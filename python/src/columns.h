// Rows of columns in memory as the input of a template.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/error.h"
#include "sagitta/sequence.h"

namespace sagitta::python {

/// A file in memory without a name, closed at the end.
class AnonymousFile {
 public:
  /// Throws OSError.
  AnonymousFile();
  ~AnonymousFile();
  AnonymousFile(const AnonymousFile&) = delete;
  AnonymousFile& operator=(const AnonymousFile&) = delete;

  /// Throws OSError.
  void Append(std::string_view text);
  /// Readers of this process can open it.
  std::string path() const;

 private:
  int descriptor_;
};

/// The text of column data as an anonymous file, which readers open by name.
class ColumnFile {
 public:
  /// `sequences` is an iterable of sequences of rows of strings. With `labels`, unless None, the
  /// label of each row becomes its last column. Throws ValueError when a column is empty or has a
  /// space, because then it cannot be a column. Needs the GIL.
  ColumnFile(nanobind::handle sequences, nanobind::handle labels);

  std::string path() const { return file_.path(); }
  /// The number of rows of each sequence; those without rows are not in the file.
  const std::vector<std::size_t>& lengths() const { return lengths_; }

  /// The same error with "<columns>" instead of the path.
  Error Named(const Error& error) const;

 private:
  AnonymousFile file_;
  std::vector<std::size_t> lengths_;
};

}  // namespace sagitta::python
