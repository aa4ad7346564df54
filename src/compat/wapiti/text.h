// WapitiText: Wapiti's model file as it stands, for dump and update.
//
// Models that label are read by Model::Load, which keeps no more than labelling needs. Dumping
// keeps the order of the file, and updating all that is in it.
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

  /// Whether an observation has weights with each label, or with each pair of labels; some have
  /// both, the former first.
  static bool HasLabels(std::string_view observation) { return observation.front() != 'b'; }
  static bool HasPairs(std::string_view observation) { return observation.front() != 'u'; }
};

/// All bytes of a file; "-" is standard input. Throws Error(kSystem).
std::string ReadWhole(const std::string& path);

/// "-" is standard input. Throws Error(kData) when it is no such model, and as ReadWhole does.
WapitiText ReadWapitiText(const std::string& path);

/// "-" is standard output.
void WriteWapitiText(const WapitiText& model, const std::string& path);

}  // namespace sagitta::compat
