// FieldTable: its marks, and the evaluation of commands on its fields.
#include "text/field_table.h"

#include <array>

#include "text/unicode.h"

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

/// The result of one of Wapiti's commands for a field.
std::string_view Search(const Command& command, std::string_view field,
                        WapitiRegex::Scratch& scratch) {
  if (command.kind == Command::Kind::kField) return field;
  const std::optional<std::string_view> found = command.regex->Search(field, scratch);
  if (command.kind == Command::Kind::kMatch) return found.value_or(field.substr(0, 0));
  return found ? std::string_view(kTrue.data(), 4) : std::string_view(kFalse.data(), kAnswerBytes);
}

/// Writes the result of the command for a field, which may be a mark, and returns its end.
char* Apply(const Command& command, TemplateLanguage language, std::string_view field, bool is_mark,
            char* out, WapitiRegex::Scratch& scratch) {
  if (command.kind == Command::Kind::kWord) {
    return is_mark ? QuickCopy(out, field) : ApplyWordFunction(command.word, field, out);
  }
  const std::string_view found = Search(command, field, scratch);
  if (!command.lower_case) return QuickCopy(out, found);
  if (language == TemplateLanguage::kSagitta) return LowerUtf8(found, out);
  return std::transform(found.begin(), found.end(), out, ToLower);
}

}  // namespace

FieldTable::FieldTable(std::size_t columns, TemplateLanguage language)
    : columns_(static_cast<std::ptrdiff_t>(columns)), language_(language) {
  const bool wapiti = language_ != TemplateLanguage::kCrfpp;
  AddMarks(wapiti ? kWapitiBefore : kCrfppBefore, columns_, fields_);
}

void FieldTable::End() {
  tokens_ = columns_ == 0 ? 0 : static_cast<std::ptrdiff_t>(fields_.size()) / columns_ - kMaxRow;
  const bool wapiti = language_ != TemplateLanguage::kCrfpp;
  AddMarks(wapiti ? kWapitiBehind : kCrfppBehind, columns_, fields_);
}

char* ExpandCommands(const Template::Rule& rule, const FieldTable& table, std::ptrdiff_t t,
                     char* out, WapitiRegex::Scratch& scratch) {
  for (std::size_t k = 0; k < rule.pieces.size(); ++k) {
    const Template::Rule::Piece& piece = rule.pieces[k];
    const Command& command = rule.commands[k];
    out = QuickCopy(out, piece.literal);
    const std::ptrdiff_t row = table.RowOf(piece.row, command.absolute, t);
    const bool is_mark = row < 0 || row >= table.tokens();
    out = Apply(command, table.language(), table.Token(row)[piece.column], is_mark, out, scratch);
  }
  return QuickCopy(out, rule.tail);
}

}  // namespace sagitta::internal
