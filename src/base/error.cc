// Error: the message is prefixed with the location, as file:line:column.
#include "sagitta/error.h"

#include <utility>

namespace sagitta {
namespace {

std::string Prefix(const Location& where) {
  if (where.file.empty()) return {};
  std::string text = where.file;
  if (where.line > 0) text += ":" + std::to_string(where.line);
  if (where.line > 0 && where.column > 0) text += ":" + std::to_string(where.column);
  return text + ": ";
}

// What a message quotes may be a whole file.
constexpr std::size_t kLongest = 1000;
constexpr std::size_t kTail = 200;

// Where to cut UTF-8 at or before `at`, so that no character is split.
std::size_t CharacterBegin(const std::string& text, std::size_t at) {
  const std::size_t lowest = at - 3;
  while (at > lowest && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

// The middle of a message that is too long is left out.
std::string Cut(const std::string& text) {
  if (text.size() <= kLongest) return text;
  const std::size_t head = CharacterBegin(text, kLongest - kTail);
  const std::size_t tail = CharacterBegin(text, text.size() - kTail);
  return text.substr(0, head) + " [... " + std::to_string(tail - head) + " bytes left out ...] " +
         text.substr(tail);
}

// A NUL would end the message, and other control characters could do anything to a terminal.
std::string Printable(const std::string& text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\t') {
      out += c;
    } else {
      out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

std::string Shown(const std::string& message) { return Printable(Cut(message)); }

}  // namespace

Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(Shown(message)), kind_(kind) {}

Error::Error(ErrorKind kind, Location where, const std::string& message)
    : std::runtime_error(Shown(Prefix(where) + message)), kind_(kind), where_(std::move(where)) {}

}  // namespace sagitta
