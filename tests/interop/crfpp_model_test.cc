// CRF++'s model files.
#include "interop/crfpp_model.h"

#include <gtest/gtest.h>

#include "interop/models.h"
#include "support/golden.h"

namespace sagitta::internal {
namespace {

constexpr const char* kSmall =
    "version: 100\ncost-factor: 1\nmaxid: 10\nxsize: 1\n\nA\nB\n\nU:%x[0,0]\nB\n\n"
    "0 B\n4 B1\n8 U:x\n\n1\n2\n3\n4\n0\n0\n-5.5\n0\n0.25\n1e-3\n";

/// kSmall with one part replaced by another.
std::string With(const std::string& part, const std::string& other) {
  std::string text = kSmall;
  return text.replace(text.find(part), part.size(), other);
}

TEST(CrfppModel, ReadsTheText) {
  const auto model = LoadBytes(kSmall);
  EXPECT_EQ(Labels(*model), (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(model->options.template_text, "U:%x[0,0]\nB\n");
  EXPECT_EQ(model->options.language, TemplateLanguage::kCrfpp);
  EXPECT_EQ(model->precision, Precision::kDouble);
  const WeightMap expected = {{{'t', "", "A", "A"}, 1.0},    {{'t', "", "A", "B"}, 2.0},
                              {{'t', "", "B", "A"}, 3.0},    {{'t', "", "B", "B"}, 4.0},
                              {{'e', "B1", "B", "A"}, -5.5}, {{'n', "U:x", "", "A"}, 0.25},
                              {{'n', "U:x", "", "B"}, 0.001}};
  EXPECT_EQ(Weights(*model), expected);
}

TEST(CrfppModel, ReadsWhatCrfppWrote) {
  const auto text = LoadModel(GoldenPath("crfpp/model.txt"));
  const auto binary = LoadModel(GoldenPath("crfpp/model"));
  EXPECT_EQ(Labels(*text), (std::vector<std::string>{"B", "I", "O"}));
  EXPECT_EQ(Labels(*binary), Labels(*text));
  EXPECT_EQ(binary->options.template_text, text->options.template_text);
  EXPECT_EQ(text->options.template_text,
            "U01:%x[0,0]\nU02:%x[0,1]\nU03:%x[-1,1]/%x[0,1]\nU04:%x[-3,1]|%x[2,1]\nB\n"
            "B01:%x[0,1]\n");
  const WeightMap doubles = Weights(*text), floats = Weights(*binary);
  ASSERT_GT(doubles.size(), 100u);
  ASSERT_EQ(floats.size(), doubles.size());
  for (const auto& [key, weight] : doubles) {
    ASSERT_TRUE(floats.contains(key)) << std::get<1>(key);
    EXPECT_EQ(floats.at(key), static_cast<float>(weight));
  }
}

/// crf_learn prints 16 decimals, we print what reads back exactly; everything else is the same.
TEST(CrfppModel, WritesTheSameLinesAsCrfpp) {
  const std::string original = GoldenText("crfpp/model.txt");
  const std::string written = Written(*LoadBytes(original), ModelFormat::kCrfpp);
  const std::size_t weights = original.find("\n\n", original.find("\n0 ")) + 2;
  EXPECT_EQ(written.substr(0, weights), original.substr(0, weights));
  EXPECT_EQ(Weights(*LoadBytes(written)), Weights(*LoadBytes(original)));
}

TEST(CrfppModel, LinesWithoutMacrosAreTransitions) {
  // B counts twice and B2 once.
  const auto model = LoadBytes(
      "version: 100\ncost-factor: 1\nmaxid: 2\nxsize: 1\n\nA\n\nU:%x[0,0]\nB\nB2\nB\n\n"
      "0 B\n1 B2\n\n1.5\n0.25\n");
  EXPECT_EQ(Weights(*model), (WeightMap{{{'t', "", "A", "A"}, 3.25}}));
}

TEST(CrfppModel, NamesMayHoldSpaces) {
  const auto model = LoadBytes(With("8 U:x", "8 U:x y"));
  EXPECT_NE(model->node_names.Find("U:x y"), kNoId);
}

TEST(CrfppModel, CarriageReturnsDoNoHarm) {
  std::string windows;
  for (const char c : std::string(kSmall)) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(Weights(*LoadBytes(windows)), Weights(*LoadBytes(kSmall)));
}

TEST(CrfppModel, MessagesSayWhereAndWhat) {
  EXPECT_EQ(Complaint(With("version: 100", "version: 200")),
            "model:1:10: found a version other than 100");
  EXPECT_EQ(Complaint(With("maxid: 10", "maxid: 9999")),
            "model:3:8: found 9999 weights, more than fit in the rest of the file");
  EXPECT_EQ(Complaint(With("maxid: 10", "maxid: 9")),
            "model:14:1: found a feature whose weights lie beyond maxid");
  EXPECT_EQ(Complaint(With("maxid: 10", "maxid: 11")),
            "model:26:1: found the end of the file, expected a finite number");
  EXPECT_EQ(Complaint(std::string(kSmall) + "7\n"),
            "model:26:1: found more weights than maxid says");
  EXPECT_EQ(Complaint(With("4 B1", "4 X1")),
            "model:13:1: found a feature that begins with neither U nor B");
  EXPECT_EQ(Complaint(With("4 B1", "4 B")), "");  // transitions add up
  EXPECT_EQ(Complaint(With("4 B1\n8 U:x", "4 U:x\n8 U:x")),
            "model: the feature 'U:x' occurs twice");
  EXPECT_EQ(Complaint(With("8 U:x", "9 U:x")),
            "model:14:1: found a feature whose weights lie beyond maxid");
  EXPECT_EQ(Complaint(With("A\nB\n", "A\nA\n")), "model: the label 'A' occurs twice");
  EXPECT_EQ(Complaint(With("A\nB\n", "")), "model: found 0 labels, expected 1 to 2000");
  EXPECT_EQ(Complaint(With("-5.5", "nan")), "model:22:1: found 'nan', expected a finite number");
  EXPECT_EQ(Complaint(With("-5.5", "-5.5x")),
            "model:22:5: found 'x', expected the end of the line");
  EXPECT_EQ(Complaint("version: 100\ncost-factor: 1\nmaxid: 1\nxsize: 1\n\nA\n"),
            "model:7:1: the text ends early");
  EXPECT_TRUE(Complaint(With("U:%x[0,0]", "Q:%x[0,0]")).starts_with("model (template):1:1: "));
}

/// Features that share weights would let a small file require any amount of memory.
TEST(CrfppModel, WeightsAreNotShared) {
  EXPECT_EQ(Complaint(With("0 B\n4 B1\n8 U:x", "0 B1\n0 B2\n0 B3\n0 U:x")),
            "model:14:1: found a feature whose weights lie beyond maxid");
}

TEST(CrfppModel, RoundTripOfTransitionsWithoutALine) {
  const auto model = MakeModel(TemplateOptions(TemplateLanguage::kCrfpp, "# c\nU:%x[0,2]\n"),
                               {"U:x", "U:\xc3\xa9"}, {}, true);
  const std::string text = Written(*model, ModelFormat::kCrfpp);
  EXPECT_TRUE(
      text.starts_with("version: 100\ncost-factor: 1\nmaxid: 15\nxsize: 3\n\nA\nB\nC\n\n"
                       "U:%x[0,2]\nB\n\n0 B\n9 U:x\n"))
      << text;
  EXPECT_EQ(Weights(*LoadBytes(text)), Weights(*model));
}

TEST(CrfppModel, LabelsAreWrittenInTheOrderOfTheirBytes) {
  const auto model = LoadBytes(With("A\nB\n", "B\nA\n"));
  const std::string text = Written(*model, ModelFormat::kCrfpp);
  EXPECT_EQ(Labels(*LoadBytes(text)), (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(Weights(*LoadBytes(text)), Weights(*model));
}

TEST(CrfppModel, RefusesByName) {
  const auto refusal = [](const ModelData& model) { return Refusal(model, ModelFormat::kCrfpp); };
  const ReadOptions crfpp = TemplateOptions(TemplateLanguage::kCrfpp, "U:%x[0,0]\nB%x[0,0]\n");
  EXPECT_EQ(refusal(*MakeModel(crfpp, {"U:x"}, {"Bx"}, true)), "");
  EXPECT_EQ(
      refusal(*MakeModel({}, {"U:x"}, {}, true)),
      "a CRF++ model cannot hold a model without a template, such as one for attribute text or "
      "observations");
  EXPECT_EQ(refusal(*MakeModel(TemplateOptions(TemplateLanguage::kWapiti, "u:%x[0,0]\n"), {"u:x"},
                               {}, true)),
            "a CRF++ model cannot hold Wapiti's patterns");
  EXPECT_EQ(refusal(*MakeModel(crfpp, {"U:a b"}, {}, true)),
            "a CRF++ model cannot hold a name with a space, a line end or a NUL byte: 'U:a b'");
  EXPECT_EQ(refusal(*MakeModel(crfpp, {"w=a"}, {}, true)),
            "a CRF++ model cannot hold a name that does not begin with U: 'w=a'");
  EXPECT_EQ(refusal(*MakeModel(crfpp, {"U" + std::string(9000, 'x')}, {}, true)),
            "a CRF++ model cannot hold a name of 9001 bytes: 'U" + std::string(39, 'x') + "...'");
  EXPECT_EQ(refusal(*MakeModel(crfpp, {}, {}, false)),
            "a CRF++ model cannot hold a model without weights");
}

}  // namespace
}  // namespace sagitta::internal
