// Templates in Sagitta's own language: Wapiti's, with functions.
#include <gtest/gtest.h>

#include "sagitta/presets.h"
#include "text/read_options.h"
#include "text/show.h"

namespace sagitta {
namespace {

ReadOptions Reading(const std::string& text) {
  ReadOptions options;
  options.template_text = text;
  options.template_name = "t";
  return options;
}

TEST(SagittaTemplate, FunctionsOfFields) {
  EXPECT_EQ(ShowText("Ávila NP A\nES V B\n", Reading("u:%outline[0,0]/%SUFFIX[1,0,1]\n"
                                                     "b:%case[-1,0]%all[0,1,upper]\nb\n")),
            "[1] A{}(u:Xx/s) B{b:capitaltrue}(u:X/_x+1)\n");
}

TEST(SagittaTemplate, IsWapitisOtherwise) {
  const std::string wapiti = "u:%X[0,0]/%t[0,0,\"^a\"]/%m[-1,0,\".$\"]  # comment\nU:%x[@-1,1]\n";
  const std::string text = "Ab N A\nac V B\n";
  EXPECT_EQ(ShowText(text, Reading(wapiti + "u:%lower[0,1]\n")),
            "[1] A(u:ab/false/1|u:V|u:n) B(u:ac/true/b|u:V|u:v)\n");
  EXPECT_EQ(ShowText("ÁB N A\n", Reading("u:%X[0,0]\nu:%first[0,0,upper]\n")),
            "[1] A(u:áb|u:true)\n")
      << "%X knows all letters";
  EXPECT_EQ(ShowText("ÁB N A\n", Reading("u:%X[0,0]\n")),
            "[1] A(u:\xc3\x81"
            "b)\n")
      << "but not in Wapiti's patterns";
}

TEST(SagittaTemplate, LowerCaseThatIsLonger) {
  std::string word;
  for (int k = 0; k < 100; ++k) word += "\xc8\xba";  // becomes three bytes
  std::string lower;
  for (int k = 0; k < 100; ++k) lower += "\xe2\xb1\xa5";
  EXPECT_EQ(ShowText(word + " A\n", Reading("u:%lower[0,0]%X[@1,0]%PREFIX[0,0,100]\n")),
            "[1] A(u:" + lower + lower + lower + ")\n");
}

TEST(SagittaTemplate, TheLanguageFollowsFromTheFunctions) {
  const auto language = [](const std::string& text) {
    return internal::ResolveLanguage(TemplateLanguage::kAuto, text);
  };
  EXPECT_EQ(language("U:%x[0,0]\nB\n"), TemplateLanguage::kCrfpp);
  EXPECT_EQ(language("u:%x[0,0]\n"), TemplateLanguage::kWapiti);
  EXPECT_EQ(language("u:%x[0,0]  # not %shape[0,0]\n"), TemplateLanguage::kWapiti);
  EXPECT_EQ(language("U:%x[0,0]\nU:%shape[0,0]\n"), TemplateLanguage::kSagitta);
  EXPECT_EQ(language("u:100%shapes\n"), TemplateLanguage::kWapiti) << "no function";
}

TEST(SagittaTemplate, Mistakes) {
  const auto refuse = [](const std::string& line, const std::string& message) {
    ReadOptions options = Reading(line + "\n");
    options.language = TemplateLanguage::kSagitta;
    EXPECT_EQ(ShowText("a A\n", options), "t:1:" + message) << line;
  };
  refuse("u:%suffix[0,0]",
         "14: expected ,N after the column: a number of characters from 1 to 1000");
  refuse("u:%suffix[0,0,0]",
         "14: expected ,N after the column: a number of characters from 1 to 1000");
  refuse("u:%any[0,0,vowel]",
         "11: expected a class after the column: ,upper ,lower ,letter ,digit ,alnum or ,punct");
  refuse("u:%shape[0,0,3]", "13: expected ']' at the end of the macro");
  refuse("u:%shape[x]", "3: expected %shape[offset,column");
  refuse("u:%shap[0,0]", "3: found '%s', expected %x, %t, %m or one of them in upper case");
  ReadOptions crfpp = Reading("U:%shape[0,0]\n");
  crfpp.language = TemplateLanguage::kCrfpp;
  EXPECT_EQ(ShowText("a A\n", crfpp), "t:1:3: found '%', expected a macro %x[row,column]");
}

TEST(Presets, FitTheColumns) {
  for (const Preset& preset : Presets()) {
    for (const std::size_t columns : {1u, 2u, 5u}) {
      ReadOptions options = Reading(PresetTemplate(preset, columns));
      EXPECT_EQ(options.template_text.find("\n?"), std::string::npos) << preset.name;
      std::string line;
      for (std::size_t c = 0; c < columns; ++c) line += "Ab" + std::to_string(c) + " ";
      const std::string shown = ShowText(line + "X\n" + line + "Y\n", options);
      EXPECT_TRUE(shown.starts_with("[1] X(") && shown.find(" Y(") != std::string::npos) << shown;
      const std::string last = "Ab" + std::to_string(columns - 1);
      if (preset.name == "values") {
        EXPECT_NE(shown.find(last), std::string::npos);
      }
    }
  }
  EXPECT_NE(PresetTemplate(FindPreset("ner"), 2).find("%x[0,1]"), std::string::npos);
  EXPECT_EQ(PresetTemplate(FindPreset("ner"), 1).find("[0,1]"), std::string::npos);
  EXPECT_THROW(PresetTemplate(FindPreset("ner"), 0), Error);
  EXPECT_THROW(FindPreset("nre"), Error);
}

TEST(Presets, ColumnsAreCounted) {
  ReadOptions tabular, lines;
  tabular.format = Format::kColumns;
  lines.format = Format::kJson;
  const TempFile columns("\na b\tc D\n");
  EXPECT_EQ(CountColumns(columns.path(), tabular), 3u);
  const TempFile json("{\"tokens\": [[\"a\", 1], \"b\"]}\n");
  EXPECT_EQ(CountColumns(json.path(), lines), 2u);
  ReadOptions named;
  named.columns = {"form", "feats", "upos"};
  EXPECT_EQ(CountColumns("no file", named), 2u);
  EXPECT_THROW(CountColumns(TempFile("").path(), tabular), Error);
}

}  // namespace
}  // namespace sagitta
