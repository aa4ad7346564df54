// Writing a log, and the choice of sequences for error rates.
#include "compat/shared/training.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compat/shared/arguments.h"
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

void ProgramObserver::OnStart(const TrainStart& start) {
  interrupt_.emplace();
  if (start.large_values.attributes == 0) return;
  Note(program_, "warning: " + start.large_values.Text() +
                     "; training may fail to converge; divide the values");
}

Corpus ErrorSample(const Corpus& corpus) {
  constexpr std::uint64_t kMost = 500;
  const std::uint64_t all = corpus.Size().sequences;
  if (all <= kMost) return corpus;
  std::vector<std::uint32_t> some;
  for (std::uint64_t k = 0; k < kMost; ++k) {
    some.push_back(static_cast<std::uint32_t>(k * all / kMost));
  }
  return corpus.Select(some);
}

}  // namespace sagitta::compat
