// AttributeReader: CRFsuite's attribute text.
//
//   label TAB name[:value] TAB name[:value] ...       one token a line
//   @weight:W                                         weight of the sequence it stands in
//                                                     an empty line ends a sequence
//
// `\:` is a colon and `\\` a backslash; before anything else a backslash is itself. A missing value
// is
// 1. Several TABs count as one, but a line that starts with one has an empty label. The value of a
// label (`label:value`) is ignored, as CRFsuite does. What cannot be meant is an error here, other
// than in CRFsuite: a value that is not a finite number, a second unescaped colon in a field, an
// empty label in labelled text, a negative weight.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.h"
#include "data/sequence_access.h"
#include "sagitta/error.h"
#include "text/special_bytes.h"
#include "text/text_reader.h"

namespace sagitta::internal {

class AttributeReader : public TextReader {
 public:
  /// `labelled`: an empty label is an error.
  AttributeReader(const std::string& path, bool labelled) : lines_(path), labelled_(labelled) {}

  bool Next(Sequence& sequence) override;

 private:
  struct Field;
  /// What the next field of the line has to be.
  enum class Expected { kLabel, kAttribute, kNothing };

  bool ReadBlock(SequenceParts& sequence);
  void ParseBlock(SequenceParts& sequence);
  void TakeField(const char* begin, const char* end, std::size_t at, SequenceParts& sequence);
  void ParseField(const char* begin, const char* end, SequenceParts& sequence);
  void FinishField(const Field& field, SequenceParts& sequence);
  void FinishOtherField(const Field& field, SequenceParts& sequence);
  void FinishLine(const char* end, SequenceParts& sequence);
  void Unescape(const char* backslash, Field& field);
  std::string_view Name(const Field& field);
  double WeightOf(const Field& field, std::string_view name) const;
  double Number(const Field& field) const;
  Location At(const char* place) const;

  LineReader lines_;
  bool labelled_;

  // Where the parser is while it is in a block.
  std::uint64_t line_number_ = 0;
  const char* line_ = nullptr;  // start of the current line
  Expected expected_ = Expected::kLabel;
  char* unescaped_ = nullptr;  // where the next name that held escapes goes
  SpecialBytes specials_;
};

}  // namespace sagitta::internal
