// Sequence: one example as strings, and SequenceReader, which streams them from text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta::internal {
struct SequenceAccess;
}

#pragma GCC visibility push(default)

namespace sagitta {

/// An attribute of a token or of an edge: a name and a value, for example how strongly it is
/// present. Only refers to the name.
struct Item {
  std::string_view name;
  double value = 1.0;
};

/// A line of the input that is not a token, in CoNLL-U a comment, a range of words or an empty
/// node; and the token before which it stands, T after the last one.
struct OtherLine {
  std::size_t token = 0;
  std::string_view line;
};

/// With larger weights the rounding of a loss would exceed the losses of all other sequences.
inline constexpr double kMostWeight = 1e9;

/// An edge of a graph. It goes from one node to another, both counted from 0 in the order of the
/// tokens. Edges of one type share their weights. Only refers to the type's name.
struct GraphEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::string_view type;
};

/// The labels that a node may have: set_labels()[first .. last) of its sequence.
struct LabelSet {
  std::uint32_t node = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// A place in the input, counted from 1; 0: not known.
struct SourcePlace {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// One sequence of tokens with their labels and attributes. Every input format becomes this.
///
/// Neighbouring tokens are joined by edges: a sequence is a chain. With AddEdge it becomes a graph,
/// whose nodes are the tokens and whose edges are only those that are added:
///
///   Sequence grid;
///   grid.AddToken("sky");    // node 0
///   grid.AddToken("sky");    // node 1
///   grid.AddToken("water");  // node 2
///   grid.AddEdge("right", 0, 1, {{"same colour"}});
///   grid.AddEdge("down", 0, 2);
///
/// A Sequence owns all its strings: what is added is copied, and copies and moves of a Sequence
/// keep their own views valid. Views that it returns are valid until it is changed, moved from or
/// destroyed. Clear() keeps the memory, so that one Sequence that is filled again and again soon
/// allocates nothing. Not thread safe while it is changed; safe to read from several threads.
///
///   Sequence sequence;
///   sequence.AddToken("DET");
///   sequence.AddItem("word=the");
///   sequence.AddToken("NOUN");
///   sequence.AddItem("word=dog");
///   sequence.AddItem("length", 3.0);
///   sequence.AddEdgeItem("the-dog");
class Sequence {
 public:
  Sequence() = default;
  ~Sequence() = default;
  Sequence(const Sequence& other);
  Sequence& operator=(const Sequence& other);
  /// Moved from: empty, as after Clear().
  Sequence(Sequence&& other) noexcept;
  Sequence& operator=(Sequence&& other) noexcept;

  /// Makes it empty, with weight 1 and no line number, and keeps the memory.
  void Clear();

  /// Appends a token. An empty label means that the label is not known.
  void AddToken(std::string_view label = {});

  /// Adds an attribute to the last token, or to the edge from the token before it to the last one.
  /// Throws Error(kUsage), and adds nothing, when there is no such token or edge, when the value is
  /// not finite or does not fit into a float, or when there are 2^32 - 1 items already.
  void AddItem(std::string_view name, double value = 1.0);
  ///
  /// In a graph AddEdgeItem is about the edge that was added last.
  void AddEdgeItem(std::string_view name, double value = 1.0);

  /// Makes the sequence a graph and adds an edge with its attributes. A type, which may be empty,
  /// has weights of its own for pairs of labels and for attributes. Two nodes can be joined by
  /// edges of several types, but by one edge of each type, in whatever direction: this is checked
  /// where the sequence is used. Throws Error(kUsage), and adds nothing, when there is no such
  /// node, when the nodes are the same, when the type has a TAB, when the sequence has attributes
  /// on the edges of a chain, and as AddItem does.
  void AddEdge(std::string_view type, std::size_t from, std::size_t to,
               std::span<const Item> items = {});
  void AddEdge(std::string_view type, std::size_t from, std::size_t to,
               std::initializer_list<Item> items);
  /// Makes the sequence a graph, also when it has no edges. Throws as AddEdge does.
  void MakeGraph();

  /// Restricts a node to some labels, once for each node. Throws Error(kUsage) when there is no
  /// such node and when the set is empty.
  void SetLabels(std::size_t node, std::span<const std::string_view> labels);
  void SetLabels(std::size_t node, std::initializer_list<std::string_view> labels);
  /// Conditions on the label of a node, which must be known: the node has this label in training
  /// and tagging and no loss of its own, and is not scored. Throws Error(kUsage) otherwise.
  void SetGiven(std::size_t node);

