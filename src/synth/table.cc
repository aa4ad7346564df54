// Writing sentences as columns and as attributes.
#include "synth/table.h"

#include "base/escape.h"

namespace sagitta {

std::string TemplateText(const std::vector<SynthPattern>& patterns) {
  std::string text;
  for (const SynthPattern& pattern : patterns) {
    text += pattern.id;
    char separator = '=';
    for (const PatternCell& cell : pattern.cells) {
      text += separator;
      text += "%x[" + std::to_string(cell.row) + "," + std::to_string(cell.column) + "]";
      separator = '/';
    }
    text += '\n';
  }
  return text + "\nB\n";
}

void SynthTable::AddRow() {
  ++rows_;
  if (cells_.size() < rows_ * columns_) cells_.resize(rows_ * columns_);
  for (std::uint32_t column = 0; column < columns_; ++column) Cell(rows_ - 1, column).clear();
}

void SynthTable::AppendColumns(std::string& out) const {
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::uint32_t column = 0; column < columns_; ++column) {
      if (column > 0) out += ' ';
      out += Cell(row, column);
    }
    out += '\n';
  }
  out += '\n';
}

void SynthTable::AppendAttributes(const std::vector<SynthPattern>& patterns,
                                  std::string& out) const {
  std::string name;
  for (std::size_t row = 0; row < rows_; ++row) {
    AppendLabel(out, Cell(row, columns_ - 1));
    for (const SynthPattern& pattern : patterns) {
      name = pattern.id;
      char separator = '=';
      for (const PatternCell& cell : pattern.cells) {
        name += separator;
        AppendCell(row, cell, name);
        separator = '/';
      }
      AppendAttribute(out, name);
    }
    out += '\n';
  }
  out += '\n';
}

void SynthTable::AppendCell(std::size_t row, const PatternCell& cell, std::string& out) const {
  const auto target = static_cast<std::ptrdiff_t>(row) + cell.row;
  const auto rows = static_cast<std::ptrdiff_t>(rows_);
  if (target < 0) {
    out += "_B" + std::to_string(target);
  } else if (target >= rows) {
    out += "_B+" + std::to_string(target - rows + 1);
  } else {
    out += Cell(static_cast<std::size_t>(target), cell.column);
  }
}

}  // namespace sagitta
