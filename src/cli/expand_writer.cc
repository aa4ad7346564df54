// Writers: names are escaped as the readers expect.
#include "cli/expand_writer.h"

#include <algorithm>
#include <string_view>

#include "cli/json_text.h"
#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

/// A name in attribute text.
void AppendName(std::string_view name, const Sequence& sequence, std::string& out) {
  for (const char c : name) {
    if (c == '\t' || c == '\n' || c == '\r') {
      throw Error(ErrorKind::kData, {{}, sequence.first_line(), 0},
                  "attribute text cannot hold the TAB or line end in '" + std::string(name) +
                      "'; use --output-format jsonl");
    }
    if (c == ':' || c == '\\') out += '\\';
    out += c;
  }
}

bool AllOne(std::span<const Item> items) {
  return std::all_of(items.begin(), items.end(), [](const Item& item) { return item.value == 1; });
}

/// A list of names, or an object if there are values.
void AppendItems(std::span<const Item> items, std::string& out) {
  const bool list = AllOne(items);
  const char* separator = list ? "[" : "{";
  for (const Item& item : items) {
    out.append(separator).append(JsonQuoted(item.name));
    if (!list) out.append(":").append(ShortestNumber(item.value));
    separator = ",";
  }
  if (items.empty()) out += '[';
  out += list ? ']' : '}';
}

}  // namespace

void WriteAttributes(const Sequence& sequence, std::string& out) {
  if (!sequence.edge_items().empty()) {
    throw Error(ErrorKind::kData, {{}, sequence.first_line(), 0},
                "attribute text cannot hold attributes of edges, such as '" +
                    std::string(sequence.edge_items()[0].name) + "'; use --output-format jsonl");
  }
  if (sequence.weight() != 1) out += "@weight:" + ShortestNumber(sequence.weight()) + "\n";
  for (std::size_t t = 0; t < sequence.size(); ++t) {
    AppendName(sequence.labels()[t], sequence, out);
    for (const Item& item : sequence.node_items(t)) {
      out += '\t';
      AppendName(item.name, sequence, out);
      if (item.value != 1) out += ":" + ShortestNumber(item.value);
    }
    out += '\n';
  }
  out += '\n';
}

void WriteJson(const Sequence& sequence, std::string& out) {
  const auto tokens = [&](const char* name, auto&& append) {
    out.append(name);
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (t > 0) out += ',';
      append(t);
    }
    out += ']';
  };
  tokens("{\"tokens\":[", [&](std::size_t t) { AppendItems(sequence.node_items(t), out); });
  if (!sequence.edge_items().empty()) {
    tokens(",\"edges\":[", [&](std::size_t t) { AppendItems(sequence.edge_items(t), out); });
  }
  const auto labels = sequence.labels();
  if (std::any_of(labels.begin(), labels.end(), [](auto label) { return !label.empty(); })) {
    tokens(",\"labels\":[",
           [&](std::size_t t) { out += labels[t].empty() ? "null" : JsonQuoted(labels[t]); });
  }
  if (sequence.weight() != 1) out += ",\"weight\":" + ShortestNumber(sequence.weight());
  out += "}\n";
}

}  // namespace sagitta::cli
