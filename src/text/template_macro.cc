// The macros of the languages.
//
// CRF++ has one: %x[row,column]. Wapiti has %x[offset,column], %t[offset,column,"regex"] and
// %m[offset,column,"regex"]. As Wapiti reads them, numbers may have leading spaces and a sign, an
// offset that begins with 0 is octal and one that begins with 0x hexadecimal, and '@' makes it
// absolute. Sagitta's language has these three and functions, see word_function.h.
#include "text/template_macro.h"

namespace sagitta::internal {
namespace {

Command::Kind KindOf(char letter) {
  if (letter == 't') return Command::Kind::kTest;
  return letter == 'm' ? Command::Kind::kMatch : Command::Kind::kField;
}

void SkipSpaces(TemplateCursor& cursor) {
  while (!cursor.Rest().empty() && IsSpace(cursor.Rest().front())) cursor.Skip(1);
}

bool TakeOffset(TemplateCursor& cursor, int& offset) {
  SkipSpaces(cursor);
  const bool negative = cursor.Take("-");
  if (!negative) cursor.Take("+");
  int base = 10;
  if (cursor.Take("0x") || cursor.Take("0X")) {
    base = 16;
  } else if (cursor.Rest().starts_with('0')) {
    base = 8;
  }
  if (!cursor.TakeNumber(offset, base)) return false;
  if (negative) offset = -offset;
  return true;
}

bool TakeColumn(TemplateCursor& cursor, int& column) {
  SkipSpaces(cursor);
  cursor.Take("+");
  return cursor.TakeNumber(column);
}

/// ,"regex", which ends at the first quote without a backslash.
WapitiRegex TakeRegex(TemplateCursor& cursor) {
  if (!cursor.Take(",\"")) {
    cursor.Fail(cursor.at(), "found no regular expression, expected ,\"...\" after the column");
  }
  const std::size_t start = cursor.at();
  const std::string_view rest = cursor.Rest();
  std::size_t size = 0;
  while (size < rest.size() && rest[size] != '"') size += rest[size] == '\\' ? 2 : 1;
  if (size >= rest.size()) {
    cursor.Fail(
        start - 1,
        "found no '\"' that ends the regular expression (a '#' begins a comment even there)");
  }
  cursor.Skip(size + 1);
  try {
    return WapitiRegex(rest.substr(0, size));
  } catch (const WapitiRegex::Flaw& flaw) {
    cursor.Fail(start + flaw.at, flaw.message);
  }
}

/// The name of the function that begins at the '%' of `text`; empty if there is none.
std::string_view FunctionName(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && IsAlpha(text[size])) ++size;
  const std::string_view name = text.substr(1, size - 1);
  const bool called = size < text.size() && text[size] == '[';
  return called && FindWordFunction(name) ? name : std::string_view();
}

/// ,3 or ,upper where the function has a further argument.
void TakeArgument(TemplateCursor& cursor, WordFunction& function) {
  constexpr int kMostCharacters = 1000;
  if (!function.IsAffix() && !function.IsTest()) return;
  const std::size_t start = cursor.at();
  cursor.Take(",");
  SkipSpaces(cursor);
  if (function.IsAffix()) {
    if (!cursor.TakeNumber(function.size) || function.size < 1 || function.size > kMostCharacters) {
      cursor.Fail(start, "expected ,N after the column: a number of characters from 1 to " +
                             std::to_string(kMostCharacters));
    }
    return;
  }
  const std::string_view name = cursor.Rest().substr(0, cursor.Rest().find(']'));
  function.char_class = FindCharClass(name);
  if (function.char_class == 0) {
    cursor.Fail(start,
                "expected a class after the column: ,upper ,lower ,letter ,digit ,alnum or ,punct");
  }
  cursor.Skip(name.size());
}

}  // namespace

bool HasWordFunction(std::string_view line) {
  for (std::size_t at = 0; (at = line.find('%', at)) != std::string_view::npos; ++at) {
    if (!FunctionName(line.substr(at)).empty()) return true;
  }
  return false;
}

Macro ParseSagittaMacro(TemplateCursor& cursor) {
  const std::string_view name = FunctionName(cursor.Rest());
  if (name.empty()) return ParseWapitiMacro(cursor);
  const std::size_t start = cursor.at();
  Macro macro;
  Command& command = macro.command;
  command.kind = Command::Kind::kWord;
  command.word = FindWordFunction(name).value();
  cursor.Skip(name.size() + 2);
  command.absolute = cursor.Take("@");
  if (!TakeOffset(cursor, macro.row) || !cursor.Take(",") || !TakeColumn(cursor, macro.column)) {
    cursor.Fail(start, "expected %" + std::string(name) + "[offset,column");
  }
  TakeArgument(cursor, command.word);
  if (!cursor.Take("]")) cursor.Fail(cursor.at(), "expected ']' at the end of the macro");
  return macro;
}

Macro ParseCrfppMacro(TemplateCursor& cursor) {
  const std::size_t start = cursor.at();
  Macro macro;
  bool good = cursor.Take("%x[");
  const bool negative = good && cursor.Take("-");
  good = good && cursor.TakeNumber(macro.row) && cursor.Take(",") &&
         cursor.TakeNumber(macro.column) && cursor.Take("]");
  if (!good) {
    const std::string_view found = cursor.line().substr(start, cursor.at() - start + 1);
    cursor.Fail(start, "found '" + std::string(found) + "', expected a macro %x[row,column]");
  }
  if (macro.row > kMaxRow) {
    cursor.Fail(start, "found row " + std::string(negative ? "-" : "") + std::to_string(macro.row) +
                           ", expected -" + std::to_string(kMaxRow) + " to " +
                           std::to_string(kMaxRow));
  }
  if (negative) macro.row = -macro.row;
  return macro;
}

Macro ParseWapitiMacro(TemplateCursor& cursor) {
  const std::size_t start = cursor.at();
  const auto fail = [&](const std::string& expected) {
    const std::string_view found = cursor.line().substr(start, cursor.at() - start + 1);
    cursor.Fail(start, "found '" + std::string(found) + "', expected " + expected);
  };
  cursor.Skip(1);
  Macro macro;
  const char letter = cursor.Rest().empty() ? '\0' : cursor.Rest().front();
  const char lower = ToLower(letter);
  if (lower != 'x' && lower != 't' && lower != 'm') fail("%x, %t, %m or one of them in upper case");
  macro.command.kind = KindOf(lower);
  macro.command.lower_case = letter != lower;
  cursor.Skip(1);
  bool good = cursor.Take("[");
  macro.command.absolute = good && cursor.Take("@");
  good =
      good && TakeOffset(cursor, macro.row) && cursor.Take(",") && TakeColumn(cursor, macro.column);
  if (!good) fail(std::string("%") + letter + "[offset,column");
  if (lower != 'x') macro.command.regex = TakeRegex(cursor);
  if (!cursor.Take("]")) fail("']' at its end");
  return macro;
}

}  // namespace sagitta::internal
