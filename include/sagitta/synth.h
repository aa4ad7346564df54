// Deterministic demonstration corpora: four shaped like the tasks of Schmidt et al. 2015, and three
// of graphs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace sagitta {

struct SynthSettings {
  std::string task = "chunk";  // ocr, chunk, ner, pos, grid, tree or skip
  std::uint64_t sequences = 1000;
  std::uint64_t seed = 1;
  /// Attribute text (CRFsuite's) instead of columns. `ocr` and graphs are always attribute text.
  bool attributes = false;
};

struct SynthTask {
  std::string name;
  std::string summary;
};

/// All tasks.
const std::vector<SynthTask>& SynthTasks();

/// The CRF++ template that goes with a task's column form; empty for tasks without columns.
std::string SynthTemplate(const std::string& task);

/// Passes the corpus piece by piece to `write`. Sequence k depends only on (task, seed, k), so a
/// longer corpus starts with the shorter one. `write` returns false to stop early. Throws
/// Error(kUsage) for an unknown task.
void Synthesize(const SynthSettings& settings, const std::function<bool(std::string_view)>& write);

}  // namespace sagitta

#pragma GCC visibility pop