  /// A token with all its items and those of the edge into it: the three calls above in one. Throws
  /// as they do, and then adds nothing. The items must not be those of this very sequence.
  void Add(std::string_view label, std::span<const Item> items,
           std::span<const Item> edge_items = {});
  void Add(std::string_view label, std::initializer_list<Item> items,
           std::initializer_list<Item> edge_items = {});

  /// The weight of the sequence in the training objective, omega_i. Throws Error(kUsage) unless it
  /// is from 0 to kMostWeight.
  void set_weight(double weight);
  double weight() const { return parts_.weight; }

  /// The line of the input file where it starts, from 1, for messages; 0: not known.
  void set_first_line(std::uint64_t line) { parts_.first_line = line; }
  std::uint64_t first_line() const { return parts_.first_line; }

  /// The number of tokens, T.
  std::size_t size() const { return parts_.labels.size(); }
  bool empty() const { return parts_.labels.empty(); }

  /// [T]; empty views where the label is not known.
  std::span<const std::string_view> labels() const { return parts_.labels; }

  /// [T]: the lines that a reader took the tokens from. Empty for a sequence built by hand.
  std::span<const std::string_view> lines() const { return parts_.lines; }

  /// The line of token t. Throws Error(kUsage) if the sequence has no lines, as in a packed corpus.
  std::string_view line(std::size_t t) const;

  /// The other lines of the sequence, in their order. Empty for a sequence built by hand.
  std::span<const OtherLine> other_lines() const { return parts_.other_lines; }

  /// Whether it is a graph; its edges, none for a chain. Edges with items are rows of edge_items.
  bool is_graph() const { return parts_.graph; }
  std::span<const GraphEdge> edges() const { return parts_.edges; }
  /// Whether it is a chain without anything that only graphs have.
  bool is_plain_chain() const {
    return !parts_.graph && parts_.label_sets.empty() && parts_.given.empty();
  }
  /// The sets of labels of nodes, in the order in which they were set; the nodes with given labels.
  std::span<const LabelSet> label_sets() const { return parts_.label_sets; }
  std::span<const std::string_view> set_labels() const { return parts_.set_labels; }
  std::span<const std::uint32_t> given() const { return parts_.given; }
  /// Where a reader found each of set_labels(); the place is not known in one built by hand.
  SourcePlace set_label_place(std::size_t k) const {
    return k < parts_.set_places.size() ? parts_.set_places[k] : SourcePlace{};
  }

  /// The items of token t, and of the edge into token t, which has none for t = 0. In a graph
  /// edge_items(e) are those of edge e.
  std::span<const Item> node_items(std::size_t t) const {
    return node_items().subspan(parts_.node_begin[t], Count(parts_.node_begin, t));
  }
  std::span<const Item> edge_items(std::size_t t) const {
    if (parts_.edge_begin.empty()) return {};
    return edge_items().subspan(parts_.edge_begin[t], Count(parts_.edge_begin, t));
  }

  /// The items of all tokens, one token after the other: those of token t are
  /// node_items()[node_begin()[t] .. node_begin()[t+1]). Likewise for edges.
  std::span<const Item> node_items() const { return parts_.node_items; }
  std::span<const Item> edge_items() const { return parts_.edge_items; }
  std::span<const std::uint32_t> node_begin() const { return parts_.node_begin; }  // [T+1]
  /// [T+1], in a graph [E+1], or empty when there are no edge items.
  std::span<const std::uint32_t> edge_begin() const { return parts_.edge_begin; }

 private:
  friend struct internal::SequenceAccess;

  /// All views point into `text`.
  struct Parts {
    std::vector<std::string_view> labels;
    std::vector<Item> node_items;
    std::vector<std::uint32_t> node_begin{0};
    std::vector<Item> edge_items;
    std::vector<std::uint32_t> edge_begin;
    std::vector<std::string_view> lines;
    std::vector<OtherLine> other_lines;
    double weight = 1.0;
    std::uint64_t first_line = 0;
    std::string text;
    bool graph = false;
    bool checked = false;  // by a reader: no edge and no label set is there twice
    std::vector<GraphEdge> edges;
    std::vector<LabelSet> label_sets;
    std::vector<std::string_view> set_labels;
    std::vector<SourcePlace> set_places;  // [set_labels], or empty
    std::vector<std::uint32_t> given;

