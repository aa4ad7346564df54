// Wapiti's model file.
#include "interop/wapiti_model.h"

#include <gtest/gtest.h>

#include <sstream>

#include "interop/models.h"
#include "support/golden.h"

namespace sagitta::internal {
namespace {

/// The dump that Wapiti itself printed: observation, from or #, to, weight. Patterns without macros
/// are the plain transitions.
WeightMap DumpedWeights(const std::string& dump, const std::string& plain) {
  WeightMap weights;
  std::istringstream lines(dump);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name, from, to;
    double weight = 0;
    if (!(fields >> name >> from >> to >> weight) || weight == 0) continue;
    const char kind = from == "#" ? 'n' : name == plain ? 't' : 'e';
    weights[{kind, kind == 't' ? "" : name, from == "#" ? "" : from, to}] = weight;
  }
  return weights;
}

TEST(WapitiModel, ReadsWhatWapitiWrote) {
  const auto model = LoadModel(GoldenPath("wapiti/model"));
  EXPECT_EQ(model->options.format, Format::kColumns);
  EXPECT_EQ(model->options.language, TemplateLanguage::kWapiti);
  EXPECT_EQ(model->settings.at("imported"), "wapiti");
  EXPECT_EQ(Labels(*model), (std::vector<std::string>{"B", "O", "I"}));
  const WeightMap dumped = DumpedWeights(GoldenText("wapiti/dump.txt"), "b");
  const WeightMap read = Weights(*model);
  ASSERT_GT(dumped.size(), 10u);
  ASSERT_EQ(read.size(), dumped.size());
  for (const auto& [key, weight] : dumped) {
    ASSERT_TRUE(read.contains(key)) << std::get<1>(key) << " " << std::get<3>(key);
    EXPECT_NEAR(read.at(key), weight, 1e-5);
  }
}

TEST(WapitiModel, ObservationsHaveNoPlainTransitions) {
  const auto model = LoadModel(GoldenPath("wapiti/raw.model"));
  EXPECT_EQ(model->options.format, Format::kObservations);
  EXPECT_EQ(model->edge.begin[1], 0u);
  EXPECT_NE(model->edge_names.Find("b"), kNoId);
  EXPECT_NE(model->node_names.Find("*cap"), kNoId);
  EXPECT_NE(model->edge_names.Find("*cap"), kNoId);
}

/// Written again it has no observations without weights, but otherwise the same contents.
TEST(WapitiModel, RoundTripOfGoldenModels) {
  for (const char* name : {"wapiti/model", "wapiti/raw.model"}) {
    const auto model = LoadBytes(GoldenText(name));
    const auto again = LoadBytes(Written(*model, ModelFormat::kWapiti));
    EXPECT_EQ(Weights(*again), Weights(*model)) << name;
    EXPECT_EQ(Labels(*again), Labels(*model)) << name;
    EXPECT_EQ(again->options.template_text, model->options.template_text) << name;
    EXPECT_EQ(again->options.format, model->options.format) << name;
  }
}

TEST(WapitiModel, IndicesFollowTheObservations) {
  const auto model = LoadBytes(
      "#mdl#2#5\n#rdr#1/0/0\n9:u:%x[0,0],\n#qrk#2\n1:A,\n1:B,\n"
      "#qrk#3\n3:u:x,\n3:*:y,\n3:b:z,\n"
      "1=0x1p+0\n3=0x1.8p+1\n6=-0x1p-1\n8=0x1p+2\n11=0x1p+3\n");
  const WeightMap expected = {{{'n', "u:x", "", "B"}, 1.0},
                              {{'n', "*:y", "", "B"}, 3.0},
                              {{'e', "*:y", "B", "A"}, -0.5},
                              {{'e', "b:z", "A", "A"}, 4.0},
                              {{'e', "b:z", "B", "B"}, 8.0}};
  EXPECT_EQ(Weights(*model), expected);
}

TEST(WapitiModel, PatternsWithoutMacrosAreTransitions) {
  // "b" occurs twice, so its weights count twice; the star's unigram part stays an attribute.
  const auto model = LoadBytes(
      "#mdl#2#3\n#rdr#4/0/0\n1:b,\n5:*bias,\n1:b,\n9:u:%x[0,0],\n#qrk#1\n1:A,\n"
      "#qrk#2\n1:b,\n5:*bias,\n0=0x1p+0\n1=0x1p+1\n2=0x1p+4\n");
  const WeightMap expected = {{{'t', "", "A", "A"}, 18.0}, {{'n', "*bias", "", "A"}, 2.0}};
  EXPECT_EQ(Weights(*model), expected);
}

TEST(WapitiModel, OldHeadersAreRead) {
  const std::string text = GoldenText("wapiti/raw.model");
  std::string old = text;
  old.replace(old.find("#mdl#2#42"), 9, "#mdl#42");
  old.replace(old.find("#rdr#0/0/0"), 10, "#rdr#0/0");
  EXPECT_EQ(Weights(*LoadBytes(old)), Weights(*LoadBytes(text)));
}

TEST(WapitiModel, CarriageReturnsDoNoHarm) {
  const std::string text = GoldenText("wapiti/model");
  std::string windows;
  for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(Weights(*LoadBytes(windows)), Weights(*LoadBytes(text)));
}

TEST(WapitiModel, OtherTypesAreRefusedByName) {
  EXPECT_EQ(Complaint(GoldenText("wapiti/maxent.model")),
            "model:1:7: found a Wapiti model of type maxent, expected crf");
  EXPECT_EQ(Complaint("#mdl#1#0\n"), "model:1:7: found a Wapiti model of type memm, expected crf");
}

TEST(WapitiModel, MessagesSayWhereAndWhat) {
  const std::string head = "#mdl#2#1\n#rdr#0/0/0\n#qrk#1\n1:A,\n#qrk#1\n2:ux,\n";
  EXPECT_EQ(Complaint(head + "0=0x1p+0\n"), "");
  EXPECT_EQ(Complaint(head + "0=1.5"),
            "model:7:6: found the end of the file, expected the end of the line");
  EXPECT_EQ(Complaint(head + "1=0x1p+0\n"),
            "model:7:1: found an index beyond those of the observations");
  EXPECT_EQ(Complaint(head + "18446744073709551615=0x1p+0\n"),
            "model:7:1: found an index beyond those of the observations");
  EXPECT_EQ(Complaint(head + "0=inf\n"), "model:7:3: found 'inf', expected a finite number");
  EXPECT_EQ(Complaint(head + "0=0x1p+9999\n"),
            "model:7:3: found '0x1p+9999', expected a finite number");
  EXPECT_EQ(Complaint(head + "0=--1\n"), "model:7:3: found '--1', expected a finite number");
  EXPECT_EQ(Complaint(head + "0 1\n"), "model:7:2: found ' 1', expected '='");
  EXPECT_EQ(Complaint(head), "model:7:1: found the end of the file, expected a whole number");
  EXPECT_EQ(Complaint(head + "0=1\n0=1\n"),
            "model:8:1: found more weights than the first line says");
  EXPECT_EQ(Complaint("#mdl#2#2\n#rdr#0/0/0\n#qrk#1\n1:A,\n#qrk#1\n2:ux,\n0=1\n0=1\n"),
            "model:8:1: found an index that is not above the previous one");
  EXPECT_EQ(Complaint("#mdl#2#0\n#rdr#0/0/0\n#qrk#2\n1:A,\n1:A,\n#qrk#0\n"),
            "model:5:1: found a label that occurs twice");
  EXPECT_EQ(Complaint("#mdl#2#0\n#rdr#0/0/0\n#qrk#1\n1:A,\n#qrk#2\n2:ux,\n2:ux,\n"),
            "model:7:1: found an observation that occurs twice");
  EXPECT_EQ(Complaint("#mdl#2#0\n#rdr#0/0/0\n#qrk#1\n1:A,\n#qrk#1\n2:xx,\n"),
            "model:6:1: found an observation that does not begin with u, b or *");
  EXPECT_EQ(Complaint("#mdl#2#0\n#rdr#99999999/0/0\n"),
            "model:2:6: found 99999999 strings, more than fit in the rest of the file");
  EXPECT_EQ(Complaint("#mdl#2#0\n#rdr#0/0/0\n#qrk#1\n999999999:A,\n"),
            "model:4:11: the text ends early: expected 999999999 more bytes, found 3");
}

TEST(WapitiModel, BadPatternsAreRefused) {
  const auto with = [](const std::string& pattern) {
    return "#mdl#2#0\n#rdr#1/0/0\n" + std::to_string(pattern.size()) + ":" + pattern +
           ",\n#qrk#1\n1:A,\n#qrk#0\n";
  };
  EXPECT_EQ(Complaint(with("u:%x[0,0]")), "");
  EXPECT_NE(Complaint(with("u:%q[0,0]")), "");
  EXPECT_NE(Complaint(with("U:%x[0,0]")), "");
  EXPECT_NE(Complaint(with("u:a # b")), "");
  EXPECT_NE(Complaint(with("u:a ")), "");
}

TEST(WapitiModel, WritesALineForTransitions) {
  const ReadOptions options =
      TemplateOptions(TemplateLanguage::kWapiti, "# words\nU:%x[0,1] # the second\n*c%x[0,0]\n");
  const auto model = MakeModel(options, {"u:x", "*cy"}, {"*cy", "*cz"}, true);
  const std::string text = Written(*model, ModelFormat::kWapiti);
  EXPECT_TRUE(text.starts_with("#mdl#2#6\n#rdr#3/1/0\n9:u:%x[0,1],\n9:*c%x[0,0],\n1:b,\n#qrk#3\n"))
      << text;
  EXPECT_EQ(Weights(*LoadBytes(text)), Weights(*model));
}

TEST(WapitiModel, TransitionsTakeTheFirstLineOfTheirKind) {
  const ReadOptions options =
      TemplateOptions(TemplateLanguage::kWapiti, "*bias\nb:t\nb\nb:t\nu:%x[0,0]\n");
  const auto model = MakeModel(options, {"u:x", "*bias"}, {}, true);
  const std::string text = Written(*model, ModelFormat::kWapiti);
  EXPECT_TRUE(text.starts_with("#mdl#2#4\n#rdr#3/0/0\n5:*bias,\n3:b:t,\n9:u:%x[0,0],\n")) << text;
  EXPECT_EQ(Weights(*LoadBytes(text)), Weights(*model));
}

TEST(WapitiModel, RefusesByName) {
  const auto refusal = [](const ModelData& model) { return Refusal(model, ModelFormat::kWapiti); };
  const ReadOptions wapiti = TemplateOptions(TemplateLanguage::kWapiti, "u:%x[0,0]\nb\n");
  EXPECT_EQ(refusal(*MakeModel({}, {"uw"}, {}, false)), "");
  EXPECT_EQ(refusal(*MakeModel({}, {"uw", "w=x"}, {}, false)),
            "a Wapiti model cannot hold a name that does not begin with u or *: 'w=x'");
  EXPECT_EQ(refusal(*MakeModel(wapiti, {"u:w"}, {"u:e"}, true)),
            "a Wapiti model cannot hold a name that does not begin with b or *: 'u:e'");
  EXPECT_EQ(refusal(*MakeModel({}, {"uw"}, {}, true)),
            "a Wapiti model cannot hold plain transitions in a model without patterns");
  EXPECT_EQ(refusal(*MakeModel(TemplateOptions(TemplateLanguage::kCrfpp, "U:%x[0,0]\n"), {"U:x"},
                               {}, false)),
            "a Wapiti model cannot hold a CRF++ template: Wapiti's patterns give other names at "
            "the ends of a sequence");
  EXPECT_EQ(refusal(*MakeModel(wapiti, {}, {}, false)),
            "a Wapiti model cannot hold a model without weights");
  EXPECT_EQ(refusal(*MakeModel(wapiti, {"u:w"}, {"b"}, true)),
            "a Wapiti model cannot hold both transitions and an edge attribute with the name "
            "'b'");
  EXPECT_EQ(refusal(*MakeModel(TemplateOptions(TemplateLanguage::kWapiti, "*a\n*%x[0,0]\n"), {"*a"},
                               {"*a"}, false)),
            "a Wapiti model cannot hold both transitions and an edge attribute with the name "
            "'*a'");
  ReadOptions conllu = wapiti;
  conllu.format = Format::kConllu;
  conllu.columns = {"form", "upos"};
  EXPECT_EQ(refusal(*MakeModel(conllu, {"u:w"}, {}, true)),
            "a Wapiti model cannot hold the names of CoNLL-U fields");
  SmallModel constrained;
  constrained.options = wapiti;
  EXPECT_EQ(refusal(*constrained.Build(Precision::kFloat)),
            "a Wapiti model cannot hold constraints on labels, and this model has them");
}

}  // namespace
}  // namespace sagitta::internal
