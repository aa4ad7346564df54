#include "base/state.h"

#include <cstring>

#include "sagitta/error.h"

namespace sagitta {

void State::CheckCount(std::uint64_t count) {
  std::uint64_t stored = count;
  Value(stored);
  if (stored != count) {
    throw Error(ErrorKind::kData, "the state has an array of " + std::to_string(stored) +
                                      " elements where " + std::to_string(count) + " were wanted");
  }
}

void StateWriter::Bytes(void* data, std::size_t size) {
  bytes_.append(static_cast<const char*>(data), size);
}

void StateReader::Bytes(void* data, std::size_t size) {
  CheckLeft(size, 1);
  // An empty array may have no address.
  if (size > 0) std::memcpy(data, bytes_.data(), size);
  bytes_.remove_prefix(size);
}

void StateReader::CheckLeft(std::uint64_t count, std::size_t size) const {
  if (count > bytes_.size() / size) throw Error(ErrorKind::kData, "the state ends too early");
}

void StateReader::Finish() const {
  if (!bytes_.empty()) throw Error(ErrorKind::kData, "the state has bytes that nobody wants");
}

}  // namespace sagitta
