// SequenceAccess: how the readers fill a Sequence without copying names one by one.
#pragma once

#include "sagitta/sequence.h"

namespace sagitta::internal {

struct SequenceAccess {
  using Parts = Sequence::Parts;

  /// What the sequence consists of. Whoever writes to it keeps what the public interface promises:
  /// all views point into `text` or are empty, the ranges fit, values and weight are in range.
  static Parts& Of(Sequence& sequence) { return sequence.parts_; }
};

using SequenceParts = SequenceAccess::Parts;

}  // namespace sagitta::internal
