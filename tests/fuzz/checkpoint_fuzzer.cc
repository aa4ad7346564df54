// Fuzzer for checkpoints. The first byte chooses a training; the rest changes a checkpoint of it,
// whose checksum is then corrected, and the training is continued from it. A change is 13 bytes:
// what to do, the field, the element and a value. Fields are changed rather than bytes, because
// most other changes give a file that is refused for its names.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "fuzz.h"
#include "train/checkpoint_fields.h"
#include "train/checkpoint_runs.h"

namespace sagitta::fuzz {
namespace {

struct Original {
  TrainSettings settings;
  std::string bytes;
  std::vector<CheckpointField> fields;
};

/// In memory where that is possible: every checkpoint is flushed to disk.
std::string TemporaryPath() {
  const std::string folder = std::filesystem::exists("/dev/shm")
                                 ? "/dev/shm"
                                 : std::filesystem::temp_directory_path().string();
  return folder + "/sagitta-fuzz-" + std::to_string(getpid());
}

Original MakeOriginal(const TrainSettings& settings) {
  const std::string path = TemporaryPath();
  WriteSmallCheckpoint(settings, path);
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  auto fields = FieldsOfCheckpoint(bytes);
  return {settings, std::move(bytes), std::move(fields)};
}

/// Made when it is first asked for.
const Original& OriginalOf(std::size_t training) {
  static const std::vector<TrainSettings> settings = CheckpointSettings();
  static std::map<std::size_t, Original> originals;
  training %= settings.size();
  const auto found = originals.find(training);
  if (found != originals.end()) return found->second;
  return originals.emplace(training, MakeOriginal(settings[training])).first->second;
}

template <class T>
T Take(std::string_view& data) {
  T value{};
  std::memcpy(&value, data.data(), sizeof value);
  data.remove_prefix(sizeof value);
  return value;
}

constexpr std::size_t kChangeSize = 13;

/// Only changes of a number of elements move what follows, and only one of them is made.
void ApplyChange(std::string_view& data, const Original& original, std::string& bytes) {
  const auto what = Take<std::uint8_t>(data);
  const CheckpointField& field =
      original.fields[Take<std::uint16_t>(data) % original.fields.size()];
  const auto element = Take<std::uint16_t>(data);
  const auto value = Take<std::uint64_t>(data);
  const bool resizes = what >= 240 && bytes.size() == original.bytes.size();
  if (!resizes) {
    if (field.count == 0) return;
    std::memcpy(bytes.data() + field.element_at(element % field.count), &value,
                field.element_size());
    return;
  }
  const std::uint64_t count = value % (field.count + 3);
  std::memcpy(bytes.data() + field.count_at, &count, sizeof count);
  const std::size_t begin = field.element_at(0);
  std::string elements = bytes.substr(begin, field.count * field.element_size());
  elements.resize(count * field.element_size());
  bytes.replace(begin, field.count * field.element_size(), elements);
}

}  // namespace
}  // namespace sagitta::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sagitta::fuzz;
  static const MemoryFile file;
  if (size < 1) return 0;
  const Original& original = OriginalOf(data[0]);
  std::string bytes = original.bytes;
  std::string_view rest = AsText(data + 1, size - 1);
  for (bool resized = false; rest.size() >= kChangeSize && !resized;) {
    ApplyChange(rest, original, bytes);
    resized = bytes.size() != original.bytes.size();
  }
  sagitta::ResealCheckpoint(bytes);
  file.Set(bytes);
  Try([&] { sagitta::ResumeSmall(original.settings, file.path()); });
  return 0;
}
