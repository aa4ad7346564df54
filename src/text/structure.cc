// Finding edges in columns.
#include "text/structure.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include "text/ascii.h"

namespace sagitta::internal {
namespace {

[[noreturn]] void Refuse(const std::string& text, const std::string& found) {
  throw Error(ErrorKind::kUsage, "structure: found '" + found + "' in '" + text +
                                     "', expected chain, tree:HEAD, skip:COLUMN and grid:ROW,COL, "
                                     "each at most once, joined with '+'");
}

std::vector<std::string> Split(std::string_view text, char by) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = std::min(text.find(by), text.size());
    parts.emplace_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.size() < 5 && std::all_of(text.begin(), text.end(), IsDigit);
}

/// The names of columns in a part; empty for chain.
std::vector<std::string> ColumnsOf(const std::string& part) {
  const std::size_t colon = part.find(':');
  if (colon == std::string::npos) return {};
  return Split(std::string_view(part).substr(colon + 1), ',');
}

/// A capital letter of ASCII, or of Latin, Greek or Cyrillic in UTF-8, roughly.
bool Capitalised(std::string_view word) {
  if (word.empty()) return false;
  const auto first = static_cast<unsigned char>(word[0]);
  if (first < 0x80) return first >= 'A' && first <= 'Z';
  const auto second = word.size() > 1 ? static_cast<unsigned char>(word[1]) : 0u;
  return (first == 0xc3 && second >= 0x80 && second <= 0x9e) ||
         (first == 0xce && second >= 0x86 && second <= 0xab) ||
         (first == 0xd0 && second >= 0x80 && second <= 0xaf);
}

bool ReadInteger(std::string_view text, long& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::uint32_t Id(std::size_t token) { return static_cast<std::uint32_t>(token); }

}  // namespace

// ---- Parsing ----

ColumnStructure::ColumnStructure(const std::string& text, const std::vector<std::string>& columns) {
  const std::size_t named = columns.empty() ? 0 : columns.size() - 1;
  const auto take = [&](const std::string& name, std::size_t& column) {
    const auto found =
        std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(named), name);
    if (found != columns.begin() + static_cast<std::ptrdiff_t>(named)) {
      column = static_cast<std::size_t>(found - columns.begin());
    } else if (IsNumber(name)) {
      column = static_cast<std::size_t>(std::stoul(name));
    } else {
      Refuse(text, name);
    }
    columns_ = std::max(columns_, column + 1);
  };
  for (const std::string& part : Split(text, '+')) {
    const std::string kind = part.substr(0, part.find(':'));
    const std::vector<std::string> of = ColumnsOf(part);
    if (part == "chain" && !chain_) {
      chain_ = true;
    } else if (kind == "tree" && of.size() == 1 && head_ == kNone) {
      take(of[0], head_);
    } else if (kind == "skip" && of.size() == 1 && skip_ == kNone) {
      take(of[0], skip_);
    } else if (kind == "grid" && of.size() == 2 && row_ == kNone) {
      take(of[0], row_);
      take(of[1], col_);
    } else {
      Refuse(text, part);
    }
  }
}

std::vector<std::string> ColumnStructure::MissingColumns(const std::string& text,
                                                         const std::vector<std::string>& columns) {
  std::vector<std::string> missing;
  for (const std::string& part : Split(text, '+')) {
    for (const std::string& name : ColumnsOf(part)) {
      const bool known = std::find(columns.begin(), columns.end() - 1, name) != columns.end() - 1 ||
                         std::find(missing.begin(), missing.end(), name) != missing.end();
      if (!known && !IsNumber(name)) missing.push_back(name);
    }
  }
  return missing;
}

std::vector<std::string> ColumnStructure::types() const {
  std::vector<std::string> types;
  if (chain_) types.push_back("chain");
  if (head_ != kNone) types.push_back("tree");
  if (skip_ != kNone) types.push_back("skip");
  if (row_ != kNone) types.insert(types.end(), {"right", "down"});
  return types;
}

// ---- Connecting ----

void ColumnStructure::Connect(const FieldTable& fields, std::vector<GraphEdge>& edges) const {
  edges.clear();
  for (std::ptrdiff_t t = 1; chain_ && t < fields.tokens(); ++t) {
    edges.push_back({Id(t - 1), Id(t), "chain"});
  }
  if (head_ != kNone) ConnectTree(fields, edges);
  if (skip_ != kNone) ConnectSkip(fields, edges);
  if (row_ != kNone) ConnectGrid(fields, edges);
}

void ColumnStructure::ConnectTree(const FieldTable& fields, std::vector<GraphEdge>& edges) const {
  const auto tokens = static_cast<long>(fields.tokens());
  std::vector<long> head(static_cast<std::size_t>(tokens));
  for (long t = 0; t < tokens; ++t) {
    const std::string_view text = fields.Token(t)[head_];
    const auto token = static_cast<std::size_t>(t);
    if (!ReadInteger(text, head[token]) || head[token] < 0 || head[token] > tokens) {
      throw BadField{token, head_,
                     "found the head '" + std::string(text) + "', expected a number from 0 to " +
                         std::to_string(tokens)};
    }
    if (head[token] == t + 1) {
      throw BadField{token, head_, "found a token that is its own head, expected another one or 0"};
    }
    if (head[token] == 0) continue;
    const auto other = static_cast<std::size_t>(head[token] - 1);
    if (other < token && head[other] == t + 1) {
      throw BadField{token, head_,
                     "found the head " + std::to_string(head[token]) +
                         ", whose own head is this token, expected a tree"};
    }
    edges.push_back({Id(other), Id(token), "tree"});
  }
}

