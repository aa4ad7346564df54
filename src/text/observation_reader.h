// ObservationReader: the input of Wapiti without patterns.
//
// One token per line, white space between its observations, the label last. An observation that
// begins with u is an attribute of the token, one with b an attribute of the edge into it (for the
// second and later tokens), one with * both; nothing else is an observation. Text that need not
// have labels has none, unless the last field of its first line is not an observation: then every
// line has a label.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "text/block_reader.h"
#include "text/text_reader.h"

namespace sagitta::internal {

class ObservationReader : public TextReader {
 public:
  ObservationReader(LineReader lines, bool labelled)
      : blocks_(std::move(lines), MakeSpaceSplitter()), labelled_(labelled) {}

  bool Next(Sequence& sequence) override;
  void Continue(TextChunk& chunk) override { blocks_.Continue(chunk); }
  FirstToken first_token() const override { return {.known = !first_, .labelled = labelled_}; }
  void set_first_token(const FirstToken& token) override {
    first_ = !token.known;
    if (token.known) labelled_ = token.labelled;
  }

 private:
  void AddLine(std::string_view line, const std::vector<TextRange>& fields, std::size_t offset);
  void AddToken(std::size_t t, SequenceParts& sequence) const;

  BlockReader blocks_;
  bool labelled_;
  bool first_ = true;  // nothing read yet

  // The current sequence.
  std::vector<TextRange> observations_;
  std::vector<std::size_t> begin_;  // [T+1]: where the observations of a token begin
  std::vector<TextRange> labels_;   // [T]
};

}  // namespace sagitta::internal
