// Wapiti's patterns: examples, errors, and the output of Wapiti itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "text/show.h"

namespace sagitta {
namespace {

ReadOptions With(const std::string& text, bool labelled = true) {
  return {Format::kAuto, text, "T", labelled, TemplateLanguage::kWapiti, {}};
}

TEST(WapitiTemplate, ExpandsMacros) {
  EXPECT_EQ(ShowText("the D x\nDog N y\n", With("u0:%x[0,0]/%x[+1,1]\nu1:%X[0,0]-%x[-1, 0]\n")),
            "[1] x(u0:the/N|u1:the-_x-1) y(u0:Dog/_x+1|u1:dog-the)\n");
  EXPECT_EQ(ShowText("Dog x\nab1 y\n", With("u%t[0,0,\"^\\u\"]%m[0,0,\"\\d\"]/%M[0,0,\"^.?\"]!")),
            "[1] x(utrue/d!) y(ufalse1/a!)\n");
}

TEST(WapitiTemplate, MarksWhatIsOutside) {
  EXPECT_EQ(ShowText("a x\nb y\n", With("u%x[-1,0]%x[-4,0]%x[-5,0]%x[-99,0]%x[1,0]%x[5,0]%x[6,0]")),
            "[1] x(u_x-1_x-4_x-#_x-#b_x+4_x+#) y(ua_x-3_x-4_x-#_x+1_x+#_x+#)\n");
  EXPECT_EQ(ShowText("a x\n", With("u%m[-2,0,\"\\d\"]%t[1,0,\"x\"]%m[9,0,\"..$\"]")),
            "[1] x(u2true+#)\n")
      << "regular expressions see the marks, too";
}

TEST(WapitiTemplate, KnowsAbsoluteOffsets) {
  EXPECT_EQ(ShowText("a x\nb y\nc x\n",
                     With("u%x[@1,0]%x[@3,0]%x[@-1,0]%x[@-3,0]/%x[@0,0]%x[@4,0]%x[@-4,0]")),
            "[1] x(uacca/_x-1_x+1_x-1) y(uacca/_x-1_x+1_x-1) x(uacca/_x-1_x+1_x-1)\n");
  // A long field that every token repeats.
  const std::string field(1000, 'f');
  std::string text = field + " x\n", expected = "[1] x(u" + field + ")";
  for (int t = 0; t < 50; ++t) {
    text += "a x\n";
    expected += " x(u" + field + ")";
  }
  EXPECT_EQ(ShowText(text, With("u%x[@1,0]")), expected + "\n");
}

TEST(WapitiTemplate, ReadsNumbersAsWapitiDoes) {
  EXPECT_EQ(ShowText("a b x\nc d y\n", With("u%x[ -01,0]%x[-0x1,+1]%x[010,0]")),
            "[1] x(u_x-1_x-1_x+#) y(uab_x+#)\n");
}

TEST(WapitiTemplate, KnowsEdgesAndBoth) {
  EXPECT_EQ(ShowText("a x\nb y\n", With("u:%x[0,0]\nb:%x[0,0]\n*%x[-1,0]\n")),
            "[1] x{}(u:a|*_x-1) y{b:b|*a}(u:b|*a)\n");
  EXPECT_EQ(ShowText("a x\nb y\n", With("*\nb\nb01\nu\n")), "[1] x(*|u) y(*|u)\n");
}

TEST(WapitiTemplate, IgnoresCaseOfKindsCommentsAndSpacesAtTheEnd) {
  EXPECT_EQ(ShowText("a x\n", With("U:%x[0,0] # %y[\n \t\n  # x\nU Tail\t \r\nB#\n")),
            "[1] x(u:a|u Tail)\n");
  EXPECT_EQ(ShowText("a x\n", With("u\\\"%x[0,0]\"")), "[1] x(u\\\"a\")\n");
  EXPECT_EQ(ShowText("a\"b x\n", With("u%m[0,0,\"\\\".\"]")), "[1] x(u\"b)\n");
}

TEST(WapitiTemplate, ReportsErrorsWithTheirPlace) {
  const std::string line = ", expected a line that starts with u, b, * or #";
  EXPECT_EQ(ShowText("a x\n", With("u\n\nx:%x[0,0]\n")), "T:3:1: found 'x'" + line);
  EXPECT_EQ(ShowText("a x\n", With(" u\n")), "T:1:1: found ' '" + line);
  const std::string macro = "', expected %x[offset,column";
  const std::string kind = "', expected %x, %t, %m or one of them in upper case";
  const std::string end = "', expected ']' at its end";
  const std::string open =
      "found no '\"' that ends the regular expression (a '#' begins a comment even there)";
  const std::string none = "found no regular expression, expected ,\"...\" after the column";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"%", "4: found '%" + kind},
      {"%%", "4: found '%%" + kind},
      {"%y[0,0]", "4: found '%y" + kind},
      {"%x", "4: found '%x" + macro},
      {"%x[,0]", "4: found '%x[," + macro},
      {"%x[--1,0]", "4: found '%x[--" + macro},
      {"%x[@@1,0]", "4: found '%x[@@" + macro},
      {"%x[09,0]", "4: found '%x[09" + macro},
      {"%x[0 ,0]", "4: found '%x[0 " + macro},
      {"%x[0,-1]", "4: found '%x[0,-" + macro},
      {"%x[9999999999,0]", "4: found '%x[9999999999," + macro},
      {"%x[0,0,\"a\"]", "4: found '%x[0,0," + end},
      {"%t[0,0]", "10: " + none},
      {"%t[0,0;\"a\"]", "10: " + none},
      {"%t[0,0,\"a]", "11: " + open},
      {"%t[0,0,\"a\\\"]", "11: " + open},
      {"%t[0,0,\"#\"]", "11: " + open},
      {"%t[0,0,\"a\"", "4: found '%t[0,0,\"a\"" + end},
      {"%m[0,0,\"a**\"]",
       "14: found '*' with nothing to repeat, expected '\\*' for the character itself"},
      {"%x[0,10000]", "4: found column 10000, expected at most 9999"}};
  for (const auto& [bad, message] : cases) {
    EXPECT_EQ(ShowText("a x\n", With("u0:" + bad)), "T:1:" + message) << bad;
  }
  EXPECT_EQ(ShowText("a x\n", With("# nothing\n  \n")),
            "T: found no line that starts with u, b or *");
}

