// Output: writes the data of a command to standard output, or to a file that appears when it is
// complete.
#pragma once

#include <string>
#include <string_view>

#include "sagitta/output_file.h"

namespace sagitta::cli {

using sagitta::CheckWritable;

/// Thrown if the reader of standard output closed the pipe. This is not a failure.
struct ClosedPipe {};

/// An OutputFile for which a closed pipe is no failure. Not thread-safe.
class Output {
 public:
  /// "-" is standard output.
  explicit Output(const std::string& path = "-");

  /// All of these throw Error(kSystem) if writing fails, and ClosedPipe.
  void Write(std::string_view text);
  void Flush();
  /// Must be called at the end.
  void Finish();

 private:
  OutputFile file_;
};

/// Writes a text to standard output.
void Show(std::string_view text);

/// Whether another program may be waiting for the result of one sequence before it sends the next:
/// the input (a path, or "-" for standard input) is not a regular file.
bool IsLive(const std::string& path);

}  // namespace sagitta::cli
