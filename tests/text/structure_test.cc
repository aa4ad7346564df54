// Edges from columns: what is connected, attributes of edges, and mistakes.
#include "text/structure.h"

#include <gtest/gtest.h>

#include <sstream>

#include "sagitta/corpus.h"
#include "text/show.h"

namespace sagitta {
namespace {

ReadOptions Columns(const std::string& structure, const std::string& text = "U%x[0,0]\n") {
  ReadOptions options;
  options.template_text = text;
  options.template_name = "TEMPLATE";
  options.structure = structure;
  return options;
}

std::string Edges(std::string_view text, const ReadOptions& options) {
  const TempFile file(text);
  std::ostringstream out;
  try {
    SequenceReader reader(file.path(), options);
    for (Sequence s; reader.Next(s);) {
      const Sequence copy = s;
      for (std::size_t e = 0; e < copy.edges().size(); ++e) {
        const GraphEdge& edge = copy.edges()[e];
        out << edge.type << ":" << edge.from << "-" << edge.to;
        if (!copy.edge_begin().empty()) {
          for (const Item& item : copy.edge_items(e)) out << "(" << item.name << ")";
        }
        out << " ";
      }
      out << "|";
    }
  } catch (const Error& error) {
    std::string what = error.what();
    if (what.starts_with(file.path())) what.replace(0, file.path().size(), "FILE");
    return what;
  }
  return out.str();
}

TEST(StructureTest, ConnectsTokens) {
  EXPECT_EQ(Edges("a A\nb B\nc C\n\na A\n", Columns("chain+skip:0")), "chain:0-1 chain:1-2 ||");
  EXPECT_EQ(Edges("Jan A\nb B\nJan C\nJan A\nb B\n", Columns("skip:0")), "skip:0-2 skip:2-3 |");
  EXPECT_EQ(Edges("2 A\n0 B\n2 C\n", Columns("tree:0")), "tree:1-0 tree:1-2 |");
  EXPECT_EQ(Edges("0 0 A\n0 1 B\n1 0 C\n1 1 A\n3 3 A\n", Columns("grid:0,1")),
            "right:0-1 down:0-2 down:1-3 right:2-3 |");
  EXPECT_EQ(Edges("a A\nb B\n", Columns("chain")), "|") << "a chain as always";
}

TEST(StructureTest, ReadsConlluByName) {
  ReadOptions options = Columns("tree:head", "U%x[0,0]\nE:tree %from[0,0]/%to[0,0]\n");
  options.columns = {"form", "upos"};
  EXPECT_EQ(Edges("1\tDogs\t_\tN\t_\t_\t2\tnsubj\t_\t_\n1-2\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"
                  "2\tbark\t_\tV\t_\t_\t0\troot\t_\t_\n",
                  options),
            "tree:1-0(bark/Dogs) |");
}

TEST(StructureTest, ExpandsAttributesOfEdges) {
  EXPECT_EQ(Edges("Jan x A\nb y B\nJan z C\n",
                  Columns("chain+skip:0",
                          "U%x[0,0]\nB01:%x[0,1]\nB\nE:skip p=%from[1,1]/%to[-1,1]\nE:skip bias\n"
                          "E:chain %to[1,0]\n")),
            "chain:0-1(B01:y)(Jan) chain:1-2(B01:z)(_B+1) skip:0-2(p=y/y)(bias) |");
}

TEST(StructureTest, SaysWhatWasFoundAndWhatWasWanted) {
  EXPECT_EQ(Edges("x 4 A\nb 0 B\n", Columns("tree:1")),
            "FILE:1:3: found the head '4', expected a number from 0 to 2");
  EXPECT_EQ(Edges("x 1 A\n", Columns("tree:1")),
            "FILE:1:3: found a token that is its own head, expected another one or 0");
  EXPECT_EQ(Edges("x 2 A\ny 1 B\n", Columns("tree:1")),
            "FILE:2:3: found the head 1, whose own head is this token, expected a tree");
  EXPECT_EQ(Edges("0 0 A\nx 1 B\n", Columns("grid:0,1")),
            "FILE:2:1: found 'x', expected the number of a row or column");
  EXPECT_EQ(Edges("0 0 A\n0 0 B\n", Columns("grid:0,1")),
            "FILE:2:1: found a second cell in row 0, column 0, expected one");
  EXPECT_EQ(Edges("a A\n", Columns("skip:3")),
            "FILE:1:4: found 2 columns, the last one the label; expected column 3 (counted from 0) "
            "because of the structure or its edges");
  EXPECT_EQ(Edges("a A\n", Columns("ring:0")),
            "structure: found 'ring:0' in 'ring:0', expected chain, tree:HEAD, skip:COLUMN and "
            "grid:ROW,COL, each at most once, joined with '+'");
  EXPECT_EQ(Edges("a A\n", Columns("skip:0", "U%x[0,0]\nE:tree a\n")),
            "TEMPLATE:2:3: found the type 'tree', expected one of the structure: skip");
  EXPECT_EQ(Edges("a A\n", Columns("skip:0", "U%x[0,0]\nE:skip %x[0,0]\n")),
            "TEMPLATE:2:8: found '%', expected a macro %from[row,column] or %to[row,column], rows "
            "-8 to 8");
  EXPECT_EQ(Edges("a A\n", Columns("skip:0", "U%x[0,0]\nB%x[0,0]\n")),
            "TEMPLATE has bigram lines, which are for the edges of a chain, and the structure "
            "skip:0 has no chain; write E:TYPE lines");
}

}  // namespace
}  // namespace sagitta
