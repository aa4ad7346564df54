// FileUses: the files that a command reads and writes, so that no output overwrites another file of
// it.
#pragma once

#include <string>
#include <vector>

namespace sagitta::cli {

/// Whether two paths denote the same file, also through links, and also if it does not exist yet.
/// Devices and pipes, which cannot be overwritten, are never the same; "-" is not resolved.
bool SameFile(const std::string& one, const std::string& other);

/// A command lists its files here before it opens them. Empty paths are options that were not
/// given.
class FileUses {
 public:
  /// `option` as shown to the user: "--dev", "FILE". "-" is standard input.
  void Reads(const std::string& option, const std::string& path);
  void Reads(const std::string& option, const std::vector<std::string>& paths);
  /// "-" is standard output.
  void Writes(const std::string& option, const std::string& path);

  /// Throws Error(kUsage), with the names of both options, if an output is the same file as an
  /// input or another output, or if two inputs are standard input.
  void Check() const;

 private:
  struct Use {
    std::string option;
    std::string path;
  };

  void CheckStandardInput() const;

  std::vector<Use> inputs_;
  std::vector<Use> outputs_;
};

}  // namespace sagitta::cli