void ColumnStructure::ConnectSkip(const FieldTable& fields, std::vector<GraphEdge>& edges) const {
  std::unordered_map<std::string_view, std::size_t> last;
  for (std::ptrdiff_t t = 0; t < fields.tokens(); ++t) {
    const std::string_view word = fields.Token(t)[skip_];
    if (!Capitalised(word)) continue;
    const auto [at, added] = last.try_emplace(word, static_cast<std::size_t>(t));
    if (!added) edges.push_back({Id(std::exchange(at->second, t)), Id(t), "skip"});
  }
}

void ColumnStructure::ConnectGrid(const FieldTable& fields, std::vector<GraphEdge>& edges) const {
  std::map<std::pair<long, long>, std::size_t> cells;
  for (std::ptrdiff_t t = 0; t < fields.tokens(); ++t) {
    const auto token = static_cast<std::size_t>(t);
    std::pair<long, long> cell;
    const auto read = [&](std::size_t column, long& value) {
      const std::string_view text = fields.Token(t)[column];
      if (ReadInteger(text, value)) return;
      throw BadField{token, column,
                     "found '" + std::string(text) + "', expected the number of a row or column"};
    };
    read(row_, cell.first);
    read(col_, cell.second);
    if (cells.try_emplace(cell, token).second) continue;
    throw BadField{token, row_,
                   "found a second cell in row " + std::to_string(cell.first) + ", column " +
                       std::to_string(cell.second) + ", expected one"};
  }
  for (const auto& [cell, token] : cells) {
    const auto right = cells.find({cell.first, cell.second + 1});
    if (right != cells.end()) edges.push_back({Id(token), Id(right->second), "right"});
    const auto down = cells.find({cell.first + 1, cell.second});
    if (down != cells.end()) edges.push_back({Id(token), Id(down->second), "down"});
  }
}

// ---- Attributes of edges ----

EdgeTemplate::EdgeTemplate(std::string_view text, const std::string& name,
                           const std::vector<std::string>& types) {
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (IsEdgeLine(line)) AddLine(line, name, number, types);
    begin = end + 1;
  }
}

void EdgeTemplate::AddLine(std::string_view line, const std::string& name, std::uint64_t number,
                           const std::vector<std::string>& types) {
  TemplateCursor cursor(line, name, number);
  cursor.Skip(2);
  const std::size_t blank = std::min(cursor.Rest().find_first_of(" \t"), cursor.Rest().size());
  Rule rule;
  rule.type = cursor.Rest().substr(0, blank);
  if (std::find(types.begin(), types.end(), rule.type) == types.end()) {
    std::string known;
    for (const std::string& type : types) known += (known.empty() ? "" : ", ") + type;
    cursor.Fail(2, "found the type '" + rule.type + "', expected " +
                       (known.empty() ? "a structure (--structure) with edges of this type"
                                      : "one of the structure: " + known));
  }
  cursor.Skip(blank);
  while (!cursor.Rest().empty() && IsSpace(cursor.Rest().front())) cursor.Skip(1);
  if (cursor.Rest().empty()) {
    cursor.Fail(line.size(), "found no name, expected E:TYPE NAME with macros such as %from[0,0]");
  }
  for (std::size_t size; (size = cursor.Rest().find('%')) != std::string_view::npos;) {
    Piece piece{std::string(cursor.Rest().substr(0, size)), false, 0, 0};
    cursor.Skip(size);
    const std::size_t start = cursor.at();
    piece.to = cursor.Take("%to[");
    bool good = piece.to || cursor.Take("%from[");
    const bool negative = good && cursor.Take("-");
    int column = 0;
    good = good && cursor.TakeNumber(piece.row) && cursor.Take(",") && cursor.TakeNumber(column) &&
           cursor.Take("]") && piece.row <= kMaxRow && column <= kMaxColumn;
    if (!good) {
      cursor.Fail(start, "found '" + std::string(line.substr(start, cursor.at() - start + 1)) +
                             "', expected a macro %from[row,column] or %to[row,column], rows -" +
                             std::to_string(kMaxRow) + " to " + std::to_string(kMaxRow));
    }
    if (negative) piece.row = -piece.row;
    piece.column = static_cast<std::size_t>(column);
    columns_ = std::max(columns_, piece.column + 1);
    rule.pieces.push_back(std::move(piece));
  }
  rule.tail = cursor.Rest();
  rules_.push_back(std::move(rule));
}

void EdgeTemplate::Expand(const FieldTable& fields, const GraphEdge& edge, std::string& text,
                          std::vector<std::size_t>& ends) const {
  for (const Rule& rule : rules_) {
    if (rule.type != edge.type) continue;
    for (const Piece& piece : rule.pieces) {
      const auto node = static_cast<std::ptrdiff_t>(piece.to ? edge.to : edge.from);
      const std::ptrdiff_t row = fields.RowOf(piece.row, false, node);
      text.append(piece.literal).append(fields.Token(row)[piece.column]);
    }
    text.append(rule.tail);
    ends.push_back(text.size());
  }
}

}  // namespace sagitta::internal
