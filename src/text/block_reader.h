// BlockReader: the lines of the sequences of a file, copied and split, one sequence at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "data/sequence_access.h"
#include "text/line_splitter.h"

namespace sagitta::internal {

class BlockReader {
 public:
  BlockReader(LineReader lines, std::unique_ptr<LineSplitter> splitter)
      : lines_(std::move(lines)), splitter_(std::move(splitter)) {}

  /// See LineReader::Continue.
  void Continue(TextChunk& chunk) { lines_.Continue(chunk); }

  /// Appends the lines of the tokens of the next sequence to sequence.text, and calls take(line,
  /// fields, offset) for each: its fields as parts of the line, and where the line begins in the
  /// text. False at the end of the file.
  template <typename Take>
  bool Next(SequenceParts& sequence, Take&& take) {
    token_lines_.clear();
    other_lines_.clear();
    for (std::string_view line; lines_.Next(line);) {
      const LineKind kind = splitter_->Split(line, lines_, fields_);
      if (kind == LineKind::kEnd && !token_lines_.empty()) return true;
      if (kind == LineKind::kNothing) {
        other_lines_.push_back({token_lines_.size(), {sequence.text.size(), line.size()}});
        sequence.text.append(line);
      }
      if (kind != LineKind::kToken) continue;
      if (token_lines_.empty()) sequence.first_line = lines_.number();
      const std::size_t offset = sequence.text.size();
      token_lines_.push_back({offset, line.size()});
      take(line, std::as_const(fields_), offset);
      sequence.text.append(line);
      sequence.text.push_back('_');  // see LineSplitter::Split
    }
    return !token_lines_.empty();
  }

  /// Where the lines of the sequence are in its text.
  const std::vector<TextRange>& token_lines() const { return token_lines_; }
  /// The other lines of the sequence: the number of tokens before them, and where they are.
  struct Other {
    std::size_t token;
    TextRange range;
  };
  const std::vector<Other>& other_lines() const { return other_lines_; }
  /// Where the reader is.
  const LineReader& lines() const { return lines_; }

 private:
  LineReader lines_;
  std::unique_ptr<LineSplitter> splitter_;
  std::vector<TextRange> token_lines_;
  std::vector<Other> other_lines_;
  std::vector<TextRange> fields_;
};

/// The part of the sequence's text, which must not move any more.
inline std::string_view View(const SequenceParts& sequence, const TextRange& range) {
  return {sequence.text.data() + range.begin, range.size};
}

}  // namespace sagitta::internal
