// JSON lines: attributes as dicts and lists, columns, and everything that is wrong.
#include <gtest/gtest.h>

#include "text/show.h"

namespace sagitta {
namespace {

std::string Shown(const std::string& text, bool labelled = true, const std::string& rules = {}) {
  ReadOptions options;
  options.format = Format::kJson;
  options.labelled = labelled;
  options.template_text = rules;
  return ShowText(text, options);
}

TEST(JsonReader, AttributesAsForPythonCrfsuite) {
  EXPECT_EQ(Shown(R"({"tokens": [{"w": "the", "n": 3, "cap": true, "no": false}, ["a", "b:c"]],)"
                  R"( "labels": ["DET", "N"]})"
                  "\n"),
            "[1] DET(w:the|n=3|cap|no=0) N(a|b:c)\n");
  EXPECT_EQ(Shown(R"({"labels":["A"],"id":[{"x":null}],"tokens":[{"p":{"w":"x","s":["y",)"
                  R"("z"]}}],"weight":0.5})"),
            "[1 w=0.5] A(p:w:x|p:s:y|p:s:z)\n");
  EXPECT_EQ(Shown("{\"tokens\":[[],[]],\"edges\":[null,{\"e\":2}],\"labels\":[\"A\",\"B\"]}"),
            "[1] A{}() B{e=2}()\n");
}

TEST(JsonReader, StringsHaveEscapes) {
  EXPECT_EQ(Shown(R"({"tokens":[["\u00e1\"\\\/\ud83d\ude00"]],"labels":["é"]})"),
            "[1] é(á\"\\/\xf0\x9f\x98\x80)\n");
}

TEST(JsonReader, ColumnsNeedATemplate) {
  EXPECT_EQ(Shown(R"({"tokens":[["La","DA"],["Coruña",7]],"labels":["B","I"]})"
                  "\n\n"
                  R"({"tokens":["x","y"],"labels":["O","O"]})",
                  true, "u:%x[0,0]/%x[1,0]\nb\n"),
            "[1] B(u:La/Coruña) I(u:Coruña/_x+1)\n[3] O(u:x/y) O(u:y/_x+1)\n");
  EXPECT_EQ(Shown(R"({"tokens":["x"],"labels":["O"]})"),
            "FILE:1:12: found '\"x\"],\"labels...', expected the attributes of a token, an object "
            "or a list; words and columns need --preset or --template");
  EXPECT_EQ(Shown(R"({"tokens":[{"w":1}],"labels":["O"]})", true, "u:%x[0,0]\n"),
            "FILE:1:12: found an object, expected a list of columns because there is a template");
  EXPECT_EQ(Shown(R"({"tokens":[["a"]],"labels":["O"]})", true, "u:%x[0,1]\n"),
            "FILE:1:12: found 1 column, expected column 1 (counted from 0) because of template:1");
}

TEST(JsonReader, LabelsMayBeMissing) {
  EXPECT_EQ(Shown("{\"tokens\":[[\"a\"]]}", false), "[1] (a)\n");
  EXPECT_EQ(Shown("{\"tokens\":[[],[]],\"labels\":[null,\"B\"]}", false), "[1] () B()\n");
  EXPECT_EQ(Shown("{\"tokens\":[]}\n{\"tokens\":[[]],\"labels\":[1]}"), "[2] 1()\n");
  EXPECT_EQ(Shown("{\"tokens\":[[\"a\"]]}"),
            "FILE:1:1: found no \"labels\", expected one for each token");
  EXPECT_EQ(Shown("{\"tokens\":[[]],\"labels\":[null]}"),
            "FILE:1:26: found 'null]}', expected a string");
}

TEST(JsonReader, Mistakes) {
  const auto refuse = [](const std::string& text, const std::string& message) {
    EXPECT_EQ(Shown(text, false), "FILE:1:" + message) << text;
  };
  refuse("a\tb", "1: found 'a\tb', expected '{'");
  refuse("{}", "1: found no \"tokens\", expected {\"tokens\": [...]}");
  refuse("{\"tokens\":[[]]} x", "17: found 'x' after '}'");
  refuse("{\"tokens\":[[]]", "15: found the end of the line, expected '}'");
  refuse("{\"tokens\":[[\"a]]}", "13: found a string that does not end");
  refuse("{\"tokens\":[[\"\\x\"]]}", "14: found an unknown escape in a string");
  refuse("{\"tokens\":[[\"\\ud800\"]]}", "14: found half of a surrogate pair");
  refuse("{\"tokens\":[[\"\\u12\"]]}", "16: expected four hexadecimal digits after \\u");
  refuse("{\"tokens\":[[\"a\tb\"]]}", "15: found a control character in a string");
  refuse("{\"tokens\":[{\"a\":1e99}]}", "17: found '1e99', which is too large");
  refuse("{\"tokens\":[{\"a\":01}]}", "18: found '1}]}', expected '}'");
  refuse("{\"tokens\":[{\"a\":null}]}", "17: found 'null}]}', expected a number");
  refuse("{\"tokens\":[[]],\"labels\":[]}", "1: found 0 labels for 1 tokens");
  refuse("{\"tokens\":[[]],\"edges\":[[],[]]}", "1: found 2 elements of \"edges\" for 1 tokens");
  refuse("{\"tokens\":[[]],\"edges\":[[\"a\"]]}",
         "1: found attributes of an edge into the first token");
  refuse("{\"tokens\":[[]],\"tokens\":[[]]}", "25: found \"tokens\" twice");
  refuse("{\"tokens\":[[]],\"weight\":-1}", "27: found a negative weight");
  EXPECT_NE(Shown("{\"x\":" + std::string(5000, '[')).find("more than 100 levels"),
            std::string::npos);
  std::string deep = "{\"tokens\":[";
  for (int k = 0; k < 5000; ++k) deep += "{\"a\":";
  EXPECT_NE(Shown(deep).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace sagitta
