// SequenceAccess: how the readers fill a Sequence without copying names one by one, and a check of
// its labels.
#pragma once

#include <cstdint>

#include "sagitta/sequence.h"

namespace sagitta::internal {

struct SequenceAccess {
  using Parts = Sequence::Parts;

  /// What the sequence consists of. Whoever writes to it keeps what the public interface promises:
  /// all views point into `text` or are empty, the ranges fit, values and weight are in range.
  static Parts& Of(Sequence& sequence) { return sequence.parts_; }
  /// Whether a reader has looked for mistakes in the graph.
  static bool Checked(const Sequence& sequence) { return sequence.parts_.checked; }
};

using SequenceParts = SequenceAccess::Parts;

/// Labels may be missing in a sequence, but not where it is trained on or scored. Throws
/// Error(kData) that gives the place in its input, or else `index`, which counts from 0.
void CheckLabelled(const Sequence& sequence, std::uint64_t index);

}  // namespace sagitta::internal
