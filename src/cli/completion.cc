// Writes the completion scripts.
#include "cli/completion.h"

#include <algorithm>

#include "cli/catalog.h"
#include "sagitta/train_options.h"

namespace sagitta::cli {
namespace {

std::string Joined(const std::vector<std::string>& words, const std::string& between = " ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

/// Whether every letter is lower case: such parts of a placeholder are words to type.
bool IsWord(const std::string& text) {
  return !text.empty() && std::none_of(text.begin(), text.end(),
                                       [](char letter) { return letter >= 'A' && letter <= 'Z'; });
}

/// The words that can be the value of an option; none if it is anything else than words.
std::vector<std::string> ValueWords(const OptionDescription& option) {
  const std::string& name = option.names.back();
  if (option.value.empty()) return {};
  if (name == "--method" || name == "--methods") return MethodNames();
  for (const TrainOption& known : TrainOptions()) {
    if ("--" + known.name == name && !known.choices.empty()) return known.choices;
  }
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= option.value.size();) {
    const std::size_t end = std::min(option.value.find('|', begin), option.value.size());
    const std::string word = option.value.substr(begin, end - begin);
    if (IsWord(word)) words.push_back(word);
    begin = end + 1;
  }
  return words;
}

/// The names that one option is typed with, of all options.
std::vector<std::string> Names(const std::vector<OptionDescription>& options) {
  std::vector<std::string> names;
  for (const OptionDescription& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> CommandNames(const ProgramDescription& description) {
  std::vector<std::string> names;
  for (const CommandDescription& command : description.commands) names.push_back(command.name);
  return names;
}

/// What `sagitta help` explains.
std::vector<std::string> Topics(const ProgramDescription& description) {
  std::vector<std::string> topics = CommandNames(description);
  for (const std::string& method : MethodNames()) topics.push_back(method);
  return topics;
}

// ---- bash ----

/// The cases of a command: the words for the values of its options, then the options.
std::string BashCases(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) {
    if (option.value.empty()) continue;
    const std::vector<std::string> words = ValueWords(option);
    for (const std::string& name : option.names) {
      text += "    " + command.name + ":" + name + ") ";
      text += words.empty() ? "return ;;\n" : "words='" + Joined(words) + "' ;;\n";
    }
  }
  return text + "    " + command.name + ":*) options='" + Joined(Names(command.options)) + "' ;;\n";
}

// ---- zsh ----

/// Text between single quotes in a specification of _arguments.
std::string ZshText(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '\'') {
      escaped += "'\\''";
    } else if (letter == '\n') {
      escaped += ' ';
    } else {
      if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') escaped += '\\';
      escaped += letter;
    }
  }
  return escaped;
}

std::string ZshOption(const OptionDescription& option) {
  std::string value;
  if (!option.value.empty()) {
    const std::vector<std::string> words = ValueWords(option);
    value =
        ":" + ZshText(option.value) + ":" + (words.empty() ? "_files" : "(" + Joined(words) + ")");
  }
  const std::string rest = "[" + ZshText(option.help) + "]" + value;
  std::string text;
  for (const std::string& name : option.names) text += "        '*" + name + rest + "' \\\n";
  return text;
}

std::string ZshCommand(const CommandDescription& command, const std::vector<std::string>& topics) {
  std::string text = "    " + command.name + ")\n      _arguments \\\n";
  for (const OptionDescription& option : command.options) text += ZshOption(option);
  const std::string files = command.name == "help" ? "(" + Joined(topics) + ")" : "_files";
  return text + "        '*:argument:" + files + "' ;;\n";
}

}  // namespace

std::string BashCompletion(const ProgramDescription& description) {
  std::string cases;
  for (const CommandDescription& command : description.commands) cases += BashCases(command);
  return "# Completion of sagitta for bash; `sagitta completion bash` prints it.\n"
         "_sagitta() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command=${COMP_WORDS[1]} words='' options=''\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    words='" +
         Joined(CommandNames(description)) + "' options='" +
         Joined(Names(description.program.options)) +
         "'\n"
         "    [[ $word == -* ]] && words=$options\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "    return\n"
         "  fi\n"
         "  case $command:$before in\n" +
         cases +
         "  esac\n"
         "  [[ $command == help ]] && words='" +
         Joined(Topics(description)) +
         "'\n"
         "  [[ $word == -* && -n $options ]] && words=$options\n"
         "  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\n"
         "complete -o default -F _sagitta sagitta\n";
}

std::string ZshCompletion(const ProgramDescription& description) {
  std::string names, cases;
  const std::vector<std::string> topics = Topics(description);
  for (const CommandDescription& command : description.commands) {
    names += "    '" + command.name + ":" + ZshText(command.summary) + "'\n";
    cases += ZshCommand(command, topics);
  }
  return "#compdef sagitta\n"
         "# Completion of sagitta for zsh; `sagitta completion zsh` prints it.\n"
         "_sagitta() {\n"
         "  local -a commands=(\n" +
         names +
         "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=${words[2]}\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_sagitta \"$@\"\n";
}

}  // namespace sagitta::cli
