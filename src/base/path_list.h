// PathList: names of files for signal handlers, which may neither lock nor use the heap.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <string>

namespace sagitta {

/// Up to kSlots paths at a time; more are not kept. Thread-safe; ForEach may be called in a signal
/// handler.
class PathList {
 public:
  /// The slot of a path, or -1 if there is no room.
  int Add(const std::string& path) {
    for (std::size_t k = 0; k < kSlots; ++k) {
      char* none = nullptr;
      if (slots_[k].load() != nullptr) continue;
      char* copy = new char[path.size() + 1];
      std::memcpy(copy, path.c_str(), path.size() + 1);
      if (slots_[k].compare_exchange_strong(none, copy)) return static_cast<int>(k);
      delete[] copy;
    }
    return -1;
  }
  void Remove(int slot) {
    if (slot >= 0) delete[] slots_[static_cast<std::size_t>(slot)].exchange(nullptr);
  }

  template <class Visit>
  void ForEach(Visit visit) const {
    for (const std::atomic<char*>& slot : slots_) {
      if (const char* path = slot.load(); path != nullptr) visit(path);
    }
  }

 private:
  static constexpr std::size_t kSlots = 64;
  std::array<std::atomic<char*>, kSlots> slots_{};
};

}  // namespace sagitta
