// Parses the list of methods to compare.
#include "compare/entries.h"

#include <algorithm>

#include "optim/registry.h"
#include "optim/step_tuner.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

CompareEntry ParseEntry(const std::string& text) {
  CompareEntry entry;
  entry.name = text;
  std::size_t end = std::min(text.find(':'), text.size());
  entry.method = text.substr(0, end);
  while (end < text.size()) {
    const std::size_t begin = end + 1;
    end = std::min(text.find(':', begin), text.size());
    const std::string option = text.substr(begin, end - begin);
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(ErrorKind::kUsage, "methods: found '" + option + "' in '" + text +
                                         "', expected METHOD:OPTION=VALUE");
    }
    entry.options[option.substr(0, equals)] = option.substr(equals + 1);
  }
  entry.tuned = CompleteOptions(entry.method, entry.options).contains(kEtaOption) &&
                !entry.options.contains(kEtaOption);
  return entry;
}

}  // namespace

std::vector<CompareEntry> ParseEntries(const std::vector<std::string>& list) {
  std::vector<CompareEntry> entries;
  const auto add = [&entries](const std::string& text) {
    const auto same = [&](const CompareEntry& entry) { return entry.name == text; };
    if (std::none_of(entries.begin(), entries.end(), same)) entries.push_back(ParseEntry(text));
  };
  for (const std::string& text : list) {
    if (text == "all") {
      // Combined methods are made of others: without an L1 term `auto` is one of them.
      for (const MethodInfo& method : Methods()) {
        if (method.family != "combined") add(method.name);
      }
    } else {
      add(text);
    }
  }
  if (entries.empty()) throw Error(ErrorKind::kUsage, "methods: found none to compare");
  return entries;
}

}  // namespace sagitta
