// MakeMemory: a memory of gradients in the form that was asked for.
#pragma once

#include <memory>

#include "optim/parts/gradient_memory.h"
#include "optim/parts/memory_form.h"

namespace sagitta {

/// Half of the machine's memory, in bytes.
std::uint64_t LargestMemory();

/// All gradients are zero. The oracle must outlive the memory. Throws Error(kUsage) for a form that
/// takes more than `limit` bytes, unless it is the smallest, which is tried in any case.
/// REQUIRES: the oracle has the form's shape.
template <class Real>
std::unique_ptr<GradientMemory<Real>> MakeMemory(const Oracle<Real>& oracle, MemoryForm form,
                                                 std::uint64_t limit = LargestMemory());

}  // namespace sagitta
