// Sequence: one example as strings, and SequenceReader, which streams them from text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta {

/// An attribute of a token or of an edge: a name and how strongly it is present.
struct Item {
  std::string_view name;
  double value = 1.0;
};

/// One sequence of tokens with their attribute strings. Every input format becomes this.
///
/// The views point into memory that the Sequence itself owns (when a reader filled it) or that the
/// caller keeps alive (when built by hand with Add). Token t has the node items
/// node_items[node_begin[t] .. node_begin[t+1]) and, for t >= 1, the edge into it (from t-1) has
/// the edge items edge_items[edge_begin[t] .. edge_begin[t+1]); edge_begin is empty when the input
/// knows no edge items at all.
struct Sequence {
  std::vector<std::string_view> labels;  // [T]; empty views where the input carries no label
  std::vector<Item> node_items;
  std::vector<std::uint32_t> node_begin{0};  // [T+1]
  std::vector<Item> edge_items;
  std::vector<std::uint32_t> edge_begin;  // [T+1] or empty
  std::vector<std::string_view> lines;    // [T]; the input lines as they were, for --keep-input
  double weight = 1.0;                    // omega_i of the objective
  std::uint64_t first_line = 0;           // where it started in its file, from 1; 0: unknown
  std::string text;                       // what the views point into

  Sequence() = default;
  ~Sequence() = default;
  /// A copy has a text of its own, and its views point into that. Moved from: empty.
  Sequence(const Sequence& other);
  Sequence(Sequence&& other) noexcept;
  Sequence& operator=(const Sequence& other);
  Sequence& operator=(Sequence&& other) noexcept;

  std::size_t size() const { return labels.size(); }

  /// Makes it empty and keeps the memory.
  void Clear();

  /// Appends a token. The names must outlive the sequence.
  void Add(std::string_view label, const std::vector<Item>& items);
};

/// How text becomes sequences.
enum class Format {
  kAuto,        // CoNLL-U when columns are named, columns when a template is given, else attributes
  kAttributes,  // CRFsuite: label TAB attribute[:value] TAB ...
  kColumns,     // CRF++ and Wapiti: columns, expanded by a template
  kConllu,      // CoNLL-U: named fields become columns, expanded by a template
  kObservations,  // Wapiti without patterns: observations that begin with u, b or *, then the label
};

/// The language of a template.
enum class TemplateLanguage {
  kAuto,    // Wapiti when a line can be nothing else, CRF++ otherwise
  kCrfpp,   // U and B lines, %x, boundaries _B-1
  kWapiti,  // u, b and * lines, %x %t %m, boundaries _x-1
};

struct ReadOptions {
  Format format = Format::kAuto;
  std::string template_text;  // needed for kColumns and kConllu
  std::string template_name;  // for error messages
  /// Whether every token must have a label. Columns: if so, the last one is the label; if not, a
  /// line needs only the columns that the template uses, and the last column is still given as
  /// label when the file's first line has more. Attribute text always starts with a label; if
  /// false, it may be empty. CoNLL-U always has the label's column; if false, `_` there is no
  /// label. Observations: if false, labels are there if the last field of the first line is no
  /// observation.
  bool labelled = true;
  TemplateLanguage language = TemplateLanguage::kAuto;
  /// kConllu: the fields that are the template's columns 0, 1, ..., then the one that is the label.
  std::vector<std::string> columns = {};
};

/// Reads the whole text of a template file (plain or .gz) for ReadOptions::template_text. Throws
/// Error (file, line and column) when it is no template of that language.
std::string ReadTemplateFile(const std::string& path,
                             TemplateLanguage language = TemplateLanguage::kAuto);

/// Streams sequences from one file: plain, gzip (recognised by content) or "-" for standard input.
/// Not thread safe; one reader per thread.
class SequenceReader {
 public:
  SequenceReader(const std::string& path, const ReadOptions& options);
  ~SequenceReader();
  SequenceReader(SequenceReader&&) noexcept;
  SequenceReader& operator=(SequenceReader&&) noexcept;

  /// Fills `sequence` with the next non-empty sequence; false at the end. Throws Error on bad
  /// input.
  bool Next(Sequence& sequence);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sagitta
