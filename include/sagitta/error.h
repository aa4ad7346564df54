// The one exception type that Sagitta throws.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace sagitta {

/// Who has to act on an error; the command line turns it into the exit status.
enum class ErrorKind {
  kUsage,   // a setting or an option makes no sense: exit 2
  kData,    // an input file does not hold what it should: exit 1
  kSystem,  // the operating system refused (open, write, memory): exit 1
};

/// A place in an input file. Line and column count from 1; 0 means "not known".
struct Location {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Everything the library throws. what() is `file:line:column: message`, with the parts that are
/// known.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message);
  Error(ErrorKind kind, Location where, const std::string& message);

  ErrorKind kind() const { return kind_; }
  const Location& where() const { return where_; }

 private:
  ErrorKind kind_;
  Location where_;
};

}  // namespace sagitta
