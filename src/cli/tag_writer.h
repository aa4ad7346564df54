// TagWriter: the output of `sagitta tag` for a sequence.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/output.h"
#include "sagitta/tagger.h"

namespace sagitta::cli {

/// What to print besides the labels.
struct TagDetails {
  std::size_t nbest = 0;     // number of labellings; 0 prints the best one without a rank
  bool marginals = false;    // of every label at every token
  bool probability = false;  // of all labels together
  bool score = false;
  bool keep_input = false;     // the input lines
  bool may_be_spaced = false;  // columns of the input may be separated by spaces
};

class TagWriter {
 public:
  virtual ~TagWriter() = default;
  /// Writes the last result of the tagger, for this sequence.
  virtual void Write(const Sequence& sequence, Tagger& tagger, Output& output) = 0;
};

/// One line per token.
std::unique_ptr<TagWriter> MakeTextWriter(const TagDetails& details,
                                          const std::vector<std::string>& labels);
/// One JSON object per sequence, on one line. Bytes that are not valid UTF-8 are replaced by
/// U+FFFD.
std::unique_ptr<TagWriter> MakeJsonWriter(const TagDetails& details,
                                          const std::vector<std::string>& labels);

/// The help text about both formats.
extern const char* const kTagFormats;

}  // namespace sagitta::cli