    void Clear();
  };

  static std::size_t Count(const std::vector<std::uint32_t>& begin, std::size_t t) {
    return begin[t + 1] - begin[t];
  }
  void Swap(Sequence& other) noexcept;
  std::string_view Own(std::string_view name);
  void AddOwned(std::string_view name, double value, std::vector<Item>& items,
                std::vector<std::uint32_t>& begin);
  void CheckNode(const char* what, std::size_t node) const;

  Parts parts_;
};

/// How text becomes sequences.
enum class Format {
  kAuto,          // CoNLL-U if columns are named, columns if there is a template, else attributes
  kAttributes,    // CRFsuite: label TAB attribute[:value] TAB ...
  kColumns,       // CRF++ and Wapiti: columns, expanded by a template
  kConllu,        // CoNLL-U: named fields become columns, expanded by a template
  kObservations,  // Wapiti without patterns: observations that begin with u, b or *, then the label
  kJson,          // JSON lines: {"tokens": [...], "labels": [...]}, see docs/templates.md
};

/// The language of a template.
enum class TemplateLanguage {
  kAuto,     // Sagitta or Wapiti when a line can be nothing else, CRF++ otherwise
  kCrfpp,    // U and B lines, %x, boundaries _B-1
  kWapiti,   // u, b and * lines, %x %t %m, boundaries _x-1
  kSagitta,  // Wapiti's with functions such as %shape, see docs/templates.md
};

struct ReadOptions {
  Format format = Format::kAuto;
  std::string template_text;  // required for kColumns and kConllu; kJson: if tokens are columns
  std::string template_name;  // for error messages
  /// Whether every token must have a label.
  ///   Columns: if true, the last column is the label. If false, a line needs only the columns that
  ///     the template uses; if the first line of the file has more, the last column is the label.
  ///   Attributes: every line starts with a label. If false, it may be empty.
  ///   CoNLL-U: the column of the label is always present. If false, `_` means no label.
  ///   Observations: if false, there are labels if the last field of the first line is not an
  ///     observation.
  ///   JSON: if false, labels may be missing.
  bool labelled = true;
  TemplateLanguage language = TemplateLanguage::kAuto;
  /// kConllu: the fields that are the template's columns 0, 1, ..., then the one that is the label.
  std::vector<std::string> columns = {};
  /// Columns and CoNLL-U: the edges, kinds joined with '+': chain, tree:HEAD (the column with the
  /// number of the head), skip:COLUMN (equal capitalised words), grid:ROW,COL. A column is a
  /// number, from 0, or a name of CoNLL-U. Empty: a chain.
  std::string structure = {};
  /// The types of edges whose direction does not matter: the weights of labels a, b are those of
  /// b, a.
  std::vector<std::string> symmetric = {};
  /// Of Corpus::Read and ReadHeldOut; 0: all cores that the process may use. What is read does not
  /// depend on it, and a model does not store it.
  std::uint32_t threads = 0;
};

/// Reads the whole text of a template file (plain or .gz) for ReadOptions::template_text. Throws
/// Error (file, line and column) when it is not a template of that language.
std::string ReadTemplateFile(const std::string& path,
                             TemplateLanguage language = TemplateLanguage::kAuto);

/// Streams sequences from one file: plain, gzip (recognised by its content) or "-" for standard
/// input. Not thread safe; use one reader per thread.
class SequenceReader {
 public:
  SequenceReader(const std::string& path, const ReadOptions& options);
  ~SequenceReader();
  SequenceReader(SequenceReader&&) noexcept;
  SequenceReader& operator=(SequenceReader&&) noexcept;

  /// Fills `sequence` with the next non-empty sequence and reuses its memory; false at the end.
  /// Throws Error on bad input. At the end and after an error `sequence` is empty.
  bool Next(Sequence& sequence);

 private:
  struct [[gnu::visibility("hidden")]] Impl;
  std::unique_ptr<Impl> impl_;
};

/// Sequences one after the other: fills the sequence that it is given, which is empty, and returns
/// false when there is no further one. SequenceReader::Next can be one, or a loop over objects of
/// your own: the whole data never has to be in memory as strings.
using SequenceSource = std::function<bool(Sequence& sequence)>;

}  // namespace sagitta

#pragma GCC visibility pop
