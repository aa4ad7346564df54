// Templates as models store them, and the names of plain transitions.
#include "interop/template_rules.h"

#include <gtest/gtest.h>

#include "interop/models.h"

namespace sagitta::internal {
namespace {

std::string Joined(TemplateLanguage language, const std::string& text) {
  return JoinRules(TemplateRules(TemplateOptions(language, text)));
}

TEST(TemplateRules, CommentsGo) {
  EXPECT_EQ(Joined(TemplateLanguage::kCrfpp, "# x\n\nU1:%x[0,0]#a \r\nB"), "U1:%x[0,0]#a \nB\n");
  EXPECT_EQ(Joined(TemplateLanguage::kWapiti, "# x\n\nU1:%X[0,0] #a \r\nB \t\n *"),
            "u1:%X[0,0]\nb\n *\n");
}

TEST(TemplateRules, Kinds) {
  const auto rules =
      TemplateRules(TemplateOptions(TemplateLanguage::kWapiti, "u%x[0,0]\nb\n*\n*%x[0,0]\n"));
  ASSERT_EQ(rules.size(), 4u);
  EXPECT_TRUE(rules[0].node && !rules[0].edge && rules[0].macros && !rules[0].plain());
  EXPECT_TRUE(!rules[1].node && rules[1].plain());
  EXPECT_TRUE(rules[2].node && rules[2].plain());
  EXPECT_TRUE(rules[3].node && rules[3].edge && !rules[3].plain());
}

/// Whether the only rule with macros, of this text, could produce the name.
bool Could(TemplateLanguage language, const std::string& text, std::string_view name) {
  const Template compiled(text, "template", language);
  return CouldGive(compiled.edge_rules().at(0), name);
}

TEST(PlainTransitions, MacrosGiveAtLeastAByte) {
  const auto crfpp = TemplateLanguage::kCrfpp, wapiti = TemplateLanguage::kWapiti;
  EXPECT_FALSE(Could(crfpp, "B%x[0,0]\n", "B"));
  EXPECT_TRUE(Could(crfpp, "B%x[0,0]\n", "BX"));
  EXPECT_FALSE(Could(crfpp, "B:%x[0,0]\n", "BX"));
  EXPECT_TRUE(Could(crfpp, "B:%x[0,0]/%x[1,0]\n", "B:a/b"));
  EXPECT_TRUE(Could(crfpp, "B:%x[0,0]/%x[1,0]\n", "B:///"));
  EXPECT_FALSE(Could(crfpp, "B:%x[0,0]/%x[1,0]\n", "B:/b"));
  EXPECT_FALSE(Could(crfpp, "B:%x[0,0]/%x[1,0]/\n", "B:a/b"));
  EXPECT_TRUE(Could(wapiti, "b%m[0,0,\"x\"]\n", "b"));
  EXPECT_FALSE(Could(wapiti, "b%t[0,0,\"x\"]\n", "b"));
  EXPECT_TRUE(Could(wapiti, "b%m[0,0,\"x\"]%m[0,0,\"y\"]z\n", "bz"));
}

TEST(PlainTransitions, NamesAreCounted) {
  const auto names = PlainTransitionNames(
      TemplateOptions(TemplateLanguage::kCrfpp, "U%x[0,0]\nB\nB2\nB\nB3%x[0,0]\n"), "file");
  EXPECT_EQ(names.size(), 2u);
  EXPECT_EQ(names.at("B"), 2u);
  EXPECT_EQ(names.at("B2"), 1u);
}

TEST(PlainTransitions, NamesThatMeanTwoThingsAreRefused) {
  try {
    PlainTransitionNames(TemplateOptions(TemplateLanguage::kCrfpp, "BX\nB%x[0,0]\n"), "file");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "file: a line of the template with macros could produce the name 'BX', which a line "
        "without macros gives to all edges");
  }
}

/// Every pair is compared, so their number is limited.
TEST(PlainTransitions, TooManyLinesAreRefused) {
  std::string text;
  for (int k = 0; k < 3000; ++k) {
    text += "Bp" + std::to_string(k) + "\nBm" + std::to_string(k) + ":%x[0,0]\n";
  }
  EXPECT_THROW(PlainTransitionNames(TemplateOptions(TemplateLanguage::kCrfpp, text), "file"),
               Error);
}

}  // namespace
}  // namespace sagitta::internal
