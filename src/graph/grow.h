// Scratch that only grows.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/aligned_buffer.h"

namespace sagitta {

/// Makes room for `size` elements; their values are lost when it grows.
template <class T>
void Grow(AlignedBuffer<T>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer = AlignedBuffer<T>(std::max(size, buffer.size() * 3 / 2));
}

}  // namespace sagitta
