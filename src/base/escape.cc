// Escaping is the same for labels and attributes; they differ in what the format cannot express.
#include "base/escape.h"

#include <charconv>
#include <cmath>

#include "sagitta/error.h"

namespace sagitta {
namespace {

void AppendEscaped(std::string& out, std::string_view text) {
  if (text.find_first_of("\t\n") != std::string_view::npos) {
    throw Error(ErrorKind::kData,
                "a name with a TAB or a line break cannot be written as attribute text: '" +
                    std::string(text) + "'");
  }
  for (const char byte : text) {
    if (byte == '\\' || byte == ':') out += '\\';
    out += byte;
  }
}

// A CR at the end of a line would be read as part of a CRLF.
bool EndsWithReturn(std::string_view text) { return !text.empty() && text.back() == '\r'; }

}  // namespace

void AppendLabel(std::string& out, std::string_view label) {
  if (label.empty() || label.front() == '@') {
    throw Error(ErrorKind::kData,
                "a label that is empty or starts with '@' cannot be written as attribute text: '" +
                    std::string(label) + "'");
  }
  AppendEscaped(out, label);
  if (EndsWithReturn(label)) out += ':';
}

void AppendAttribute(std::string& out, std::string_view name, double value) {
  if (!std::isfinite(value)) {
    throw Error(ErrorKind::kData,
                "the value of attribute '" + std::string(name) + "' is not finite");
  }
  out += '\t';
  AppendEscaped(out, name);
  // An empty name would disappear between two TABs. A colon without a number means the value 1.
  if (value == 1.0 && !name.empty() && !EndsWithReturn(name)) return;
  out += ':';
  if (value == 1.0) return;
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

}  // namespace sagitta
