// IsLive: looks at the type of the input file.
#include "cli/live.h"

#include <sys/stat.h>
#include <unistd.h>

namespace sagitta::cli {

bool IsLive(const std::string& path) {
  struct stat status;
  const int found = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  return found == 0 && !S_ISREG(status.st_mode);
}

}  // namespace sagitta::cli
