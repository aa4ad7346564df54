// AlignedBuffer: a zeroed array that is aligned to a cache line, and on huge pages if it is large.
//
// Weight rows are visited in random order: with 4 KiB pages, nearly every visit would miss the TLB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace sagitta {

/// Bytes of physical memory that the machine has.
std::size_t PhysicalMemory();

namespace internal {
/// Allocates `count` elements of `size` bytes, without values. Throws Error(kSystem) if the machine
/// does not have enough memory.
void* AllocateAligned(std::size_t count, std::size_t size);
/// The same, all of them zero.
void* AllocateZeroed(std::size_t count, std::size_t size);

struct FreeAligned {
  void operator()(void* memory) const;
};
}  // namespace internal

template <class T>
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  /// `size` zeros, followed by at least 64 bytes that a vector load past the end may read.
  explicit AlignedBuffer(std::size_t size)
      : data_(static_cast<T*>(internal::AllocateZeroed(size, sizeof(T)))), size_(size) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t k) { return data_.get()[k]; }
  const T& operator[](std::size_t k) const { return data_.get()[k]; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  std::unique_ptr<T[], internal::FreeAligned> data_;
  std::size_t size_ = 0;
};

}  // namespace sagitta
