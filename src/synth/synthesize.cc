// The public functions: tasks by name, and the loop over sequences.
#include "sagitta/error.h"
#include "sagitta/synth.h"
#include "synth/generator.h"

namespace sagitta {
namespace {

// Large enough that the cost of a call does not matter, small enough to stay in
// the cache.
constexpr std::size_t kPiece = std::size_t{1} << 16;

/// The position of a task in SynthTasks(), which also separates the random
/// streams.
std::size_t TaskNumber(const std::string &task) {
  const std::vector<SynthTask> &tasks = SynthTasks();
  std::string names;
  for (std::size_t number = 0; number < tasks.size(); ++number) {
    if (tasks[number].name == task) return number;
    names += (number == 0 ? "" : ", ") + tasks[number].name;
  }
  throw Error(ErrorKind::kUsage, "unknown task '" + task + "'; the tasks are " + names);
}

std::unique_ptr<SynthGenerator> MakeGenerator(std::size_t task, bool attributes) {
  switch (task) {
    case 0:
      return MakeOcrGenerator();
    case 1:
      return MakeChunkGenerator(attributes);
    case 2:
      return MakeNerGenerator(attributes);
    case 3:
      return MakePosGenerator(attributes);
    case 4:
      return MakeGridGenerator();
    case 5:
      return MakeTreeGenerator();
    default:
      return MakeSkipGenerator();
  }
}

}  // namespace

const std::vector<SynthTask> &SynthTasks() {
  static const std::vector<SynthTask> tasks = {
      {"ocr", "letters of words from noisy 16x8 images; 26 labels, attributes only"},
      {"chunk", "phrases from words and parts of speech; 20 labels"},
      {"ner", "names of people, places, organisations and others; 9 labels"},
      {"pos", "parts of speech from words and their endings; 45 labels"},
      {"grid", "maps of regions seen through noise; graphs, 4 labels, attributes only"},
      {"tree",
       "families, each member marked by its parent; graphs, 6 labels, "
       "attributes only"},
      {"skip", "names that come again in a report; graphs, 4 labels, attributes only"},
  };
  return tasks;
}

std::string SynthTemplate(const std::string &task) {
  switch (TaskNumber(task)) {
    case 1:
      return ChunkTemplate();
    case 2:
      return NerTemplate();
    case 3:
      return PosTemplate();
    default:
      return "";
  }
}

void Synthesize(const SynthSettings &settings, const std::function<bool(std::string_view)> &write) {
  const std::size_t task = TaskNumber(settings.task);
  const std::unique_ptr<SynthGenerator> generator = MakeGenerator(task, settings.attributes);
  std::string piece;
  for (std::uint64_t k = 0; k < settings.sequences; ++k) {
    SynthRandom random(task, settings.seed, k);
    generator->Append(random, piece);
    if (piece.size() >= kPiece) {
      if (!write(piece)) return;
      piece.clear();
    }
  }
  if (!piece.empty()) write(piece);
}

}  // namespace sagitta
