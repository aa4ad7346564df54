// Column text and CRF++ templates: examples, errors, and an independent expansion.
#include "text/column_reader.h"

#include <gtest/gtest.h>

#include "text/show.h"

namespace sagitta {
namespace {

ReadOptions With(const std::string& text, bool labelled = true) {
  return {Format::kAuto, text, "T", labelled, TemplateLanguage::kCrfpp, {}};
}

TEST(Template, ExpandsMacros) {
  EXPECT_EQ(ShowText("the D x\ndog N y\n", With("U0:%x[0,0]/%x[0,1]\nU1:%x[-1,0]\n")),
            "[1] x(U0:the/D|U1:_B-1) y(U0:dog/N|U1:the)\n");
  EXPECT_EQ(ShowText("a x\n", With("U%x[0,0]-%x[0,0]tail\n")), "[1] x(Ua-atail)\n");
}

TEST(Template, MarksWhatIsOutside) {
  EXPECT_EQ(ShowText("a x\nb y\n", With("U%x[-8,0]%x[-2,0]%x[-1,0]%x[0,0]%x[1,0]%x[2,0]%x[8,0]")),
            "[1] x(U_B-8_B-2_B-1ab_B+1_B+7) y(U_B-7_B-1ab_B+1_B+2_B+8)\n");
}

TEST(Template, KnowsEdges) {
  EXPECT_EQ(ShowText("a x\nb y\nc x\n\nd y\n", With("U:%x[0,0]\nB:%x[0,0]\nB2:%x[-1,0]/%x[1,0]\n")),
            "[1] x{}(U:a) y{B:b|B2:a/c}(U:b) x{B:c|B2:b/_B+1}(U:c)\n[5] y{}(U:d)\n");
}

TEST(Template, TreatsLinesWithoutMacrosAsConstants) {
  EXPECT_EQ(ShowText("a x\nb y\n", With("U\nUbias\nB\nB01\n")), "[1] x(U|Ubias) y(U|Ubias)\n");
  EXPECT_EQ(ShowText("a x\nb y\n", With("B")), "[1] x() y()\n");
}

TEST(Template, SkipsCommentsAndKeepsSpaces) {
  EXPECT_EQ(ShowText("a x\n", With("# %y[\n\nU %x[0,0] # \r\n\r\n#\n")), "[1] x(U a # )\n");
}

TEST(Template, ReportsErrorsWithTheirPlace) {
  const std::string line = ", expected a line that starts with U, B or #";
  EXPECT_EQ(ShowText("a x\n", With("U\n\nu:%x[0,0]\n")), "T:3:1: found 'u'" + line);
  EXPECT_EQ(ShowText("a x\n", With(" U\n")), "T:1:1: found ' '" + line);
  const std::string macro = "', expected a macro %x[row,column]";
  for (const auto& [bad, found] :
       std::vector<std::pair<std::string, std::string>>{{"%", "%"},
                                                        {"%%", "%"},
                                                        {"%y[0,0]", "%"},
                                                        {"%x", "%"},
                                                        {"%x[", "%x["},
                                                        {"%x[0", "%x[0"},
                                                        {"%x[+1,0]", "%x[+"},
                                                        {"%x[ 1,0]", "%x[ "},
                                                        {"%x[,0]", "%x[,"},
                                                        {"%x[0,]", "%x[0,]"},
                                                        {"%x[0;0]", "%x[0;"},
                                                        {"%x[0,0", "%x[0,0"},
                                                        {"%x[--1,0]", "%x[--"},
                                                        {"%x[0,-1]", "%x[0,-"},
                                                        {"%t[0,0,\"a\"]", "%"}}) {
    EXPECT_EQ(ShowText("a x\n", With("U0:" + bad)), "T:1:4: found '" + found + macro) << bad;
  }
  EXPECT_EQ(ShowText("a x\n", With("U%x[0,0]%x[-9,0]")), "T:1:9: found row -9, expected -8 to 8");
  EXPECT_EQ(ShowText("a x\n", With("U%x[9,0]")), "T:1:2: found row 9, expected -8 to 8");
  EXPECT_EQ(ShowText("a x\n", With("U%x[0,10000]")),
            "T:1:2: found column 10000, expected at most 9999");
  EXPECT_NE(ShowText("a x\n", With("U%x[0,99999999999999999999]")).find("T:1:2: "),
            std::string::npos);
  EXPECT_EQ(ShowText("a x\n", With("\n# nothing\n")), "T: found no line that starts with U or B");
}

TEST(Template, FileIsCheckedWhenRead) {
  EXPECT_EQ(ReadTemplateFile(TempFile(Gzip("U%x[0,0]\n")).path()), "U%x[0,0]\n");
  EXPECT_THROW(ReadTemplateFile(TempFile("x\n").path()), Error);
  EXPECT_THROW(ReadTemplateFile(TempFile("").path()), Error);
  EXPECT_THROW(ReadTemplateFile("/no/such/file"), Error);
}

TEST(ColumnReader, SplitsAtRunsOfBlanks) {
  EXPECT_EQ(ShowText("a \t b\tx  \nc d y", With("U%x[0,0],%x[0,1]")), "[1] x(Ua,b) y(Uc,d)\n");
}

TEST(ColumnReader, EndsSequencesLikeCrfpp) {
  EXPECT_EQ(ShowText("\na x\n\n\nb y\n  \nd x\n\t\ne y\r\n\r\nf x", With("U%x[0,0]")),
            "[2] x(Ua)\n[5] y(Ub)\n[7] x(Ud)\n[9] y(Ue)\n[11] x(Uf)\n");
}

TEST(ColumnReader, ReportsErrorsWithTheirPlace) {
  const ReadOptions options = With("U%x[0,0]\nU%x[0,2]\nU%x[1,2]");
  EXPECT_EQ(ShowText("a b c x\na b x\n", options),
            "FILE:2:6: found 3 columns, expected 4 as in the previous lines");
  EXPECT_EQ(ShowText("a b c x\n\na  b c d x\n", options),
            "[1] x(Ua|Uc|U_B+1)\nFILE:3:10: found 5 columns, expected 4 as in the previous lines");
  EXPECT_EQ(ShowText("\na b x\n", options),
            "FILE:2:6: found 3 columns, the last one the label; expected column 2 (counted from 0) "
            "because "
            "of T:2");
  EXPECT_EQ(ShowText("x\n", With("U")), "[1] x(U)\n");
}

TEST(ColumnReader, ReadsUnlabelledText) {
  const ReadOptions options = With("U%x[0,0]%x[0,1]", false);
  EXPECT_EQ(ShowText("a b\nc d\n", options), "[1] (Uab) (Ucd)\n");
  EXPECT_EQ(ShowText("a b x\nc d e y\nf g\n", options), "[1] x(Uab) y(Ucd) (Ufg)\n");
  EXPECT_EQ(ShowText("a b\nc d y\n", options), "[1] (Uab) (Ucd)\n") << "the first line decides";
  EXPECT_EQ(ShowText("a b\nc\n", options),
            "FILE:2:2: found 1 column; expected column 1 (counted from 0) because of T:1");
}

TEST(ColumnReader, NeedsATemplate) {
  EXPECT_THROW(SequenceReader("/dev/null", {Format::kColumns, "", "", true}), Error);
  EXPECT_THROW(SequenceReader("/dev/null", {Format::kAttributes, "U", "", true}), Error);
}

TEST(ColumnReader, KeepsInputLinesAndPassesAllBytes) {
  const std::string odd("\xff\0:\\", 4);
  const TempFile file(odd + "  x \r\nb\ty");
  SequenceReader reader(file.path(), With("U%x[0,0]"));
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  EXPECT_TRUE(
      std::ranges::equal(sequence.lines(), std::vector<std::string_view>{odd + "  x ", "b\ty"}));
  EXPECT_EQ(sequence.node_items()[0].name, "U" + odd);
  EXPECT_FALSE(reader.Next(sequence));
}

TEST(ColumnReader, TakesLongFieldsAndSequences) {
  std::string text, expected = "[1]";
  for (int t = 0; t < 3000; ++t) {
    const std::string field(static_cast<std::size_t>(t % 150 + 1), static_cast<char>('a' + t % 26));
    text += field + " x\n";
    expected += " x(U" + field + "/" + field + ")";
  }
  EXPECT_EQ(ShowText(text, With("U%x[0,0]/%x[0,0]")), expected + "\n");
}

}  // namespace
}  // namespace sagitta
