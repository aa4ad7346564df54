// The list of mappings: slots that are claimed by a name, so that a signal handler needs no lock.
#include "base/mapped_files.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "sagitta/output_file.h"

namespace sagitta {
namespace {

constexpr std::size_t kSlots = 64;  // more mappings than that have no name in messages

struct Mapping {
  std::atomic<bool> taken{false};
  std::atomic<char*> path{nullptr};  // null: the rest is not valid
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> size{0};
};

std::array<Mapping, kSlots> g_mappings;

}  // namespace

int ListMapping(const void* begin, std::size_t size, const std::string& path) {
  for (std::size_t k = 0; k < kSlots; ++k) {
    Mapping& mapping = g_mappings[k];
    if (mapping.taken.exchange(true)) continue;
    char* const copy = new char[path.size() + 1];
    std::memcpy(copy, path.c_str(), path.size() + 1);
    mapping.begin = reinterpret_cast<std::uintptr_t>(begin);
    mapping.size = size;
    mapping.path = copy;
    return static_cast<int>(k);
  }
  return -1;
}

void UnlistMapping(int slot) {
  if (slot < 0) return;
  Mapping& mapping = g_mappings[static_cast<std::size_t>(slot)];
  delete[] mapping.path.exchange(nullptr);
  mapping.taken = false;
}

const char* MappedModelAt(const void* address) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Mapping& mapping : g_mappings) {
    const char* const path = mapping.path;
    if (path != nullptr && at - mapping.begin < mapping.size) return path;
  }
  return nullptr;
}

}  // namespace sagitta
