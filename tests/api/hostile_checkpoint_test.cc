// Checkpoints with a checksum that was made to match, for every method: an Error or a training that
// ends, nothing else. The fuzzer of checkpoints goes further.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <fstream>
#include <iterator>
#include <limits>

#include "base/temp_file.h"
#include "sagitta/error.h"
#include "train/checkpoint_fields.h"
#include "train/checkpoint_runs.h"

namespace sagitta {
namespace {

std::string BytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Values that a field of this type could be broken with, as bytes.
std::vector<std::uint64_t> BadValues(const std::string& type) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (type == "f8") {
    return {std::bit_cast<std::uint64_t>(0.0), std::bit_cast<std::uint64_t>(-1e300),
            std::bit_cast<std::uint64_t>(1e300), std::bit_cast<std::uint64_t>(kInfinity)};
  }
  if (type == "f4") return {std::bit_cast<std::uint32_t>(1e30F), 0};
  return {0, 3, UINT64_MAX, UINT64_MAX / 2};
}

/// True: refused.
bool Resume(const TrainSettings& settings, std::string bytes) {
  ResealCheckpoint(bytes);
  const TempFile file(bytes);
  try {
    ResumeSmall(settings, file.path());
  } catch (const Error&) {
    return true;
  }
  return false;
}

TEST(HostileCheckpoint, EveryFieldOfEveryMethod) {
  std::size_t tried = 0, refused = 0;
  for (const TrainSettings& settings : CheckpointSettings()) {
    SCOPED_TRACE(settings.method);
    const TempFile file("");
    WriteSmallCheckpoint(settings, file.path());
    const std::string original = BytesOf(file.path());
    EXPECT_FALSE(Resume(settings, original));
    for (const CheckpointField& field : FieldsOfCheckpoint(original)) {
      if (field.count == 0 || field.type == "c1") continue;
      for (const std::uint64_t value : BadValues(field.type)) {
        std::string bytes = original;
        std::memcpy(bytes.data() + field.element_at(field.count / 2), &value, field.element_size());
        refused += Resume(settings, bytes) ? 1 : 0;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 2000u);
  EXPECT_GT(refused, tried / 4);
}

}  // namespace
}  // namespace sagitta
