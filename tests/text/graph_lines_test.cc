// Attribute text with graphs: what is read, and the place and words of every mistake.
#include <gtest/gtest.h>

#include <sstream>

#include "sagitta/corpus.h"
#include "text/show.h"

namespace sagitta {
namespace {

/// Edges as TYPE:FROM-TO(items), sets as {NODE LABELS}, given nodes as !NODE, all from 0.
std::string ShowGraph(const Sequence& s) {
  std::ostringstream out;
  out << (s.is_graph() ? "graph" : "chain");
  for (std::size_t e = 0; e < s.edges().size(); ++e) {
    const GraphEdge& edge = s.edges()[e];
    out << " " << edge.type << ":" << edge.from << "-" << edge.to;
    if (s.edge_begin().empty()) continue;
    out << "(";
    for (const Item& item : s.edge_items(e)) out << item.name << "=" << item.value << ";";
    out << ")";
  }
  for (const LabelSet& set : s.label_sets()) {
    out << " {" << set.node;
    for (std::size_t k = set.first; k < set.last; ++k) out << " " << s.set_labels()[k];
    out << "}";
  }
  for (const std::uint32_t node : s.given()) out << " !" << node;
  return out.str();
}

std::vector<std::string> GraphsIn(std::string_view text) {
  const TempFile file(text);
  std::vector<std::string> graphs;
  SequenceReader reader(file.path(), {});
  for (Sequence s; reader.Next(s);) graphs.push_back(ShowGraph(s));
  return graphs;
}

TEST(GraphLinesTest, ReadsEdgesSetsAndGivenLabels) {
  const auto graphs = GraphsIn(
      "A\tx\nB\ty\nC\n@edge:right\t1\t2\ta=blue\tcontrast:0.5\n@edge\t3\t1\n@labels\t1\tA\tB\n"
      "@given\t3\n\nA\nB\n\n@edge:t\t2\t1\nA\nB\n\nA\n@graph\n\nA\nB\n@labels\t2\tB\n");
  ASSERT_EQ(graphs.size(), 5u);
  EXPECT_EQ(graphs[0], "graph right:0-1(a=blue=1;contrast=0.5;) :2-0() {0 A B} !2");
  EXPECT_EQ(graphs[1], "chain");
  EXPECT_EQ(graphs[2], "graph t:1-0") << "lines may stand anywhere";
  EXPECT_EQ(graphs[3], "graph");
  EXPECT_EQ(graphs[4], "chain {1 B}");
}

TEST(GraphLinesTest, UnescapesNamesAndLabels) {
  const auto graphs = GraphsIn("a\\:b\nB\n@edge\t1\t2\tx\\:y:2\t\t\\\\z\n@labels\t1\ta\\:b\t\tB\n");
  EXPECT_EQ(graphs.at(0), "graph :0-1(x:y=2;\\z=1;) {0 a:b B}");
}

TEST(GraphLinesTest, SaysWhatWasFoundAndWhatWasWanted) {
  const auto complaint = [](const std::string& lines) { return ShowText("A\nB\nC\n" + lines); };
  EXPECT_EQ(complaint("@edge\t1\t4\n"),
            "FILE:4:9: found node 4, expected one of the 3 nodes of the sequence");
  EXPECT_EQ(complaint("@edge\t0\t2\n"),
            "FILE:4:7: found '0', expected the number of a node, counted from 1");
  EXPECT_EQ(complaint("@edge:x\t1\ttwo\n"),
            "FILE:4:11: found 'two', expected the number of a node, counted from 1");
  EXPECT_EQ(complaint("@edge\t2\t2\n"),
            "FILE:4:9: found an edge from node 2 to itself, expected another node");
  EXPECT_EQ(complaint("@edge\t1\n"),
            "FILE:4:8: found the end of the line, expected the numbers of two nodes: @edge U V");
  EXPECT_EQ(complaint("@edge:x\t1\t2\n@edge\t1\t2\n@edge:x\t2\t1\n"),
            "FILE:6:9: found a second edge of the type 'x' between nodes 2 and 1, expected one");
  EXPECT_EQ(
      complaint("@labels\t1\tB\tC\n"),
      "FILE:4:9: found a set of labels without the label 'A' of node 1, expected it to be one "
      "of them");
  EXPECT_EQ(complaint("@labels\t1\n"),
            "FILE:4:10: found the end of the line, expected at least one label that the node may "
            "have");
  EXPECT_EQ(complaint("@labels\n"),
            "FILE:4:8: found the end of the line, expected a node and its labels: @labels NODE "
            "LABEL...");
  EXPECT_EQ(complaint("@labels\t1\tA\n@labels\t1\tA\n"),
            "FILE:5:9: found a second set of labels for node 1, expected one");
  EXPECT_EQ(complaint("@given\t9\n"),
            "FILE:4:8: found node 9, expected one of the 3 nodes of the sequence");
  EXPECT_EQ(complaint("@given\t1\t2\n"),
            "FILE:4:10: found a field after a declaration, expected the declaration alone on its "
            "line");
  EXPECT_EQ(complaint("@given\n"),
            "FILE:4:7: found the end of the line, expected the number of a node: @given NODE");
  EXPECT_EQ(complaint("@egde\t1\t2\n"),
            "FILE:4:1: found the declaration '@egde', expected @weight, @edge, @labels, @given, "
            "@graph or a label that does not start with '@'");
}

TEST(GraphLinesTest, LabelsInSetsMustOccur) {
  const TempFile file("A\nB\n@labels\t1\tA\tB\n\nA\nB\n@edge\t1\t2\n@labels\t2\tB\tX\n");
  try {
    Corpus::Read({file.path()}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).substr(file.path().size()),
              ":8:13: found the label 'X' in a set of labels, expected one that some node has");
  }
  const TempFile good("A\nB\n@edge\t1\t2\n"), bad("A\nB\n@labels\t1\tA\tQ\n");
  const Corpus corpus = Corpus::Read({good.path()}, {});
  EXPECT_THROW(corpus.ReadHeldOut({bad.path()}), Error);
}

}  // namespace
}  // namespace sagitta
