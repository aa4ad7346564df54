// Rows of columns in memory as the input of a template.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

#include "sagitta/error.h"
#include "sagitta/sequence.h"

namespace sagitta::python {

/// The text of column data as an anonymous file, which readers open by name.
class ColumnFile {
 public:
  /// `sequences` is an iterable of sequences of rows of strings. With `labels`, unless None, the
  /// label of each row becomes its last column. Throws ValueError when a column is empty or has a
  /// space, because then it cannot be a column. Needs the GIL.
  ColumnFile(nanobind::handle sequences, nanobind::handle labels);
  ~ColumnFile();
  ColumnFile(const ColumnFile&) = delete;
  ColumnFile& operator=(const ColumnFile&) = delete;

  const std::string& path() const { return path_; }
  /// The number of rows of each sequence; those without rows are not in the file.
  const std::vector<std::size_t>& lengths() const { return lengths_; }

  /// The same error with "<columns>" instead of the path.
  Error Named(const Error& error) const;

 private:
  std::vector<std::size_t> lengths_;
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace sagitta::python
