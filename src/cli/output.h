// Output: writes the data of a command to standard output, or to a file that appears when it is
// complete.
#pragma once

#include <string>
#include <string_view>

namespace sagitta::cli {

/// Thrown if the reader of standard output closed the pipe. This is not a failure.
struct ClosedPipe {};

/// Buffered. Not thread-safe.
class Output {
 public:
  /// "-" is standard output. A file is written under a temporary name and renamed by Finish().
  explicit Output(const std::string& path = "-");
  /// Removes a file that was not finished.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// All of these throw Error(kSystem) if writing fails, and ClosedPipe.
  void Write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= kPiece) Flush();
  }
  void Flush();
  /// Must be called at the end.
  void Finish();

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  [[noreturn]] void Fail(int error) const;

  std::string path_;
  std::string temporary_;  // empty if written in place
  std::string buffer_;
  int descriptor_;
};

/// Writes a text to standard output.
void Show(std::string_view text);

/// Throws Error(kSystem) if a file cannot be created at `path`, to detect this before hours of
/// work.
void CheckWritable(const std::string& path);

/// Whether another program may be waiting for the result of one sequence before it sends the next:
/// the input (a path, or "-" for standard input) is not a regular file.
bool IsLive(const std::string& path);

}  // namespace sagitta::cli
