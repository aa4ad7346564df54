// LogStream: the destination of a training log.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace sagitta::compat {

/// Standard output or a file. Everything is written immediately, for people who watch it. When the
/// reader of standard output closes it, training continues without a log.
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
