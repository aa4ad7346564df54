// Template: compiles line by line. A rule's literals are views of the template's own text.
#include "text/template.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

constexpr int kMaxColumn = 9999;  // more than anyone has; bounds what a hostile template can claim

// Reads digits from `at` on and moves `at` behind them; false when there are none or too many.
bool ReadDigits(std::string_view line, std::size_t& at, int& number) {
  if (at >= line.size() || line[at] < '0' || line[at] > '9') return false;
  const auto [end, status] = std::from_chars(line.data() + at, line.data() + line.size(), number);
  at = static_cast<std::size_t>(end - line.data());
  return status == std::errc();
}

bool ReadByte(std::string_view line, std::size_t& at, char byte) {
  if (at >= line.size() || line[at] != byte) return false;
  ++at;
  return true;
}

}  // namespace

Template::Template(std::string_view text, const std::string& name) : name_(name), text_(text) {
  text_.append(kCopyPadding, '\0');
  std::string_view rest(text_.data(), text.size());
  bool empty = true;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    if (line.empty() || line.front() == '#') continue;
    AddLine(line);
    empty = false;
  }
  if (empty) throw Error(ErrorKind::kData, {name_}, "found no line that starts with U or B");
}

void Template::AddLine(std::string_view line) {
  const char kind = line.front();
  if (kind != 'U' && kind != 'B') {
    Fail(0, "found '" + std::string(line.substr(0, 1)) +
                "', wanted a line that starts with U, B or #");
  }
  Rule rule;
  std::size_t at = 0;
  for (std::size_t percent; (percent = line.find('%', at)) != std::string_view::npos;) {
    const std::string_view literal = line.substr(at, percent - at);
    at = percent;
    rule.pieces.push_back(ParseMacro(line, at));
    rule.pieces.back().literal = literal;
    bytes_per_token_ += literal.size() + kMarkBytes;
    CountUse(rule.pieces.back());
  }
  rule.tail = line.substr(at);
  bytes_per_token_ += rule.tail.size();
  if (kind == 'U') {
    node_rules_.push_back(std::move(rule));
  } else if (!rule.pieces.empty()) {
    edge_rules_.push_back(std::move(rule));
  }
}

// The macro at `at`, which moves behind it.
Template::Rule::Piece Template::ParseMacro(std::string_view line, std::size_t& at) const {
  const std::size_t start = at;
  Rule::Piece piece{};
  bool good = line.substr(at).starts_with("%x[");
  if (good) at += 3;
  const bool negative = good && ReadByte(line, at, '-');
  good = good && ReadDigits(line, at, piece.row) && ReadByte(line, at, ',') &&
         ReadDigits(line, at, piece.column) && ReadByte(line, at, ']');
  if (!good) {
    Fail(start, "found '" + std::string(line.substr(start, at - start + 1)) +
                    "', wanted a macro %x[row,column]");
  }
  if (piece.row > kMaxRow) {
    Fail(start, "found row " + std::string(negative ? "-" : "") + std::to_string(piece.row) +
                    ", wanted -" + std::to_string(kMaxRow) + " to " + std::to_string(kMaxRow));
  }
  if (piece.column > kMaxColumn) {
    Fail(start, "found column " + std::to_string(piece.column) + ", wanted at most " +
                    std::to_string(kMaxColumn));
  }
  if (negative) piece.row = -piece.row;
  return piece;
}

void Template::CountUse(const Rule::Piece& piece) {
  const auto column = static_cast<std::size_t>(piece.column);
  if (column >= uses_.size()) {
    uses_.resize(column + 1, 0);
    widest_line_ = line_;
  }
  ++uses_[column];
}

void Template::Fail(std::size_t at, const std::string& message) const {
  throw Error(ErrorKind::kData, {name_, line_, at + 1}, message);
}

}  // namespace sagitta::internal
