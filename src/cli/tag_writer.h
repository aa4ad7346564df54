// Printers: the output of `sagitta tag` for a sequence.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sagitta/tagging.h"

namespace sagitta::cli {

/// What to print besides the labels.
struct TagDetails {
  std::size_t nbest = 0;        // number of labellings; 0 prints the best one without a rank
  bool marginals = false;       // of every label at every token
  bool edge_marginals = false;  // of every pair of labels on every edge
  bool probability = false;     // of all labels together
  bool score = false;
  bool keep_input = false;     // the input lines
  bool json_input = false;     // whose lines are tokens in JSON
  bool may_be_spaced = false;  // columns of the input may be separated by spaces
};

/// One line per token.
AnswerPrinter MakeTextPrinter(const TagDetails& details, const std::vector<std::string>& labels);
/// One JSON object per sequence, on one line. Bytes that are not valid UTF-8 are replaced by
/// U+FFFD.
AnswerPrinter MakeJsonPrinter(const TagDetails& details, const std::vector<std::string>& labels);

/// The help text about both formats.
extern const char* const kTagFormats;

}  // namespace sagitta::cli
