// GraphLines: the lines of attribute text that make a sequence a graph.
//
//   @edge[:TYPE] TAB U TAB V TAB name[:value] ...   an edge from node U to node V with attributes
//   @labels TAB NODE TAB LABEL TAB LABEL ...        the only labels that the node may have
//   @given TAB NODE                                 the label of the node is known
//   @graph                                          a graph, also without edges
//
// Nodes are the token lines of the sequence, counted from 1. The lines may stand anywhere in the
// sequence. Several TABs count as one. Numbers of nodes can be checked only at the end of it, so
// their places are kept until then.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/sequence_access.h"
#include "sagitta/error.h"

namespace sagitta::internal {

/// Fills in the graph of one sequence after the other. Not thread safe.
class GraphLines {
 public:
  /// `labelled`: a node's own label must be in its set.
  explicit GraphLines(bool labelled) : labelled_(labelled) {}

  /// Begins a line; false if `name` is none of the declarations above. `type` is what follows the
  /// colon.
  bool Begin(std::string_view name, std::string_view type, const Location& at,
             SequenceParts& sequence);
  /// A field after the first: true if it was a part of the declaration; false if it is an attribute
  /// of the edge, which the caller adds. `text` is a view of the sequence's text.
  bool Take(std::string_view text, const Location& at, SequenceParts& sequence);
  /// Ends the line, of which `at` is the end.
  void EndLine(const Location& at, SequenceParts& sequence);
  /// Ends the sequence: checks everything that depends on other lines.
  void EndSequence(SequenceParts& sequence);
  /// Forgets what an error has left.
  void Clear();

 private:
  enum class Next { kFrom, kTo, kItem, kSetNode, kSetLabel, kGivenNode, kNothing };
  static std::uint32_t Node(std::string_view text, const Location& at);
  void CheckNodes(const SequenceParts& sequence) const;
  void CheckSets(const SequenceParts& sequence) const;
  [[noreturn]] void Fail(const SourcePlace& at, const std::string& message) const;

  bool labelled_;
  Next next_ = Next::kNothing;
  bool used_ = false;
  std::string file_;
  std::vector<SourcePlace> from_, to_;  // of the edges
  std::vector<SourcePlace> set_nodes_;  // of the sets of labels
  std::vector<SourcePlace> given_;
};

}  // namespace sagitta::internal
