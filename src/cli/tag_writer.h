// TagWriter: what `sagitta tag` prints of a sequence.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/output.h"
#include "sagitta/tagger.h"

namespace sagitta::cli {

/// What is wanted besides the labels.
struct TagDetails {
  std::size_t nbest = 0;     // the best so many labellings; 0: only the best one, without a rank
  bool marginals = false;    // of every label at every token
  bool probability = false;  // of all labels together
  bool score = false;
  bool keep_input = false;     // the lines that were read
  bool may_be_spaced = false;  // columns of the input may be separated by spaces
};

class TagWriter {
 public:
  virtual ~TagWriter() = default;
  /// Writes what the tagger found last, for this sequence.
  virtual void Write(const Sequence& sequence, Tagger& tagger, Output& output) = 0;
};

/// A line for every token.
std::unique_ptr<TagWriter> MakeTextWriter(const TagDetails& details,
                                          const std::vector<std::string>& labels);
/// A line for every sequence, a JSON object. Bytes that are no UTF-8 become U+FFFD.
std::unique_ptr<TagWriter> MakeJsonWriter(const TagDetails& details,
                                          const std::vector<std::string>& labels);

/// What the help says about both.
extern const char* const kTagFormats;

}  // namespace sagitta::cli
