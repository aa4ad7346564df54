// ColumnReader: column text, expanded by a CRF++ template.
//
// One token a line, its columns separated by spaces or TABs. An empty line, or one that starts with
// a space or a TAB, ends a sequence, as in CRF++.
//
// Labelled text: every line has as many columns as the first, the last one is the label and the
// template may use the others. Unlabelled text: a line has at least the columns that the template
// uses. If the first line has more, the text carries labels nevertheless and the last column of a
// line (beyond those that the template uses) is given as its label; otherwise labels are empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"
#include "sagitta/error.h"
#include "text/template.h"
#include "text/text_reader.h"

namespace sagitta::internal {

class ColumnReader : public TextReader {
 public:
  ColumnReader(const std::string& path, const ReadOptions& options);

  bool Next(Sequence& sequence) override;

 private:
  /// A part of sequence.text, before that has its final place in memory.
  struct Range {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  bool ReadBlock(Sequence& sequence);
  void AddLine(std::string_view line, std::size_t offset);
  void Split(std::string_view line);
  void CheckColumns(std::string_view line);
  void MakeTable(const Sequence& sequence);
  void ExpandAll(Sequence& sequence, char* out);
  static std::string_view View(const Sequence& sequence, const Range& range);
  [[noreturn]] void Fail(std::size_t at, const std::string& message) const;

  LineReader lines_;
  Template template_;
  bool labelled_;
  std::size_t first_columns_ = 0;  // of the first line; 0: none read yet

  // The sequence in work.
  std::vector<Range> line_ranges_;       // [T]
  std::vector<Range> fields_;            // [T][template's columns]
  std::vector<Range> labels_;            // [T]
  std::vector<Range> split_;             // the columns of one line
  std::vector<std::string_view> table_;  // fields_ with marks before and behind, see Expand
  std::size_t field_bytes_ = 0;          // of all macros in the expansion
};

}  // namespace sagitta::internal
