// FileUses: whether two names are the same file.
#include "cli/file_uses.h"

#include <sys/stat.h>

#include <filesystem>

#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

/// The path with links, dots and the working directory resolved, as far as it exists.
std::filesystem::path Resolved(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path resolved =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  return ignored ? std::filesystem::path(path) : resolved;
}

constexpr char kStandardInput[] = "/dev/stdin";

/// Standard input and output by a name that stat accepts.
std::string Named(const std::string& path, const char* standard) {
  return path == "-" ? standard : path;
}

}  // namespace

bool SameFile(const std::string& one, const std::string& other) {
  struct stat first {};
  struct stat second {};
  const bool has_first = stat(one.c_str(), &first) == 0;
  const bool has_second = stat(other.c_str(), &second) == 0;
  if (has_first != has_second) return false;
  if (!has_first) return Resolved(one) == Resolved(other);
  return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

void FileUses::Reads(const std::string& option, const std::string& path) {
  if (!path.empty()) inputs_.push_back({option, Named(path, kStandardInput)});
}

void FileUses::Reads(const std::string& option, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) Reads(option, path);
}

void FileUses::Writes(const std::string& option, const std::string& path) {
  if (!path.empty()) outputs_.push_back({option, Named(path, "/dev/stdout")});
}

// A second reader of standard input would find nothing.
void FileUses::CheckStandardInput() const {
  const Use* first = nullptr;
  for (const Use& input : inputs_) {
    if (input.path != kStandardInput) continue;
    if (first != nullptr) {
      throw Error(ErrorKind::kUsage, first->option + " and " + input.option +
                                         " are both standard input, which can be read only once: "
                                         "give one of them as a file");
    }
    first = &input;
  }
}

void FileUses::Check() const {
  CheckStandardInput();
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    const Use& output = outputs_[k];
    for (const Use& input : inputs_) {
      if (!SameFile(output.path, input.path)) continue;
      throw Error(ErrorKind::kUsage, output.option + " " + output.path + " would overwrite " +
                                         input.option + " " + input.path + ": it is the same file");
    }
    for (std::size_t j = 0; j < k; ++j) {
      if (!SameFile(output.path, outputs_[j].path)) continue;
      throw Error(ErrorKind::kUsage, output.option + " " + output.path + " and " +
                                         outputs_[j].option + " " + outputs_[j].path +
                                         " are the same file: give each its own");
    }
  }
}

}  // namespace sagitta::cli
