// Writing a log line by line.
#include "compat/shared/log_stream.h"

#include <cerrno>
#include <cstring>

#include "sagitta/error.h"

namespace sagitta::compat {

LogStream::LogStream(const std::string& path)
    : path_(path), file_(path == "-" ? stdout : std::fopen(path.c_str(), "w")) {
  if (file_ == nullptr) {
    throw Error(ErrorKind::kSystem, path_ + ": cannot write: " + std::strerror(errno));
  }
}

LogStream::~LogStream() {
  if (file_ != stdout) std::fclose(file_);
}

void LogStream::Write(std::string_view text) {
  if (!open_) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0) {
    return;
  }
  if (errno != EPIPE) {
    const std::string name = path_ == "-" ? "standard output" : path_;
    throw Error(ErrorKind::kSystem, name + ": cannot write: " + std::strerror(errno));
  }
  open_ = false;
}

}  // namespace sagitta::compat
