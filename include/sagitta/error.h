// Error: what the library throws.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)

namespace sagitta {

/// What went wrong; the command line turns it into the exit status.
enum class ErrorKind {
  kUsage,   // a setting, an option or a call is wrong: exit 2
  kData,    // the input is not what it should be: exit 1
  kSystem,  // the operating system refused (open, write, memory): exit 1
};

/// A place in an input file. Line and column count from 1; 0 means "not known".
struct Location {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Everything that the library throws itself is an Error (Diverged, in train.h, is one); besides,
/// there are std::bad_alloc and what callbacks throw. what() is `file:line:column: message`, with
/// the parts that are known. Control characters are shown as \xHH, and the middle of a message
/// above 1000 bytes is left out. The library never prints, exits or reads the environment.
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

#pragma GCC visibility pop