TEST(WapitiTemplate, SplitsAtAnySpace) {
  EXPECT_EQ(ShowText("  a\v\fb\t x \n\r\n \t \n\nc d y", With("u%x[0,0],%x[0,1]")),
            "[1] x(ua,b)\n[5] y(uc,d)\n");
  EXPECT_EQ(ShowText("a b c x\nd y\n", With("u%x[0,0]")), "[1] x(ua) y(ud)\n")
      << "lines need not be alike";
  EXPECT_EQ(ShowText("a x\nb\n", With("u\nu%x[0,0]")),
            "FILE:2:2: found 1 column, the last one the label; expected column 0 (counted from 0) "
            "because of T:2");
  EXPECT_EQ(ShowText("a\n\nb\n", With("u%x[0,0]", false)), "[1] (ua)\n[3] (ub)\n");
}

TEST(WapitiTemplate, IsRecognised) {
  const auto show = [](const std::string& text) {
    return ShowText("a x\n", {Format::kAuto, text, "T", true});
  };
  EXPECT_EQ(show("U%x[-1,0]\nB\n"), "[1] x(U_B-1)\n");
  EXPECT_EQ(show("u%x[-1,0]\n"), "[1] x(u_x-1)\n");
  EXPECT_EQ(show("U%x[-1,0]\n*\n"), "[1] x(u_x-1|*)\n");
  EXPECT_EQ(show("U%x[-1,0]\nb\n"), "[1] x(u_x-1)\n");
  for (const std::string macro : {"%X[-1,0]", "%m[-1,0,\".*$\"]", "%x[@0,0]"}) {
    EXPECT_EQ(show("U" + macro), "[1] x(u_x-1)\n") << macro;
  }
  EXPECT_EQ(show("U%t[0,0,\"a\"]"), "[1] x(utrue)\n");
}

/// The observations that Wapiti's model file lists: netstrings after the second #qrk#.
std::set<std::string> Observations(const std::filesystem::path& model) {
  std::ifstream in(model);
  std::set<std::string> names;
  int lists = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#qrk#")) {
      ++lists;
    } else if (lists == 2 && line.ends_with(',')) {
      names.insert(line.substr(line.find(':') + 1, line.size() - line.find(':') - 2));
    }
  }
  return names;
}

TEST(WapitiTemplate, ExpandsAsWapitiDoes) {
  const std::filesystem::path golden =
      std::filesystem::absolute(__FILE__).parent_path().parent_path() / "golden/wapiti";
  ReadOptions options;
  options.template_name = (golden / "expand.pattern").string();
  options.template_text = ReadTemplateFile(options.template_name);
  SequenceReader reader((golden / "expand.tsv").string(), options);
  std::set<std::string> ours;
  for (Sequence sequence; reader.Next(sequence);) {
    for (const Item& item : sequence.node_items()) ours.emplace(item.name);
    for (const Item& item : sequence.edge_items()) ours.emplace(item.name);
  }
  // The plain transition, and edges into first tokens, which Wapiti lists but does not use.
  for (const char* name : {"b", "b00", "b44", "b88", "baa"}) ours.emplace(name);
  const std::set<std::string> wapitis = Observations(golden / "expand.model");
  EXPECT_EQ(wapitis.size(), 155u);
  EXPECT_EQ(ours, wapitis);
}

}  // namespace
}  // namespace sagitta
