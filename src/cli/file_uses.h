// FileUses: which files a command reads and writes, so that none is lost to an output.
#pragma once

#include <string>
#include <vector>

namespace sagitta::cli {

/// Whether two paths lead to one file: through links too, and also when it does not exist yet.
/// Devices and pipes, which nothing can overwrite, are never the same; "-" is not looked into.
bool SameFile(const std::string& one, const std::string& other);

/// A command lists its files here before it opens any of them. Empty paths are options that were
/// not given.
class FileUses {
 public:
  /// `option` as the user knows it: "--dev", "FILE". "-" is standard input.
  void Reads(const std::string& option, const std::string& path);
  void Reads(const std::string& option, const std::vector<std::string>& paths);
  /// "-" is standard output.
  void Writes(const std::string& option, const std::string& path);

  /// Throws Error(kUsage) that names both options when an output is the same file as an input or as
  /// another output.
  void Check() const;

 private:
  struct Use {
    std::string option;
    std::string path;
  };

  std::vector<Use> inputs_;
  std::vector<Use> outputs_;
};

}  // namespace sagitta::cli
