// Writes man pages. Lines of a page that begin with a dot are instructions; everything else is
// text.
#include "cli/man_page.h"

#include <algorithm>
#include <cctype>

#include "sagitta/version.h"

namespace sagitta::cli {
namespace {

/// Text that is printed as it is: hyphens are minus signs, which can be searched and copied, and no
/// line is an instruction.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool begins = k == 0 || text[k - 1] == '\n';
    if (begins && (text[k] == '.' || text[k] == '\'')) escaped += "\\&";
    if (text[k] == '\\') {
      escaped += "\\e";
    } else if (text[k] == '-') {
      escaped += "\\-";
    } else {
      escaped += text[k];
    }
  }
  return escaped;
}

std::string Bold(const std::string& text) { return "\\fB" + Escaped(text) + "\\fR"; }
std::string Italic(const std::string& text) { return "\\fI" + Escaped(text) + "\\fR"; }

std::string Upper(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

/// The title line and the section NAME.
std::string Head(const std::string& name, std::string summary) {
  if (summary.ends_with('.')) summary.pop_back();
  return ".TH " + Upper(Escaped(name)) +
         " 1 \"\" \"Sagitta " SAGITTA_VERSION "\" \"User Commands\"\n" + ".SH NAME\n" +
         Escaped(name) + " \\- " + Escaped(summary) + "\n";
}

std::string Section(const std::string& title, const std::string& text) {
  return text.empty() ? "" : ".SH " + Upper(Escaped(title)) + "\n" + text;
}

/// Lines as they are, with a fixed width.
std::string Verbatim(const std::string& text) {
  if (text.empty()) return "";
  return ".nf\n" + Escaped(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

/// An indented paragraph; line breaks in the text are kept.
std::string Entry(const std::string& head, const std::string& text) {
  std::string body = Escaped(text);
  for (std::size_t at = 0; (at = body.find('\n', at)) != std::string::npos; at += 5)
    body.replace(at, 1, "\n.br\n");
  return ".TP\n" + head + "\n" + body + "\n";
}

std::string OptionEntry(const OptionDescription& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + Bold(name);
  if (!option.value.empty()) head += " " + Italic(option.value);
  return Entry(head, option.help);
}

/// The options, with a heading for each group. All options of one heading are together.
std::string OptionEntries(const std::vector<OptionDescription>& options) {
  std::vector<std::string> headings;
  for (const OptionDescription& option : options) {
    if (std::find(headings.begin(), headings.end(), option.heading) == headings.end())
      headings.push_back(option.heading);
  }
  std::string text;
  for (const std::string& heading : headings) {
    if (headings.size() > 1) text += ".SS " + Escaped(heading) + "\n";
    for (const OptionDescription& option : options) {
      if (option.heading == heading) text += OptionEntry(option);
    }
  }
  return text;
}

std::string ArgumentEntries(const std::vector<ArgumentDescription>& arguments) {
  std::string text;
  for (const ArgumentDescription& argument : arguments)
    text += Entry(Italic(argument.name), argument.help);
  return text;
}

}  // namespace

std::string ProgramPage(const ProgramDescription& description) {
  const CommandDescription& program = description.program;
  std::string commands, pages;
  for (const CommandDescription& command : description.commands) {
    commands += Entry(Bold(command.name), command.summary);
    pages += (pages.empty() ? "" : ",\n") + Bold("sagitta-" + command.name) + "(1)";
  }
  return Head("sagitta", program.summary) +
         Section("Synopsis", Bold("sagitta") + " " + Italic(program.usage) + "\n") +
         Section("Commands", commands) + Section("Options", OptionEntries(program.options)) +
         Section("Notes", Verbatim(program.footer)) + Section("See also", pages + "\n");
}

std::string CommandPage(const CommandDescription& command) {
  return Head("sagitta-" + command.name, command.summary) +
         Section("Synopsis", Bold("sagitta") + " " + Escaped(command.usage) + "\n") +
         Section("Arguments", ArgumentEntries(command.arguments)) +
         Section("Options", OptionEntries(command.options)) +
         Section("Notes", Verbatim(command.footer)) +
         Section("Exit status", "0 success, 1 bad input or failure, 2 wrong usage.\n") +
         Section("See also", Bold("sagitta") + "(1)\n");
}

std::string TextPage(const std::string& name, const std::string& help) {
  const std::size_t end = std::min(help.find('\n'), help.size());
  const std::size_t rest = help.find_first_not_of('\n', end);
  return Head(name, help.substr(0, end)) +
         Section("Description", Verbatim(rest == std::string::npos ? "" : help.substr(rest))) +
         Section("See also", Bold("sagitta") + "(1)\n");
}

}  // namespace sagitta::cli
