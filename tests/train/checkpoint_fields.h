// The fields of a checkpoint, for tests and fuzzers that change them, and a checksum that matches.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sagitta {

struct CheckpointField {
  std::string name;
  std::string type;  // "f8"
  std::uint64_t count = 0;
  std::size_t count_at = 0;  // where the number of elements stands; they follow

  std::size_t element_size() const { return static_cast<std::size_t>(type[1] - '0'); }
  std::size_t element_at(std::uint64_t k) const { return count_at + 8 + k * element_size(); }
};

inline constexpr std::size_t kCheckpointFieldsAt = 24;  // magic bytes, version, checksum

/// All fields, those of the key included. REQUIRES: the checkpoint is whole.
inline std::vector<CheckpointField> FieldsOfCheckpoint(const std::string& bytes) {
  std::vector<CheckpointField> fields;
  for (std::size_t at = kCheckpointFieldsAt; at < bytes.size();) {
    std::uint16_t length = 0;
    std::memcpy(&length, bytes.data() + at, sizeof length);
    CheckpointField field;
    field.name = bytes.substr(at + 2, length);
    field.type = bytes.substr(at + 2 + length, 2);
    field.count_at = at + 4 + length;
    std::memcpy(&field.count, bytes.data() + field.count_at, sizeof field.count);
    at = field.element_at(field.count);
    fields.push_back(std::move(field));
  }
  return fields;
}

/// Makes the checksum agree with the rest again, as someone with bad intentions would.
inline void ResealCheckpoint(std::string& bytes) {
  if (bytes.size() < kCheckpointFieldsAt) return;
  const std::uint64_t checksum =
      XXH3_64bits(bytes.data() + kCheckpointFieldsAt, bytes.size() - kCheckpointFieldsAt);
  std::memcpy(bytes.data() + 16, &checksum, sizeof checksum);
}

}  // namespace sagitta
