// Allocation of AlignedBuffer: alignment, huge pages, and the refusal of arrays that cannot fit.
#include "base/aligned_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "sagitta/error.h"

namespace sagitta {

std::size_t PhysicalMemory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

namespace internal {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kCacheLine = 64;

std::size_t RoundUp(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

// Large arrays are aligned to huge pages and request them; small ones are aligned to a cache line.
// An array larger than the physical memory is refused here: the operating system might grant it,
// and kill the process when it is used.
void* AllocateAligned(std::size_t count, std::size_t size) {
  const std::size_t limit = PhysicalMemory();
  const bool fits = count <= limit / size;
  const std::size_t bytes = fits ? count * size + kCacheLine : 0;
  const bool large = bytes >= kHugePage;
  const std::size_t unit = large ? kHugePage : kCacheLine;
  void* memory = fits ? std::aligned_alloc(unit, RoundUp(bytes, unit)) : nullptr;
  if (memory == nullptr) {
    throw Error(ErrorKind::kSystem, "not enough memory for an array of " + std::to_string(count) +
                                        " x " + std::to_string(size) + " bytes");
  }
  if (large) madvise(memory, RoundUp(bytes, unit), MADV_HUGEPAGE);
  return memory;
}

void* AllocateZeroed(std::size_t count, std::size_t size) {
  void* const memory = AllocateAligned(count, size);
  std::memset(memory, 0, count * size + kCacheLine);
  return memory;
}

void FreeAligned::operator()(void* memory) const { std::free(memory); }

}  // namespace internal

}  // namespace sagitta
