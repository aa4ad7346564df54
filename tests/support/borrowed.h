// Borrowed: something that is owned elsewhere, where a shared pointer is expected.
#pragma once

#include <memory>

namespace sagitta {

template <class T>
std::shared_ptr<const T> Borrowed(const T& owned_elsewhere) {
  return {&owned_elsewhere, [](const T*) {}};
}

}  // namespace sagitta
