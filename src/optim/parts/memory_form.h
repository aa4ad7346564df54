// The four forms in which the gradient of an example can be remembered (paper, sections 4.2 and 6),
// and how much each takes.
//
//   naive      a full vector of weights, as Algorithm 1 reads
//   sparse     the weights that the example can have a gradient for at all
//   marginals  what the gradient follows from: node and edge marginals, minus what was observed
//   mixed      the same, but of edges that no attribute tells apart only the sum: the gradient of
//              the transitions
//
// All are exact: the gradients that come out are those that went in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "objective/oracle.h"
#include "optim/options.h"

namespace sagitta {

enum class MemoryForm { kNaive, kSparse, kMarginals, kMixed };

/// In the order of the enumeration.
const std::vector<std::string>& MemoryFormNames();

/// The option of methods that remember gradients.
inline constexpr char kMemoryOption[] = "memory";

/// The form that was asked for. Throws Error(kUsage). REQUIRES: the method has kMemoryOption.
MemoryForm MemoryFormOf(const Options& options);

/// The tables that a form works on: the oracle must be made with this shape.
TableShape ShapeFor(MemoryForm form);

/// How many numbers the form keeps for all examples of the oracle. Allocates nothing of that size;
/// costs a look at every example. REQUIRES: the oracle has the form's shape.
template <class Real>
std::uint64_t MemoryValues(const Oracle<Real>& oracle, MemoryForm form);

}  // namespace sagitta
