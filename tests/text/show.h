// Sequences as text, for comparisons in tests.
#pragma once

#include <sstream>
#include <string>

#include "base/temp_file.h"
#include "sagitta/error.h"
#include "sagitta/sequence.h"

namespace sagitta {

/// `[line w=weight] label(item|item=value) label{edge item}(...)`, one sequence per line.
inline std::string Show(const Sequence& s) {
  std::ostringstream out;
  out << "[" << s.first_line();
  if (s.weight() != 1) out << " w=" << s.weight();
  out << "]";
  const auto show = [&](std::span<const Item> items) {
    for (std::size_t k = 0; k < items.size(); ++k) {
      out << (k > 0 ? "|" : "") << items[k].name;
      if (items[k].value != 1) out << "=" << items[k].value;
    }
  };
  for (std::size_t t = 0; t < s.size(); ++t) {
    out << " " << s.labels()[t];
    if (!s.edge_begin().empty()) {
      out << "{";
      show(s.edge_items(t));
      out << "}";
    }
    out << "(";
    show(s.node_items(t));
    out << ")";
  }
  return out.str() + "\n";
}

/// All sequences of a file, or the error.
inline std::string ShowFile(const std::string& path, const ReadOptions& options) {
  std::string out;
  try {
    SequenceReader reader(path, options);
    for (Sequence sequence; reader.Next(sequence);) out += Show(sequence);
  } catch (const Error& error) {
    std::string what = error.what();
    // The name of a temporary file is different each time.
    if (what.starts_with(path)) what.replace(0, path.size(), "FILE");
    return out + what;
  }
  return out;
}

inline std::string ShowText(std::string_view text, const ReadOptions& options = {}) {
  return ShowFile(TempFile(text).path(), options);
}

}  // namespace sagitta
