// TextReader: what SequenceReader needs of an input format.
#pragma once

#include "sagitta/sequence.h"

namespace sagitta::internal {

class TextReader {
 public:
  virtual ~TextReader() = default;

  /// The contract of SequenceReader::Next. `sequence` owns all that its views point to.
  virtual bool Next(Sequence& sequence) = 0;
};

}  // namespace sagitta::internal
