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

}  // namespace

Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(message), kind_(kind) {}

Error::Error(ErrorKind kind, Location where, const std::string& message)
    : std::runtime_error(Prefix(where) + message), kind_(kind), where_(std::move(where)) {}

}  // namespace sagitta
