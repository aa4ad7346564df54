// JsonReader: a line is copied into the sequence's text; what its strings mean follows it there.
#include "text/json_reader.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "sagitta/error.h"
#include "text/ascii.h"

namespace sagitta::internal {
namespace {

constexpr int kDeepestItem = 20;  // of nested attributes

bool IsNumber(char first) { return first == '-' || IsDigit(first); }

std::string_view ViewOrNone(const SequenceParts& sequence, const TextRange& range) {
  return range.size == 0 ? std::string_view()
                         : std::string_view(sequence.text.data() + range.begin, range.size);
}

}  // namespace

JsonReader::JsonReader(LineReader lines, const ReadOptions& options)
    : lines_(std::move(lines)), labelled_(options.labelled) {
  if (!options.template_text.empty()) expander_.emplace(options);
}

bool JsonReader::Next(Sequence& out) {
  SequenceParts& sequence = SequenceAccess::Of(out);
  for (std::string_view line; lines_.Next(line);) {
    sequence.Clear();
    if (std::all_of(line.begin(), line.end(), IsSpace)) continue;
    sequence.first_line = lines_.number();
    ReadLine(line, sequence);
    if (tokens_.empty()) continue;
    Finish(sequence);
    return true;
  }
  sequence.Clear();
  return false;
}

void JsonReader::ReadLine(std::string_view line, SequenceParts& sequence) {
  for (ItemTable* table : {&node_, &edge_}) {
    table->items.clear();
    table->begin.assign(1, 0);
  }
  tokens_.clear();
  columns_.clear();
  first_column_.assign(1, 0);
  labels_.clear();
  has_labels_ = false;
  prefix_.clear();
  sequence.text.assign(line);
  JsonCursor cursor(line, lines_.name(), lines_.number());
  bool has_tokens = false;
  cursor.Object([&](const std::string& key) {
    if (key == "tokens") {
      if (std::exchange(has_tokens, true)) cursor.Fail(cursor.at(), "found \"tokens\" twice");
      ReadTokens(cursor, sequence);
    } else if (key == "labels") {
      if (has_labels_) cursor.Fail(cursor.at(), "found \"labels\" twice");
      ReadLabels(cursor, sequence.text);
    } else if (key == "edges" && !expander_) {
      cursor.Array([&] {
        ReadAttributes(cursor, sequence.text, edge_);
        edge_.begin.push_back(edge_.items.size());
      });
    } else if (key == "weight") {
      sequence.weight = ReadNumber(cursor);
      if (sequence.weight < 0) cursor.Fail(cursor.at(), "found a negative weight");
    } else {
      cursor.Skip();
    }
  });
  if (cursor.Peek() != '\0') cursor.Fail(cursor.at(), "found " + cursor.Found() + " after '}'");
  if (!has_tokens) cursor.Fail(0, "found no \"tokens\", expected {\"tokens\": [...]}");
  CheckCounts(cursor);
}

void JsonReader::ReadTokens(JsonCursor& cursor, SequenceParts& sequence) {
  cursor.Array([&] {
    cursor.Peek();
    const std::size_t begin = cursor.at();
    if (expander_) {
      ReadColumns(cursor, sequence);
    } else {
      ReadAttributes(cursor, sequence.text, node_);
      node_.begin.push_back(node_.items.size());
    }
    tokens_.push_back({begin, cursor.at() - begin});
  });
}

void JsonReader::ReadColumns(JsonCursor& cursor, SequenceParts& sequence) {
  const std::size_t start = cursor.at();
  const auto column = [&] {
    const std::size_t begin = sequence.text.size();
    if (IsNumber(cursor.Peek())) {
      sequence.text.append(cursor.Number());
    } else {
      cursor.String(sequence.text);
    }
    columns_.push_back({begin, sequence.text.size() - begin});
  };
  const char first = cursor.Peek();
  if (first == '{') {
    cursor.Fail(start, "found an object, expected a list of columns because there is a template");
  }
  if (first == '[') {
    cursor.Array(column);
  } else {
    column();
  }
  const std::size_t count = columns_.size() - first_column_.back();
  const Template& rules = expander_->rules();
  if (count < rules.columns()) {
    cursor.Fail(start, "found " + std::to_string(count) + (count == 1 ? " column" : " columns") +
                           ", expected column " + std::to_string(rules.columns() - 1) +
                           " (counted from 0) because of " + rules.name() + ":" +
                           std::to_string(rules.widest_line()));
  }
  first_column_.push_back(columns_.size());
}

void JsonReader::ReadAttributes(JsonCursor& cursor, std::string& text, ItemTable& table,
                                int depth) {
  if (depth > kDeepestItem) cursor.Fail(cursor.at(), "found attributes nested too deeply");
  const char first = cursor.Peek();
  if (first == '{') {
    return cursor.Object(
        [&](const std::string& key) { ReadValue(cursor, key, text, table, depth); });
  }
  if (first == '[') {
    return cursor.Array([&] {
      const std::size_t begin = text.size();
      text.append(prefix_);
      cursor.String(text);
      AddItem(cursor, begin, 1.0, text, table);
    });
  }
  if (&table == &edge_ && cursor.Word("null")) return;
  cursor.Fail(cursor.at(), "found " + cursor.Found() +
                               ", expected the attributes of a token, an object or a list; words "
                               "and columns need --preset or --template");
}

void JsonReader::ReadValue(JsonCursor& cursor, const std::string& key, std::string& text,
                           ItemTable& table, int depth) {
  const char first = cursor.Peek();
  if (first == '{' || first == '[') {
    const std::size_t outer = prefix_.size();
    prefix_.append(key).append(1, ':');
    ReadAttributes(cursor, text, table, depth + 1);
    prefix_.resize(outer);
    return;
  }
  const std::size_t begin = text.size();
  text.append(prefix_).append(key);
  double value = 1.0;
  if (first == '"') {
    text += ':';
    cursor.String(text);
  } else if (cursor.Word("false")) {
    value = 0.0;
  } else if (!cursor.Word("true")) {
    value = ReadNumber(cursor);
  }
  AddItem(cursor, begin, value, text, table);
}

void JsonReader::AddItem(JsonCursor& cursor, std::size_t begin, double value,
                         const std::string& text, ItemTable& table) const {
  if (table.items.size() == std::numeric_limits<std::uint32_t>::max()) {
    cursor.Fail(cursor.at(), "the sequence has more than 2^32 - 1 attributes");
  }
  table.items.push_back({{begin, text.size() - begin}, value});
}

double JsonReader::ReadNumber(JsonCursor& cursor) const {
  cursor.Peek();
  const std::size_t begin = cursor.at();
  if (!IsNumber(cursor.Peek())) {
    cursor.Fail(begin, "found " + cursor.Found() + ", expected a number");
  }
  const std::string_view text = cursor.Number();
  const std::optional<double> value = ParseNumber(text);
  if (!value) cursor.Fail(begin, "found '" + std::string(text) + "', which is too large");
  return *value;
}

void JsonReader::ReadLabels(JsonCursor& cursor, std::string& text) {
  has_labels_ = true;
  cursor.Array([&] {
    const std::size_t begin = text.size();
    if (IsNumber(cursor.Peek())) {
      text.append(cursor.Number());
    } else if (labelled_ || !cursor.Word("null")) {
      cursor.String(text);
    }
    labels_.push_back({begin, text.size() - begin});
  });
}

void JsonReader::CheckCounts(const JsonCursor& cursor) const {
  const std::string tokens = std::to_string(tokens_.size()) + " tokens";
  if (labelled_ && !has_labels_ && !tokens_.empty()) {
    cursor.Fail(0, "found no \"labels\", expected one for each token");
  }
  if (has_labels_ && labels_.size() != tokens_.size()) {
    cursor.Fail(0, "found " + std::to_string(labels_.size()) + " labels for " + tokens);
  }
  const std::size_t edges = edge_.begin.size() - 1;
  if (edges > 0 && edges != tokens_.size()) {
    cursor.Fail(0, "found " + std::to_string(edges) + " elements of \"edges\" for " + tokens);
  }
  if (edges > 0 && edge_.begin[1] > 0) {
    cursor.Fail(0, "found attributes of an edge into the first token");
  }
}

// Turns ranges into views: from here on the text does not move.
void JsonReader::Finish(SequenceParts& sequence) {
  labels_.resize(tokens_.size());
  if (expander_) {
    expander_->Clear();
    for (std::size_t t = 0; t < tokens_.size(); ++t) {
      const std::span<const TextRange> columns(columns_.data() + first_column_[t],
                                               first_column_[t + 1] - first_column_[t]);
      expander_->Add(columns, 0, labels_[t], tokens_[t]);
    }
    return expander_->Expand(sequence, {lines_.name(), sequence.first_line});
  }
  const auto take = [&](const ItemTable& table, std::vector<Item>& items,
                        std::vector<std::uint32_t>& begin) {
    for (const RawItem& item : table.items) {
      items.push_back({ViewOrNone(sequence, item.name), item.value});
    }
    begin.assign(table.begin.begin(), table.begin.end());
  };
  take(node_, sequence.node_items, sequence.node_begin);
  if (!edge_.items.empty()) take(edge_, sequence.edge_items, sequence.edge_begin);
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    sequence.labels.push_back(ViewOrNone(sequence, labels_[t]));
    sequence.lines.push_back(ViewOrNone(sequence, tokens_[t]));
  }
}

}  // namespace sagitta::internal
