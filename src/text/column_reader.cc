// ColumnReader: the lines of a sequence are copied into its text and split; a ColumnExpander does
// the rest.
#include "text/column_reader.h"

#include <algorithm>
#include <utility>

namespace sagitta::internal {
namespace {

std::string Columns(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " column" : " columns");
}

}  // namespace

ColumnReader::ColumnReader(LineReader lines, const ReadOptions& options,
                           std::unique_ptr<LineSplitter> splitter)
    : blocks_(std::move(lines), std::move(splitter)),
      expander_(options),
      labelled_(options.labelled) {
  const Template& rules = expander_.rules();
  const std::size_t named = options.columns.size();
  if (named > 0 && rules.columns() >= named) {
    throw Error(ErrorKind::kUsage, rules.name() + ":" + std::to_string(rules.widest_line()) +
                                       " uses column " + std::to_string(rules.columns() - 1) +
                                       " (counted from 0), but besides the label only " +
                                       Columns(named - 1) + (named == 2 ? " is" : " are") +
                                       " named");
  }
}

bool ColumnReader::Next(Sequence& out) {
  SequenceParts& sequence = SequenceAccess::Of(out);
  sequence.Clear();
  expander_.Clear();
  const auto take = [this](std::string_view line, const Fields& fields, std::size_t offset) {
    AddLine(line, fields, offset);
  };
  if (!blocks_.Next(sequence, take)) return false;
  expander_.Expand(sequence, {blocks_.lines().name(), sequence.first_line});
  for (const BlockReader::Other& other : blocks_.other_lines()) {
    sequence.other_lines.push_back({other.token, View(sequence, other.range)});
  }
  return true;
}

void ColumnReader::AddLine(std::string_view line, const Fields& fields, std::size_t offset) {
  CheckColumns(line, fields);
  const std::size_t used = expander_.columns();
  const bool has_label = first_columns_ > used && fields.size() > used;
  const TextRange label =
      has_label ? TextRange{offset + fields.back().begin, fields.back().size} : TextRange{};
  expander_.Add(fields, offset, label, {offset, line.size()}, blocks_.lines().number());
}

// Bad lines are found here, while the line number is known.
void ColumnReader::CheckColumns(std::string_view line, const Fields& fields) {
  const std::size_t count = fields.size();
  if (first_columns_ == 0) first_columns_ = count;
  const Template& rules = expander_.rules();
  const bool strict = labelled_ && rules.language() == TemplateLanguage::kCrfpp;
  if (strict && count != first_columns_) {
    Fail(count > first_columns_ ? fields[first_columns_].begin : line.size(),
         "found " + Columns(count) + ", expected " + std::to_string(first_columns_) +
             " as in the previous lines");
  }
  const std::size_t usable = labelled_ ? count - 1 : count;
  if (usable < expander_.columns() && expander_.columns() > rules.columns()) {
    Fail(line.size(), "found " + Columns(count) + (labelled_ ? ", the last one the label" : "") +
                          "; expected column " + std::to_string(expander_.columns() - 1) +
                          " (counted from 0) because of the structure or its edges");
  }
  if (usable < rules.columns()) {
    Fail(line.size(), "found " + Columns(count) + (labelled_ ? ", the last one the label" : "") +
                          "; expected column " + std::to_string(rules.columns() - 1) +
                          " (counted from 0) because of " + rules.name() + ":" +
                          std::to_string(rules.widest_line()));
  }
}

void ColumnReader::Fail(std::size_t at, const std::string& message) const {
  const LineReader& lines = blocks_.lines();
  throw Error(ErrorKind::kData, {lines.name(), lines.number(), at + 1}, message);
}

}  // namespace sagitta::internal
