// ColumnReader: columns, expanded by a template.
//
// One token per line; how the columns are separated depends on the format (see LineSplitter).
//
// Labelled text: the last column is the label and the template may use the others; with a CRF++
// template every line has as many columns as the first. Unlabelled text: a line has at least the
// columns that the template uses. If the first line has more, the text has labels nevertheless
// and the last column of a line (beyond those that the template uses) is its label;
// otherwise labels are empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/error.h"
#include "text/block_reader.h"
#include "text/column_expander.h"
#include "text/text_reader.h"

namespace sagitta::internal {

class ColumnReader : public TextReader {
 public:
  /// REQUIRES: options with a template whose language is not kAuto.
  ColumnReader(LineReader lines, const ReadOptions& options,
               std::unique_ptr<LineSplitter> splitter);

  bool Next(Sequence& sequence) override;
  void Continue(TextChunk& chunk) override { blocks_.Continue(chunk); }
  FirstToken first_token() const override {
    return {.known = first_columns_ > 0, .columns = first_columns_};
  }
  void set_first_token(const FirstToken& token) override { first_columns_ = token.columns; }

 private:
  using Fields = std::vector<TextRange>;

  void AddLine(std::string_view line, const Fields& fields, std::size_t offset);
  void CheckColumns(std::string_view line, const Fields& fields);
  [[noreturn]] void Fail(std::size_t at, const std::string& message) const;

  BlockReader blocks_;
  ColumnExpander expander_;  // of the current sequence
  bool labelled_;
  std::size_t first_columns_ = 0;  // of the first line; 0: none read yet
};

}  // namespace sagitta::internal
