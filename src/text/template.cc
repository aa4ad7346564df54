// Template: compiled line by line. A rule's literals are views of the template's own text.
#include "text/template.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "sagitta/error.h"
#include "text/unicode.h"

namespace sagitta::internal {
namespace {

/// The line without what Wapiti ignores.
std::string_view WithoutComment(std::string_view line) {
  line = line.substr(0, line.find('#'));
  while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
  return line;
}

bool IsPlain(const Macro& macro) {
  const Command& command = macro.command;
  return command.kind == Command::Kind::kField && !command.absolute && !command.lower_case &&
         std::abs(macro.row) <= kMaxRow;
}

}  // namespace

Template::Template(std::string_view text, const std::string& name, TemplateLanguage language)
    : name_(name), language_(language), text_(text) {
  text_.append(kCopyPadding, '\0');
  const bool wapiti = language != TemplateLanguage::kCrfpp;
  const bool own = language == TemplateLanguage::kSagitta;
  // Lines are views of text_ itself; the first letter of Wapiti's lines is put in lower case there.
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line(text_.data() + begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    if (line.starts_with("E:")) {
      // About edges of graphs: see EdgeTemplate.
    } else if (wapiti) {
      text_[begin] = ToLower(text_[begin]);
      AddWapitiLine(WithoutComment(line), own ? ParseSagittaMacro : ParseWapitiMacro);
    } else {
      AddCrfppLine(line);
    }
    begin = end + 1;
  }
  if (node_rules_.empty() && edge_rules_.empty() && !has_plain_transition_) {
    throw Error(ErrorKind::kData, {name_},
                std::string("found no line that starts with ") + (wapiti ? "u, b or *" : "U or B"));
  }
}

void Template::AddCrfppLine(std::string_view line) {
  if (line.empty() || line.front() == '#') return;
  TemplateCursor cursor(line, name_, line_);
  const char kind = line.front();
  if (kind != 'U' && kind != 'B') {
    cursor.Fail(0,
                "found '" + std::string(1, kind) + "', expected a line that starts with U, B or #");
  }
  AddRule(ParseRule(cursor, ParseCrfppMacro), kind == 'U', kind == 'B');
}

void Template::AddWapitiLine(std::string_view line, Macro (*parse_macro)(TemplateCursor&)) {
  if (line.empty()) return;
  TemplateCursor cursor(line, name_, line_);
  const char kind = line.front();
  if (kind != 'u' && kind != 'b' && kind != '*') {
    cursor.Fail(
        0, "found '" + std::string(1, kind) + "', expected a line that starts with u, b, * or #");
  }
  AddRule(ParseRule(cursor, parse_macro), kind != 'b', kind != 'u');
}

Template::Rule Template::ParseRule(TemplateCursor& cursor, Macro (*parse_macro)(TemplateCursor&)) {
  Rule rule;
  bool plain = true;
  for (std::size_t size; (size = cursor.Rest().find('%')) != std::string_view::npos;) {
    const std::string_view literal = cursor.Rest().substr(0, size);
    cursor.Skip(size);
    const std::size_t start = cursor.at();
    Macro macro = parse_macro(cursor);
    if (macro.column > kMaxColumn) {
      cursor.Fail(start, "found column " + std::to_string(macro.column) + ", expected at most " +
                             std::to_string(kMaxColumn));
    }
    plain = plain && IsPlain(macro);
    rule.pieces.push_back({literal, macro.row, macro.column});
    rule.commands.push_back(std::move(macro.command));
  }
  rule.tail = cursor.Rest();
  if (plain) rule.commands.clear();
  return rule;
}

void Template::AddRule(const Rule& rule, bool node, bool edge) {
  if (node) {
    node_rules_.push_back(rule);
    CountBytes(rule);
  }
  if (!edge) return;
  if (rule.pieces.empty()) {
    has_plain_transition_ = true;
  } else {
    edge_rules_.push_back(rule);
    CountBytes(rule);
  }
}

void Template::CountBytes(const Rule& rule) {
  for (std::size_t k = 0; k < rule.pieces.size(); ++k) {
    const Rule::Piece& piece = rule.pieces[k];
    const Command command = rule.commands.empty() ? Command{} : rule.commands[k];
    const auto column = static_cast<std::size_t>(piece.column);
    if (column >= uses_.size()) {
      uses_.resize(column + 1, 0);
      widest_line_ = line_;
    }
    bytes_per_token_ += piece.literal.size() + std::max(kMarkBytes, kLongestCase);
    if (command.kind == Command::Kind::kTest) continue;
    const bool lowers = command.lower_case || command.word.Lowers();
    const std::size_t times = lowers ? kLowerGrowth : 1;
    if (command.absolute) {
      fixed_fields_.insert(fixed_fields_.end(), times, {piece.row, column});
    } else {
      uses_[column] += times;
    }
  }
  bytes_per_token_ += rule.tail.size();
}

}  // namespace sagitta::internal
