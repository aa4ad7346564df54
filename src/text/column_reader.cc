// ColumnReader: a sequence is read in three steps.
//
//   1. Its lines are copied into the sequence's text and split; fields are known by their offsets.
//   2. The text grows to the largest size that the expansion can have, so that it no longer moves,
//      and offsets become views in a table with marks above and below.
//   3. The rules are expanded token by token behind the lines.
#include "text/column_reader.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sagitta::internal {
namespace {

std::string Columns(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " column" : " columns");
}

bool IsBlank(char byte) { return byte == ' ' || byte == '\t'; }

// What stands before the first token (row 0 is `_B-8`) and behind the last, padded for QuickCopy.
using Mark = std::array<char, kCopyPadding>;
constexpr std::array<Mark, Template::kMaxRow> Marks(char sign) {
  std::array<Mark, Template::kMaxRow> marks{};
  for (int i = 0; i < Template::kMaxRow; ++i) {
    const int distance = sign == '-' ? Template::kMaxRow - i : i + 1;
    marks[static_cast<std::size_t>(i)] = {'_', 'B', sign, static_cast<char>('0' + distance)};
  }
  return marks;
}
constexpr auto kMarksBefore = Marks('-');
constexpr auto kMarksBehind = Marks('+');

void AddMarks(const std::array<Mark, Template::kMaxRow>& marks, std::size_t columns,
              std::vector<std::string_view>& table) {
  for (const Mark& mark : marks) {
    table.insert(table.end(), columns, {mark.data(), Template::kMarkBytes});
  }
}

}  // namespace

ColumnReader::ColumnReader(const std::string& path, const ReadOptions& options)
    : lines_(path),
      template_(options.template_text,
                options.template_name.empty() ? "template" : options.template_name),
      labelled_(options.labelled) {}

bool ColumnReader::Next(Sequence& sequence) {
  sequence.Clear();
  if (!ReadBlock(sequence)) return false;
  const std::size_t tokens = line_ranges_.size();
  const std::size_t rules = std::max(template_.node_rules().size(), template_.edge_rules().size());
  if (rules > 0 && tokens > std::numeric_limits<std::uint32_t>::max() / rules) {
    throw Error(ErrorKind::kData, {lines_.name(), sequence.first_line},
                "the sequence that starts here has more than 2^32 - 1 attributes");
  }
  // Room for everything, so that the text stays where it is once there are views of it, with a gap
  // that keeps QuickCopy from reading what it writes.
  const std::size_t start = sequence.text.size() + kCopyPadding;
  sequence.text.resize(start + field_bytes_ + tokens * template_.BytesPerToken() + kCopyPadding);
  MakeTable(sequence);
  ExpandAll(sequence, sequence.text.data() + start);
  return true;
}

// Copies the lines of the next sequence into sequence.text and splits them.
bool ColumnReader::ReadBlock(Sequence& sequence) {
  line_ranges_.clear();
  fields_.clear();
  labels_.clear();
  field_bytes_ = 0;
  for (std::string_view line; lines_.Next(line);) {
    if (line.empty() || IsBlank(line.front())) {
      if (!line_ranges_.empty()) return true;
      continue;
    }
    if (line_ranges_.empty()) sequence.first_line = lines_.number();
    line_ranges_.push_back({sequence.text.size(), line.size()});
    AddLine(line, sequence.text.size());
    sequence.text.append(line);
  }
  return !line_ranges_.empty();
}

void ColumnReader::AddLine(std::string_view line, std::size_t offset) {
  Split(line);
  CheckColumns(line);
  for (std::size_t c = 0; c < template_.columns(); ++c) {
    fields_.push_back({offset + split_[c].begin, split_[c].size});
    field_bytes_ += split_[c].size * template_.Uses(c);
  }
  const bool has_label =
      first_columns_ > template_.columns() && split_.size() > template_.columns();
  labels_.push_back(has_label ? Range{offset + split_.back().begin, split_.back().size} : Range{});
}

// Fills split_ with the columns of a line that starts with one.
void ColumnReader::Split(std::string_view line) {
  split_.clear();
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = at;
    while (at < line.size() && !IsBlank(line[at])) ++at;
    split_.push_back({begin, at - begin});
    while (at < line.size() && IsBlank(line[at])) ++at;
  }
}

// Bad lines are found here, while the line number is at hand.
void ColumnReader::CheckColumns(std::string_view line) {
  const std::size_t count = split_.size();
  if (first_columns_ == 0) first_columns_ = count;
  if (labelled_ && count != first_columns_) {
    Fail(count > first_columns_ ? split_[first_columns_].begin : line.size(),
         "found " + Columns(count) + ", wanted " + std::to_string(first_columns_) +
             " as in the lines before");
  }
  const std::size_t usable = labelled_ ? count - 1 : count;
  if (usable < template_.columns()) {
    Fail(line.size(), "found " + Columns(count) + (labelled_ ? ", the last one the label" : "") +
                          "; wanted column " + std::to_string(template_.columns() - 1) +
                          " (counted from 0) because of " + template_.name() + ":" +
                          std::to_string(template_.widest_line()));
  }
}

// The fields as views, with marks for the rows outside the sequence.
void ColumnReader::MakeTable(const Sequence& sequence) {
  table_.clear();
  AddMarks(kMarksBefore, template_.columns(), table_);
  for (const Range& field : fields_) table_.push_back(View(sequence, field));
  AddMarks(kMarksBehind, template_.columns(), table_);
}

// Fills in the tokens; names go to `out`, which lies in the sequence's text.
void ColumnReader::ExpandAll(Sequence& sequence, char* out) {
  const std::size_t columns = template_.columns();
  const auto add = [&](const std::vector<Template::Rule>& rules, std::size_t t,
                       std::vector<Item>& items) {
    const std::string_view* token = table_.data() + (Template::kMaxRow + t) * columns;
    for (const Template::Rule& rule : rules) {
      char* const begin = out;
      out = Expand(rule, token, static_cast<std::ptrdiff_t>(columns), out);
      items.push_back({{begin, static_cast<std::size_t>(out - begin)}});
    }
  };
  const bool edges = !template_.edge_rules().empty();
  if (edges) sequence.edge_begin.push_back(0);
  for (std::size_t t = 0; t < line_ranges_.size(); ++t) {
    sequence.lines.push_back(View(sequence, line_ranges_[t]));
    sequence.labels.push_back(View(sequence, labels_[t]));
    add(template_.node_rules(), t, sequence.node_items);
    sequence.node_begin.push_back(static_cast<std::uint32_t>(sequence.node_items.size()));
    if (!edges) continue;
    if (t > 0) add(template_.edge_rules(), t, sequence.edge_items);
    sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  }
  sequence.text.resize(static_cast<std::size_t>(out - sequence.text.data()));
}

std::string_view ColumnReader::View(const Sequence& sequence, const Range& range) {
  return {sequence.text.data() + range.begin, range.size};
}

void ColumnReader::Fail(std::size_t at, const std::string& message) const {
  throw Error(ErrorKind::kData, {lines_.name(), lines_.number(), at + 1}, message);
}

}  // namespace sagitta::internal
