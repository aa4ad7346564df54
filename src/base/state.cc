// State: the bytes of a field.
//
//   2  length of the name      the name, with those of the parts it is in
//   2  type: "f4", "u8", ...
//   8  number of elements      the elements
#include "base/state.h"

#include <cstring>

#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::size_t kTypeSize = 2;

[[noreturn]] void Refuse(const std::string& why) { throw Error(ErrorKind::kData, why); }

}  // namespace

std::size_t State::Enter(std::string_view name) {
  const std::size_t outer = path_.size();
  path_.append(name).append(".");
  return outer;
}

void State::RefuseValue(std::string_view name) const {
  Refuse("the field '" + FullName(name) + "' has a value that no training writes");
}

void State::Elements(std::string_view name, std::string_view type, void* data, std::size_t count,
                     std::size_t size) {
  const std::uint64_t stored = Begin(name, type, count);
  if (stored != count) {
    Refuse("the field '" + FullName(name) + "' has " + std::to_string(stored) +
           " elements, expected " + std::to_string(count));
  }
  Bytes(data, count * size);
}

std::uint64_t StateWriter::Begin(std::string_view name, std::string_view type,
                                 std::uint64_t count) {
  const std::string full = FullName(name);
  auto length = static_cast<std::uint16_t>(full.size());
  Bytes(&length, sizeof length);
  bytes_.append(full).append(type);
  Bytes(&count, sizeof count);
  return count;
}

void StateWriter::Bytes(void* data, std::size_t size) {
  bytes_.append(static_cast<const char*>(data), size);
}

std::uint64_t StateReader::Begin(std::string_view name, std::string_view type, std::uint64_t) {
  const std::string expected = FullName(name);
  const auto refuse_end = [&expected] {
    Refuse("the state ends before the end of the field '" + expected + "'");
  };
  std::uint16_t length = 0;
  if (bytes_.size() < sizeof length) refuse_end();
  Bytes(&length, sizeof length);
  if (bytes_.size() < length + kTypeSize + sizeof(std::uint64_t)) refuse_end();
  const std::string found(bytes_.substr(0, length));
  const std::string found_type(bytes_.substr(length, kTypeSize));
  bytes_.remove_prefix(length + kTypeSize);
  std::uint64_t count = 0;
  Bytes(&count, sizeof count);
  if (found != expected) Refuse("found the field '" + found + "', expected '" + expected + "'");
  if (found_type != type) {
    Refuse("the field '" + expected + "' has the type " + found_type + ", expected " +
           std::string(type));
  }
  const auto size = static_cast<std::size_t>(type[1] - '0');
  if (count > bytes_.size() / size) refuse_end();
  return count;
}

void StateReader::Bytes(void* data, std::size_t size) {
  CheckLeft(size);
  // An empty array may have no address.
  if (size > 0) std::memcpy(data, bytes_.data(), size);
  bytes_.remove_prefix(size);
}

void StateReader::CheckLeft(std::uint64_t count) const {
  if (count > bytes_.size()) Refuse("the state ends too early");
}

void StateReader::Finish() const {
  if (!bytes_.empty()) Refuse("the state has data after its last field");
}

}  // namespace sagitta
