// JsonReader: JSON lines, one sequence in each line.
//
//   {"tokens": [...], "labels": ["B-LOC", ...], "weight": 1.0}
//
// Without a template, a token is an object or a list of attributes, as for python-crfsuite:
//
//   {"word": "Madrid", "length": 6, "title": true, "next": {"word": "en"}}
//   ["word=Madrid", "title"]
//
// gives word:Madrid with value 1, length with value 6, title with value 1 and next:word:en; false
// is 0. "edges" may list the attributes of the edges into the tokens likewise; the first is empty.
//
// With a template, a token is a list of columns or, if there is one column, a string.
//
// "labels" may be missing where they are not required, and null in it is a label that is not known.
// Other members are ignored, and so are empty lines and sequences without tokens.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "data/sequence_access.h"
#include "text/column_expander.h"
#include "text/json_cursor.h"
#include "text/text_reader.h"

namespace sagitta::internal {

class JsonReader : public TextReader {
 public:
  /// `options` must be resolved.
  JsonReader(LineReader lines, const ReadOptions& options);

  bool Next(Sequence& sequence) override;
  void Continue(TextChunk& chunk) override { lines_.Continue(chunk); }

 private:
  /// An attribute whose name is a part of the text.
  struct RawItem {
    TextRange name;
    double value;
  };
  /// The attributes of all tokens, or of all edges.
  struct ItemTable {
    std::vector<RawItem> items;
    std::vector<std::size_t> begin;  // [T+1]
  };

  void ReadLine(std::string_view line, SequenceParts& sequence);
  void ReadTokens(JsonCursor& cursor, SequenceParts& sequence);
  void ReadColumns(JsonCursor& cursor, SequenceParts& sequence);
  void ReadAttributes(JsonCursor& cursor, std::string& text, ItemTable& table, int depth = 0);
  void ReadValue(JsonCursor& cursor, const std::string& key, std::string& text, ItemTable& table,
                 int depth);
  void AddItem(JsonCursor& cursor, std::size_t begin, double value, const std::string& text,
               ItemTable& table) const;
  double ReadNumber(JsonCursor& cursor) const;
  void ReadLabels(JsonCursor& cursor, std::string& text);
  void CheckCounts(const JsonCursor& cursor) const;
  void Finish(SequenceParts& sequence);

  LineReader lines_;
  bool labelled_;
  std::optional<ColumnExpander> expander_;  // none without a template

  // The current sequence.
  std::vector<TextRange> tokens_;  // [T]: their JSON texts
  std::vector<TextRange> columns_;
  std::vector<std::size_t> first_column_;  // [T+1]
  ItemTable node_;
  ItemTable edge_;
  std::vector<TextRange> labels_;
  bool has_labels_ = false;
  std::string prefix_;  // of the attributes of a nested object
};

}  // namespace sagitta::internal
