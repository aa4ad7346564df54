// Finds the attribute that looks like the word.
#include "sagitta/token_word.h"

#include <algorithm>
#include <map>
#include <set>

#include "text/json_cursor.h"

namespace sagitta {
namespace {

constexpr std::string_view kUsualNames[] = {"w[0]",  "word", "w",     "w0",           "form",
                                            "token", "text", "lower", "word.lower()", "word.lower"};

/// An attribute as NAME and VALUE; the name is empty if it has no value of text.
struct Parts {
  std::string_view name;
  std::string_view value;
};

Parts Split(std::string_view item) {
  std::size_t end = item.find('=');
  if (end == std::string_view::npos) end = item.find(':');
  if (end == std::string_view::npos) return {};
  return {item.substr(0, end), item.substr(end + 1)};
}

std::string_view Field(std::string_view line, std::size_t wanted) {
  std::size_t begin = line.find_first_not_of(" \t");
  for (std::size_t k = 0; begin != std::string_view::npos; ++k) {
    const std::size_t end = line.find_first_of(" \t", begin);
    if (k == wanted) return line.substr(begin, end - begin);
    begin = line.find_first_not_of(" \t", end);
  }
  return {};
}

/// The first column of a token in JSON lines, which is a string or a list of strings.
std::string JsonField(std::string_view token) {
  static const std::string kNowhere;
  internal::JsonCursor cursor(token, kNowhere, 0);
  std::string text;
  cursor.Take('[');
  if (cursor.Peek() == '"') cursor.String(text);
  return text;
}

/// How often a name occurs, and with how many values.
struct Usage {
  std::size_t count = 0;
  std::set<std::string, std::less<>> values;
};

std::map<std::string, Usage, std::less<>> UsageOf(std::span<const Sequence> sample) {
  std::map<std::string, Usage, std::less<>> usage;
  for (const Sequence& sequence : sample) {
    for (const Item& item : sequence.node_items()) {
      const Parts parts = Split(item.name);
      if (parts.value.empty() || parts.name.find('|') != std::string_view::npos) continue;
      auto at = usage.find(parts.name);
      if (at == usage.end()) at = usage.emplace(parts.name, Usage()).first;
      ++at->second.count;
      if (!at->second.values.contains(parts.value)) at->second.values.emplace(parts.value);
    }
  }
  return usage;
}

}  // namespace

TokenWord::TokenWord(const ReadOptions& options, std::string attribute)
    : columns_(!options.template_text.empty()),
      json_(options.format == Format::kJson),
      column_(options.format == Format::kConllu || !options.columns.empty() ? 1 : 0),
      attribute_(std::move(attribute)) {}

void TokenWord::Learn(std::span<const Sequence> sample) {
  if (columns_ || !attribute_.empty()) return;
  std::size_t tokens = 0;
  for (const Sequence& sequence : sample) tokens += sequence.size();
  auto usage = UsageOf(sample);
  std::erase_if(usage, [&](const auto& entry) { return entry.second.count != tokens; });
  for (const std::string_view usual : kUsualNames) {
    for (const char* const prefix : {"", "u:"}) {  // templates write u:
      const std::string name = prefix + std::string(usual);
      if (!usage.contains(name)) continue;
      attribute_ = name;
      return;
    }
  }
  std::size_t most = 1;
  for (const auto& [name, one] : usage) {
    if (one.values.size() <= most) continue;
    most = one.values.size();
    attribute_ = name;
  }
}

std::string TokenWord::Of(const Sequence& sequence, std::size_t t) const {
  if (columns_ && t < sequence.lines().size()) {
    const std::string_view line = sequence.lines()[t];
    return json_ ? JsonField(line) : std::string(Field(line, column_));
  }
  if (attribute_.empty()) return {};
  for (const Item& item : sequence.node_items(t)) {
    const bool begins = item.name.size() > attribute_.size() && item.name.starts_with(attribute_);
    if (begins && (item.name[attribute_.size()] == '=' || item.name[attribute_.size()] == ':'))
      return std::string(item.name.substr(attribute_.size() + 1));
  }
  return {};
}

}  // namespace sagitta
