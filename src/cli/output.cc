// Output: tells a closed pipe from a full disk.
#include "cli/output.h"

#include <sys/stat.h>
#include <unistd.h>

namespace sagitta::cli {
namespace {

template <class Action>
void UnlessClosed(Action action) {
  try {
    action();
  } catch (const BrokenPipe&) {
    throw ClosedPipe();
  }
}

}  // namespace

Output::Output(const std::string& path) : file_(path) {}

void Output::Write(std::string_view text) {
  UnlessClosed([&] { file_.Write(text); });
}

void Output::Flush() {
  UnlessClosed([&] { file_.Flush(); });
}

void Output::Finish() {
  UnlessClosed([&] { file_.Commit(); });
}

void Show(std::string_view text) {
  Output output;
  output.Write(text);
  output.Finish();
}

bool IsLive(const std::string& path) {
  struct stat status;
  const int found = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  return found == 0 && !S_ISREG(status.st_mode);
}

}  // namespace sagitta::cli
