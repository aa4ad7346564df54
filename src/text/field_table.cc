// FieldTable: its marks, and the evaluation of Wapiti's commands on its fields.
#include "text/field_table.h"

#include <array>

namespace sagitta::internal {
namespace {

// Padded for QuickCopy, which may copy a part of it.
using Mark = std::array<char, kCopyPadding + kMarkBytes>;
using Marks = std::array<Mark, kMaxRow>;  // from left to right

// Wapiti counts to 4 and then writes #.
constexpr Marks MakeMarks(char letter, char sign, int most) {
  Marks marks{};
  for (int i = 0; i < kMaxRow; ++i) {
    const int distance = sign == '-' ? kMaxRow - i : i + 1;
    const char digit = distance > most ? '#' : static_cast<char>('0' + distance);
    marks[static_cast<std::size_t>(i)] = {'_', letter, sign, digit};
  }
  return marks;
}
constexpr Marks kCrfppBefore = MakeMarks('B', '-', kMaxRow);
constexpr Marks kCrfppBehind = MakeMarks('B', '+', kMaxRow);
constexpr Marks kWapitiBefore = MakeMarks('x', '-', 4);
constexpr Marks kWapitiBehind = MakeMarks('x', '+', 4);

constexpr std::array<char, kCopyPadding> kTrue = {'t', 'r', 'u', 'e'};
constexpr std::array<char, kCopyPadding> kFalse = {'f', 'a', 'l', 's', 'e'};

void AddMarks(const Marks& marks, std::ptrdiff_t columns, std::vector<std::string_view>& fields) {
  for (const Mark& mark : marks) {
    fields.insert(fields.end(), static_cast<std::size_t>(columns), {mark.data(), kMarkBytes});
  }
}

/// The result of the command for a field.
std::string_view Apply(const Command& command, std::string_view field,
                       WapitiRegex::Scratch& scratch) {
  if (command.kind == Command::Kind::kField) return field;
  const std::optional<std::string_view> found = command.regex->Search(field, scratch);
  if (command.kind == Command::Kind::kMatch) return found.value_or(field.substr(0, 0));
  return found ? std::string_view(kTrue.data(), 4) : std::string_view(kFalse.data(), kAnswerBytes);
}

}  // namespace

FieldTable::FieldTable(std::size_t columns, TemplateLanguage language)
    : columns_(static_cast<std::ptrdiff_t>(columns)), language_(language) {
  const bool wapiti = language_ == TemplateLanguage::kWapiti;
  AddMarks(wapiti ? kWapitiBefore : kCrfppBefore, columns_, fields_);
}

void FieldTable::End() {
  tokens_ = columns_ == 0 ? 0 : static_cast<std::ptrdiff_t>(fields_.size()) / columns_ - kMaxRow;
  const bool wapiti = language_ == TemplateLanguage::kWapiti;
  AddMarks(wapiti ? kWapitiBehind : kCrfppBehind, columns_, fields_);
}

char* ExpandCommands(const Template::Rule& rule, const FieldTable& table, std::ptrdiff_t t,
                     char* out, WapitiRegex::Scratch& scratch) {
  for (std::size_t k = 0; k < rule.pieces.size(); ++k) {
    const Template::Rule::Piece& piece = rule.pieces[k];
    const Command& command = rule.commands[k];
    out = QuickCopy(out, piece.literal);
    const std::ptrdiff_t row = table.RowOf(piece.row, command.absolute, t);
    char* const begin = out;
    out = QuickCopy(out, Apply(command, table.Token(row)[piece.column], scratch));
    if (command.lower_case) std::transform(begin, out, begin, ToLower);
  }
  return QuickCopy(out, rule.tail);
}

}  // namespace sagitta::internal
