// Keyword arguments become settings through the descriptors that the command line uses.
#include "options.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features.h"
#include "module.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"
#include "sagitta/train_options.h"

namespace sagitta::python {
namespace {

/// min_count is the option min-count; lambda_ is lambda, because lambda is a word of the language.
std::string OptionName(std::string_view keyword) {
  std::string name(keyword);
  if (name.ends_with('_')) name.pop_back();
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string Keyword(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name == "lambda" ? "lambda_" : name;
}

std::string ValueText(nb::handle value) {
  if (value.is(Py_True)) return "on";
  if (value.is(Py_False)) return "off";
  if (nb::isinstance<nb::tuple>(value) ||
      nb::isinstance<nb::list>(value)) {  // of lambda_path: (1e-2, 1e-5, 10)
    std::string text;
    for (const nb::handle part : nb::iter(value))
      text += (text.empty() ? "" : ":") + ValueText(part);
    return text;
  }
  std::string text = nb::cast<std::string>(nb::str(value));
  // 100.0 is a valid number of passes, but not of, for example, threads: there text is "100".
  if (nb::isinstance<nb::float_>(value) && text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

const MethodInfo* FindMethod(const std::string& name) {
  const std::vector<MethodInfo>& methods = Methods();
  const auto found = std::find_if(methods.begin(), methods.end(),
                                  [&](const MethodInfo& m) { return m.name == name; });
  return found == methods.end() ? nullptr : &*found;
}

bool HasOption(const MethodInfo* method, const std::string& name) {
  return method != nullptr &&
         std::any_of(method->options.begin(), method->options.end(),
                     [&](const MethodOption& option) { return option.name == name; });
}

[[noreturn]] void RefuseKeyword(const std::string& keyword, const MethodInfo* method) {
  std::vector<std::string> known;
  for (const TrainOption& option : TrainOptions()) known.push_back(Keyword(option.name));
  if (method != nullptr) {
    for (const MethodOption& option : method->options) known.push_back(Keyword(option.name));
  }
  throw Error(ErrorKind::kUsage, "'" + keyword + "' is not an option of training" +
                                     (method != nullptr ? ", nor of method " + method->name : "") +
                                     Suggestion(keyword, known));
}

nb::dict Describe(const TrainOption& option) {
  static constexpr const char* kTypes[] = {"number", "count", "switch", "choice", "text"};
  nb::dict described;
  described["name"] = Keyword(option.name);
  described["group"] = option.group;
  described["type"] = kTypes[static_cast<int>(option.type)];
  described["default"] = option.default_value;
  described["help"] = option.help;
  described["choices"] = option.choices;
  return described;
}

nb::dict Describe(const MethodInfo& method) {
  nb::list options;
  for (const MethodOption& option : method.options) {
    nb::dict described;
    described["name"] = Keyword(option.name);
    described["default"] = option.default_value;
    described["help"] = option.help;
    options.append(described);
  }
  nb::dict described;
  described["name"] = method.name;
  described["family"] = method.family;
  described["summary"] = method.summary;
  described["citation"] = method.citation;
  described["lambda1"] = method.lambda1;
  described["options"] = options;
  return described;
}

bool IsOption(const std::string& name) {
  const auto options = TrainOptions();
  const auto& methods = Methods();
  return std::any_of(options.begin(), options.end(),
                     [&](const TrainOption& option) { return option.name == name; }) ||
         std::any_of(methods.begin(), methods.end(),
                     [&](const MethodInfo& method) { return HasOption(&method, name); });
}

/// Options of the command line that are not about training, and the arguments that they are here.
constexpr std::pair<std::string_view, std::string_view> kArguments[] = {
    {"columns", "columns"},     {"dev", "dev"},           {"format", "format"},
    {"from", "init"},           {"preset", "preset"},     {"structure", "structure"},
    {"symmetric", "symmetric"}, {"template", "template"}, {"template-language", "language"}};

/// An option of the command line as Python spells it.
std::string Argument(const std::string& name) {
  if (IsOption(name)) return Keyword(name);
  for (const auto& [option, argument] : kArguments) {
    if (option == name) return std::string(argument);
  }
  return "--" + name;
}

}  // namespace

// Mistakes in a value begin with the name, "min-count: found ..."; elsewhere it stands after "--".
std::string WithKeywords(std::string_view message) {
  std::string text;
  const std::string first(message.substr(0, message.find(':')));
  if (IsOption(first)) {
    text = Keyword(first);
    message.remove_prefix(first.size());
  }
  for (std::size_t at; (at = message.find("--")) != message.npos;) {
    const std::size_t end = std::min(
        message.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-", at), message.size());
    const std::string name(message.substr(at + 2, end - at - 2));
    text += message.substr(0, at);
    text += Argument(name);
    message.remove_prefix(end);
  }
  return text.append(message);
}

TrainSettings SettingsFrom(const nb::dict& keywords) {
  TrainSettings settings;
  const auto options = TrainOptions();
  std::vector<std::pair<std::string, std::string>> others;
  for (const auto [key, value] : keywords) {
    if (value.is_none()) continue;
    const std::string keyword(Text(key.ptr(), "keyword"));
    const std::string name = OptionName(keyword);
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const TrainOption& option) { return option.name == name; });
    if (found != options.end()) {
      found->set(settings, ValueText(value));
    } else {
      others.emplace_back(keyword, ValueText(value));
    }
  }
  const MethodInfo* method = FindMethod(MethodInUse(settings));
  for (const auto& [keyword, text] : others) {
    const std::string name = OptionName(keyword);
    if (!HasOption(method, name)) RefuseKeyword(keyword, method);
    settings.method_options[name] = text;
  }
  return settings;
}

void BindOptions(nb::module_& module) {
  module.def(
      "options",
      [] {
        nb::list all;
        for (const TrainOption& option : TrainOptions()) all.append(Describe(option));
        return all;
      },
      nb::sig("def options() -> list[dict[str, typing.Any]]"),
      "The options of training: name, group, type, default, help and choices of each.");
  module.def(
      "methods",
      [] {
        nb::list all;
        for (const MethodInfo& method : Methods()) all.append(Describe(method));
        return all;
      },
      nb::sig("def methods() -> list[dict[str, typing.Any]]"),
      "The training methods: name, family, summary, citation, options of each, and whether an L1 "
      "term is possible.");
  module.def(
      "check_names", [](const nb::dict& keywords) { SettingsFrom(keywords); }, nb::arg("options"),
      nb::sig("def check_names(options: dict[str, typing.Any]) -> None"),
      "Refuses unknown options and values that cannot be read.");
}

}  // namespace sagitta::python
