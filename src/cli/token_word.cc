// The word of a token: a field, or the attribute that looks like it.
#include "cli/token_word.h"

#include <string_view>

namespace sagitta::cli {
namespace {

constexpr std::string_view kNames[] = {"word", "token", "form", "text", "w[0]", "w0", "w", "0"};

/// What follows "NAME=" or "NAME:"; empty if it is another attribute.
std::string_view ValueOf(std::string_view attribute, std::string_view name) {
  if (attribute.size() <= name.size() + 1 || !attribute.starts_with(name)) return {};
  const char sign = attribute[name.size()];
  return sign == '=' || sign == ':' ? attribute.substr(name.size() + 1) : std::string_view();
}

/// The line without the brackets and quotes of JSON, up to its first blank.
std::string_view FirstField(std::string_view line) {
  if (line.starts_with("[\"")) line.remove_prefix(1);
  if (line.starts_with('"') && line.size() > 1) {
    line.remove_prefix(1);
    return line.substr(0, line.find('"'));
  }
  return line.substr(0, line.find_first_of(" \t"));
}

}  // namespace

std::string WordOf(const Sequence& sequence, std::size_t t, bool columns) {
  if (columns && !sequence.lines().empty()) return std::string(FirstField(sequence.lines()[t]));
  for (const std::string_view name : kNames) {
    for (const Item& item : sequence.node_items(t)) {
      const std::string_view value = ValueOf(item.name, name);
      if (!value.empty()) return std::string(value);
    }
  }
  const std::span<const Item> items = sequence.node_items(t);
  return items.empty() ? "?" : std::string(items[0].name);
}

}  // namespace sagitta::cli
