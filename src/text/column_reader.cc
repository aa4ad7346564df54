// ColumnReader reads a sequence in three steps.
//
//   1. Its lines are copied into the sequence's text and split; fields are kept as offsets.
//   2. The text grows to the largest size that the expansion can have, so that it no longer moves,
//      and the offsets become views in a table with marks above and below.
//   3. The rules are expanded token by token, after the lines.
#include "text/column_reader.h"

#include <algorithm>
#include <limits>
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
      template_(options.template_text,
                options.template_name.empty() ? "template" : options.template_name,
                options.language),
      labelled_(options.labelled),
      table_(template_.columns(), options.language) {
  const std::size_t named = options.columns.size();
  if (named > 0 && template_.columns() >= named) {
    throw Error(ErrorKind::kUsage,
                template_.name() + ":" + std::to_string(template_.widest_line()) + " uses column " +
                    std::to_string(template_.columns() - 1) +
                    " (counted from 0), but besides the label only " + Columns(named - 1) +
                    (named == 2 ? " is" : " are") + " named");
  }
}

bool ColumnReader::Next(Sequence& out) {
  SequenceParts& sequence = SequenceAccess::Of(out);
  sequence.Clear();
  fields_.clear();
  labels_.clear();
  field_bytes_ = 0;
  const auto take = [this](std::string_view line, const Fields& fields, std::size_t offset) {
    AddLine(line, fields, offset);
  };
  if (!blocks_.Next(sequence, take)) return false;
  const std::size_t rules = std::max(template_.node_rules().size(), template_.edge_rules().size());
  if (rules > 0 && labels_.size() > std::numeric_limits<std::uint32_t>::max() / rules) {
    throw Error(ErrorKind::kData, {blocks_.lines().name(), sequence.first_line},
                "the sequence that starts here has more than 2^32 - 1 attributes");
  }
  // Room for everything, so that the text stays where it is once there are views of it, with a gap
  // that keeps QuickCopy from reading what it writes.
  const std::size_t start = sequence.text.size() + kCopyPadding;
  sequence.text.resize(start + ExpandedBytes() + kCopyPadding);
  table_.Begin();
  for (const TextRange& field : fields_) table_.Add(View(sequence, field));
  table_.End();
  ExpandAll(sequence, sequence.text.data() + start);
  return true;
}

void ColumnReader::AddLine(std::string_view line, const Fields& fields, std::size_t offset) {
  CheckColumns(line, fields);
  for (std::size_t c = 0; c < template_.columns(); ++c) {
    fields_.push_back({offset + fields[c].begin, fields[c].size});
    field_bytes_ += fields[c].size * template_.Uses(c);
  }
  const bool has_label =
      first_columns_ > template_.columns() && fields.size() > template_.columns();
  labels_.push_back(has_label ? TextRange{offset + fields.back().begin, fields.back().size}
                              : TextRange{});
}

// Bad lines are found here, while the line number is known.
void ColumnReader::CheckColumns(std::string_view line, const Fields& fields) {
  const std::size_t count = fields.size();
  if (first_columns_ == 0) first_columns_ = count;
  const bool strict = labelled_ && template_.language() == TemplateLanguage::kCrfpp;
  if (strict && count != first_columns_) {
    Fail(count > first_columns_ ? fields[first_columns_].begin : line.size(),
         "found " + Columns(count) + ", expected " + std::to_string(first_columns_) +
             " as in the previous lines");
  }
  const std::size_t usable = labelled_ ? count - 1 : count;
  if (usable < template_.columns()) {
    Fail(line.size(), "found " + Columns(count) + (labelled_ ? ", the last one the label" : "") +
                          "; expected column " + std::to_string(template_.columns() - 1) +
                          " (counted from 0) because of " + template_.name() + ":" +
                          std::to_string(template_.widest_line()));
  }
}

// An upper bound on the bytes of the attributes' names.
std::size_t ColumnReader::ExpandedBytes() const {
  const std::size_t tokens = labels_.size();
  std::size_t per_token = template_.BytesPerToken();
  for (const Template::FixedField& fixed : template_.fixed_fields()) {
    const std::ptrdiff_t row = FixedRow(fixed.row, static_cast<std::ptrdiff_t>(tokens));
    if (row < 0 || row >= static_cast<std::ptrdiff_t>(tokens)) continue;
    per_token += fields_[static_cast<std::size_t>(row) * template_.columns() + fixed.column].size;
  }
  return field_bytes_ + tokens * per_token;
}

// Fills in the tokens; names go to `out`, which lies in the sequence's text.
void ColumnReader::ExpandAll(SequenceParts& sequence, char* out) {
  const std::ptrdiff_t columns = table_.columns();
  const auto add = [&](const std::vector<Template::Rule>& rules, std::size_t token,
                       std::vector<Item>& items) {
    const auto t = static_cast<std::ptrdiff_t>(token);
    const std::string_view* const fields = table_.Token(t);
    for (const Template::Rule& rule : rules) {
      char* const begin = out;
      out = rule.commands.empty() ? Expand(rule, fields, columns, out)
                                  : ExpandCommands(rule, table_, t, out, scratch_);
      items.push_back({{begin, static_cast<std::size_t>(out - begin)}});
    }
  };
  const bool edges = !template_.edge_rules().empty();
  if (edges) sequence.edge_begin.push_back(0);
  for (std::size_t t = 0; t < labels_.size(); ++t) {
    sequence.lines.push_back(View(sequence, blocks_.token_lines()[t]));
    sequence.labels.push_back(View(sequence, labels_[t]));
    add(template_.node_rules(), t, sequence.node_items);
    sequence.node_begin.push_back(static_cast<std::uint32_t>(sequence.node_items.size()));
    if (!edges) continue;
    if (t > 0) add(template_.edge_rules(), t, sequence.edge_items);
    sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  }
  sequence.text.resize(static_cast<std::size_t>(out - sequence.text.data()));
}

void ColumnReader::Fail(std::size_t at, const std::string& message) const {
  const LineReader& lines = blocks_.lines();
  throw Error(ErrorKind::kData, {lines.name(), lines.number(), at + 1}, message);
}

}  // namespace sagitta::internal
