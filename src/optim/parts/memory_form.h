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
#include <memory>
#include <string>
#include <vector>

#include "objective/example_evaluator.h"
#include "optim/options.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

enum class MemoryForm { kNaive, kSparse, kMarginals, kMixed };

/// In the order of the enumeration.
const std::vector<std::string>& MemoryFormNames();

/// The option of methods that remember gradients.
inline constexpr char kMemoryOption[] = "memory";

/// The form that was asked for. Throws Error(kUsage). REQUIRES: the method has kMemoryOption.
MemoryForm MemoryFormOf(const Options& options);

/// The tables that a form works on: the evaluator must be made with this shape.
TableShape ShapeFor(MemoryForm form);

/// How many numbers the form keeps for all examples. Allocates nothing of that size; costs a look
/// at every example. REQUIRES: the tables have the form's shape.
template <class Real>
std::uint64_t MemoryValues(const ExampleEvaluator<Real>& examples, MemoryForm form);

/// A memory in this form; all gradients are zero. The examples must outlive it. Throws
/// Error(kUsage) for a form that takes more than `limit` bytes, unless it is the smallest, which is
/// tried in any case. REQUIRES: the tables have the form's shape.
template <class Real>
std::unique_ptr<GradientMemory<Real>> MakeMemory(const ExampleEvaluator<Real>& examples,
                                                 MemoryForm form, std::uint64_t limit);

}  // namespace sagitta
