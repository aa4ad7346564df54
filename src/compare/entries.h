// Entries: the methods of a comparison, as they were listed, each with options of its own.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sagitta {

/// One element of the list, NAME or NAME:OPTION=VALUE:...
struct CompareEntry {
  std::string name;  // the whole element
  std::string method;
  std::map<std::string, std::string> options;  // those that were given
  bool tuned = false;  // the method has step sizes, and none was given: powers of ten are tried
};

/// Reads the list; "all" stands for every method. An element that comes twice counts once. Throws
/// Error(kUsage) for a method or an option that does not exist.
std::vector<CompareEntry> ParseEntries(const std::vector<std::string>& list);

}  // namespace sagitta
