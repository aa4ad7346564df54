// AttributeReader: CRFsuite's attribute text.
//
//   label TAB name[:value] TAB name[:value] ...       one token per line
//   @weight:W                                         the weight of the sequence that it is in
//   @edge, @labels, @given, @graph                    a graph, see graph_lines.h
//                                                     an empty line ends a sequence
//
// `\:` is a colon and `\\` a backslash; a backslash before anything else is literal. The default of
// a value is one. Several TABs count as one, but a line that starts with one has an empty label.
// The value of a label (`label:value`) is ignored, as in CRFsuite. Unlike CRFsuite we refuse
// mistakes: a value that is not a finite number, a second unescaped colon in a field, an empty
// label in labelled text, a negative weight.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "data/sequence_access.h"
#include "sagitta/error.h"
#include "text/fast_bytes.h"
#include "text/graph_lines.h"
#include "text/text_reader.h"

namespace sagitta::internal {

class AttributeReader : public TextReader {
 public:
  /// `labelled`: an empty label is an error.
  AttributeReader(LineReader lines, bool labelled)
      : lines_(std::move(lines)), labelled_(labelled), graph_(labelled) {}

  bool Next(Sequence& sequence) override;
  void Continue(TextChunk& chunk) override { lines_.Continue(chunk); }

 private:
  struct Field;
  /// What the next field of the line must be.
  enum class Expected { kLabel, kAttribute, kNothing, kGraph };

  bool ReadBlock(SequenceParts& sequence);
  void ParseBlock(SequenceParts& sequence);
  void TakeField(const char* begin, const char* end, std::size_t at, SequenceParts& sequence);
  void ParseField(const char* begin, const char* end, SequenceParts& sequence);
  void FinishField(const Field& field, SequenceParts& sequence);
  void FinishGraphField(const Field& field, SequenceParts& sequence);
  void FinishOtherField(const Field& field, SequenceParts& sequence);
  void FinishLine(const char* end, SequenceParts& sequence);
  void Unescape(const char* backslash, Field& field);
  std::string_view Name(const Field& field);
  double WeightOf(const Field& field, std::string_view name) const;
  double Number(const Field& field) const;
  Location At(const char* place) const;

  LineReader lines_;
  bool labelled_;
  GraphLines graph_;

  // Where the parser is while it is in a block.
  std::uint64_t line_number_ = 0;
  const char* line_ = nullptr;  // start of the current line
  Expected expected_ = Expected::kLabel;
  char* unescaped_ = nullptr;  // where the next name that held escapes goes
  SpecialBytes specials_;
};

}  // namespace sagitta::internal
