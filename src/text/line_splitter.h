// LineSplitter: how a line of columns is split into fields, one class per format.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// A part of a text that may still move.
struct TextRange {
  std::size_t begin = 0;
  std::size_t size = 0;
};

enum class LineKind {
  kToken,
  kNothing,  // to be skipped, such as a comment
  kEnd,      // ends a sequence
};

class LineSplitter {
 public:
  virtual ~LineSplitter() = default;

  /// Fills `fields` if the line is a token: at least one field, the label (if any) last. A missing
  /// value is a field of one byte that begins at the end of the line, where BlockReader puts a '_'.
  /// `lines` tells where the line comes from. Throws Error(kData).
  virtual LineKind Split(std::string_view line, const LineReader& lines,
                         std::vector<TextRange>& fields) = 0;
};

/// Whether a line ends a sequence.
using SequenceEnd = bool (*)(std::string_view line);

/// The rule of the format; `options` must be resolved (see read_options.h).
SequenceEnd SequenceEndOf(const ReadOptions& options);

/// CRF++: fields are separated by spaces and TABs; an empty line or one of these alone ends a
/// sequence. A line that starts with one of them and has more is an error.
std::unique_ptr<LineSplitter> MakeBlankSplitter();

/// Wapiti: fields are separated by white space of any kind; a line without a field ends a sequence.
std::unique_ptr<LineSplitter> MakeSpaceSplitter();

/// CoNLL-U, see conllu_splitter.cc: the fields that options.columns names.
std::unique_ptr<LineSplitter> MakeConlluSplitter(const ReadOptions& options);

}  // namespace sagitta::internal
