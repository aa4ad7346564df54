// LogStream: where a training log goes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace sagitta::compat {

/// Where the log goes: standard output or a file. Everything is written at once, for those who
/// watch. When the reader of standard output leaves, training goes on without a log.
class LogStream {
 public:
  /// "-" is standard output. Throws Error(kSystem) when the file cannot be written, Write too.
  explicit LogStream(const std::string& path);
  ~LogStream();
  LogStream(const LogStream&) = delete;
  LogStream& operator=(const LogStream&) = delete;

  void Write(std::string_view text);

 private:
  std::string path_;
  std::FILE* file_;
  bool open_ = true;
};

}  // namespace sagitta::compat
