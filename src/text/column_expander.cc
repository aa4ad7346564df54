// ColumnExpander: the text grows to the largest size that the expansion can have, so that it no
// longer moves, and ranges become views in a table with marks above and below. Then the rules are
// expanded token by token.
#include "text/column_expander.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

namespace sagitta::internal {
namespace {

/// The part of the sequence's text, which must not move any more.
std::string_view ViewOf(const SequenceParts& sequence, const TextRange& range) {
  return {sequence.text.data() + range.begin, range.size};
}

}  // namespace

ColumnExpander::ColumnExpander(const ReadOptions& options)
    : template_(options.template_text,
                options.template_name.empty() ? "template" : options.template_name,
                options.language),
      table_(0, options.language) {
  MakeGraphRules(options);
  columns_ = template_.columns();
  if (graph_) {
    columns_ = std::max({columns_, graph_->structure.columns(), graph_->rules.columns()});
  }
  table_ = FieldTable(columns_, options.language);
}

void ColumnExpander::Clear() {
  fields_.clear();
  labels_.clear();
  lines_.clear();
  field_bytes_ = 0;
  if (graph_) graph_->lines.clear();
}

void ColumnExpander::Add(std::span<const TextRange> columns, std::size_t offset, TextRange label,
                         TextRange line, std::uint64_t number) {
  for (std::size_t c = 0; c < columns_; ++c) {
    fields_.push_back({offset + columns[c].begin, columns[c].size});
    if (c < template_.columns()) field_bytes_ += columns[c].size * template_.Uses(c);
  }
  if (graph_) graph_->lines.push_back(number);
  labels_.push_back(label);
  lines_.push_back(line);
}

void ColumnExpander::Expand(SequenceParts& sequence, const Location& where) {
  const std::size_t rules = std::max(template_.node_rules().size(), template_.edge_rules().size());
  if (rules > 0 && labels_.size() > std::numeric_limits<std::uint32_t>::max() / rules) {
    throw Error(ErrorKind::kData, where,
                "the sequence that starts here has more than 2^32 - 1 attributes");
  }
  if (graph_) Connect(sequence, where.file);
  // Room for everything, so that the text stays where it is once there are views of it, with a gap
  // that keeps QuickCopy from reading what it writes.
  const std::size_t start = sequence.text.size() + kCopyPadding;
  const std::size_t for_edges = graph_ ? graph_->names.size() + kCopyPadding : 0;
  sequence.text.resize(start + ExpandedBytes() + for_edges + kCopyPadding);
  FillTable(sequence);
  ExpandAll(sequence, sequence.text.data() + start);
}

void ColumnExpander::FillTable(const SequenceParts& sequence) {
  table_.Begin();
  for (const TextRange& field : fields_) table_.Add(ViewOf(sequence, field));
  table_.End();
}

// An upper bound on the bytes of the attributes' names.
std::size_t ColumnExpander::ExpandedBytes() const {
  const std::size_t tokens = labels_.size();
  std::size_t per_token = template_.BytesPerToken();
  for (const Template::FixedField& fixed : template_.fixed_fields()) {
    const std::ptrdiff_t row = FixedRow(fixed.row, static_cast<std::ptrdiff_t>(tokens));
    if (row < 0 || row >= static_cast<std::ptrdiff_t>(tokens)) continue;
    per_token += fields_[static_cast<std::size_t>(row) * columns_ + fixed.column].size;
  }
  return field_bytes_ + tokens * per_token;
}

// Fills in the tokens; names go to `out`, which lies in the sequence's text.
void ColumnExpander::ExpandAll(SequenceParts& sequence, char* out) {
  const std::ptrdiff_t columns = table_.columns();
  const auto add = [&](const std::vector<Template::Rule>& rules, std::size_t token,
                       std::vector<Item>& items) {
    const auto t = static_cast<std::ptrdiff_t>(token);
    const std::string_view* const fields = table_.Token(t);
    for (const Template::Rule& rule : rules) {
      char* const begin = out;
      out = rule.commands.empty() ? sagitta::internal::Expand(rule, fields, columns, out)
                                  : ExpandCommands(rule, table_, t, out, scratch_);
      items.push_back({{begin, static_cast<std::size_t>(out - begin)}});
    }
  };
  const bool edges = !graph_ && !template_.edge_rules().empty();
  if (edges) sequence.edge_begin.push_back(0);
  for (std::size_t t = 0; t < labels_.size(); ++t) {
    sequence.lines.push_back(ViewOf(sequence, lines_[t]));
    sequence.labels.push_back(ViewOf(sequence, labels_[t]));
    add(template_.node_rules(), t, sequence.node_items);
    sequence.node_begin.push_back(static_cast<std::uint32_t>(sequence.node_items.size()));
    if (!edges) continue;
    if (t > 0) add(template_.edge_rules(), t, sequence.edge_items);
    sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  }
  if (graph_) out = AddGraph(sequence, out);
  sequence.text.resize(static_cast<std::size_t>(out - sequence.text.data()));
}

}  // namespace sagitta::internal
