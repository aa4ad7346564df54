// SynthTable: one sentence as columns, written as column text or as attribute text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta {

/// A cell relative to the current token.
struct PatternCell {
  int row;
  std::uint32_t column;
};

/// One line of a CRF++ template: ID=%x[row,column]/%x[row,column]...
struct SynthPattern {
  std::string_view id;
  std::vector<PatternCell> cells;
};

/// The template as CRF++ reads it, with plain transitions ("B").
std::string TemplateText(const std::vector<SynthPattern>& patterns);

/// The cells of one sentence. The memory is reused for the next sentence.
class SynthTable {
 public:
  explicit SynthTable(std::uint32_t columns) : columns_(columns) {}

  void Clear() { rows_ = 0; }
  /// Starts a token with all cells empty.
  void AddRow();
  std::size_t rows() const { return rows_; }
  /// The last column is the label.
  std::string& Cell(std::size_t row, std::uint32_t column) {
    return cells_[row * columns_ + column];
  }
  const std::string& Cell(std::size_t row, std::uint32_t column) const {
    return cells_[row * columns_ + column];
  }

  /// One token per line, its cells separated by spaces, then an empty line.
  void AppendColumns(std::string& out) const;
  /// Label, then for every pattern the attribute that CRF++ would generate, separated by tabs.
  void AppendAttributes(const std::vector<SynthPattern>& patterns, std::string& out) const;

 private:
  void AppendCell(std::size_t row, const PatternCell& cell, std::string& out) const;

  std::uint32_t columns_;
  std::size_t rows_ = 0;
  std::vector<std::string> cells_;
};

}  // namespace sagitta
