// WapitiText: the contents of Wapiti's model file, for dump and update.
//
// For labelling, Model::Load reads models and keeps only what labelling needs. Dumping keeps the
// order of the file, and updating keeps everything in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta::compat {

struct WapitiText {
  std::string head;  // from the second line up to the weights
  std::string type;  // of the first line, with a # at its end; empty in old files
  std::vector<std::string> labels;
  std::vector<std::string> observations;
  std::vector<std::uint64_t> first;         // [observations + 1]: index of each one's first weight
  std::map<std::uint64_t, double> weights;  // by index; those that are not stored are 0

  /// Whether an observation has a weight for each label, or for each pair of labels. Some have
  /// both; then those of the labels come first.
  static bool HasLabels(std::string_view observation) { return observation.front() != 'b'; }
  static bool HasPairs(std::string_view observation) { return observation.front() != 'u'; }
};

/// All bytes of a file; "-" is standard input. Throws Error(kSystem).
std::string ReadWhole(const std::string& path);

/// "-" is standard input. Throws Error(kData) when it is not such a model, and what ReadWhole
/// throws.
WapitiText ReadWapitiText(const std::string& path);

/// "-" is standard output.
void WriteWapitiText(const WapitiText& model, const std::string& path);

}  // namespace sagitta::compat
