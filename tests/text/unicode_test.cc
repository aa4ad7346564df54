// Characters, their classes and lower case, against Unicode's own file and by example.
#include "text/unicode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "text/word_function.h"

namespace sagitta::internal {
namespace {

std::uint32_t Number(char32_t code) { return code; }

std::string Lower(std::string_view text) {
  std::string out(text.size() * kLowerGrowth, '\0');
  out.resize(static_cast<std::size_t>(LowerUtf8(text, out.data()) - out.data()));
  return out;
}

// A function as in a template: "suffix,3", "any,digit", "shape".
std::string Apply(std::string_view call, const std::string& word) {
  const std::size_t comma = std::min(call.find(','), call.size());
  WordFunction function = FindWordFunction(call.substr(0, comma)).value();
  if (function.IsAffix()) function.size = std::stoi(std::string(call.substr(comma + 1)));
  if (function.IsTest()) function.char_class = FindCharClass(call.substr(comma + 1));
  const std::string field = word + std::string(64, '\0');  // may be read beyond its end
  std::string out(2 * word.size() + 64, '\0');
  char* const end =
      ApplyWordFunction(function, std::string_view(field).substr(0, word.size()), out.data());
  return out.substr(0, static_cast<std::size_t>(end - out.data()));
}

TEST(Unicode, EveryCodePointSurvivesEncoding) {
  for (char32_t code = 0; code < 0x110000; ++code) {
    if (code >= 0xd800 && code < 0xe000) continue;
    char bytes[4];
    const auto size = static_cast<std::size_t>(EncodeUtf8(code, bytes) - bytes);
    const Character back = DecodeUtf8({bytes, size});
    ASSERT_TRUE(back.code == code) << Number(code);
    ASSERT_EQ(back.size, size);
    for (std::size_t less = 1; less < size; ++less) {
      ASSERT_TRUE(DecodeUtf8({bytes, less}).code == kInvalid) << Number(code);
    }
    char lower[4];
    const char* const end = EncodeUtf8(LowerCase(code), lower);
    ASSERT_LE(static_cast<std::size_t>(end - lower), size * kLowerGrowth) << Number(code);
  }
}

TEST(Unicode, RefusesWhatIsNotUtf8) {
  for (const std::string_view bad : {"\x80", "\xff", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80",
                                     "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"}) {
    EXPECT_TRUE(DecodeUtf8(bad).code == kInvalid);
    EXPECT_EQ(DecodeUtf8(bad).size, 1u);
  }
  EXPECT_EQ(ClassOf(kInvalid), CharClass::kOther);
}

TEST(Unicode, Classes) {
  const auto expect = [](char32_t code, CharClass kind) {
    EXPECT_EQ(ClassOf(code), kind) << Number(code);
  };
  for (const char32_t upper : {U'A', U'Á', U'Ñ', U'Ÿ', U'Ж', U'Ω', U'Ǆ', U'ǅ', U'Ḁ'}) {
    expect(upper, CharClass::kUpper);
  }
  for (const char32_t lower : {U'a', U'ß', U'ñ', U'ÿ', U'ж', U'ω', U'ǆ', U'ﬁ'}) {
    expect(lower, CharClass::kLower);
  }
  for (const char32_t letter : {U'中', U'あ', U'ع', U'א', U'ª', U'한'}) {
    expect(letter, CharClass::kLetter);
  }
  for (const char32_t digit : {U'0', U'٣', U'९', U'½'}) expect(digit, CharClass::kDigit);
  for (const char32_t sign : {U'.', U'¿', U'«', U'€', U'。', U'+'}) expect(sign, CharClass::kPunct);
  expect(0x301, CharClass::kMark);
  for (const char32_t other : {U' ', U'\n', char32_t{0xa0}, char32_t{0xe000}, char32_t{0x378}}) {
    expect(other, CharClass::kOther);
  }
}

// The header is generated: scripts/unicode-tables > src/text/unicode_tables.h
TEST(Unicode, TheTablesAreUpToDate) {
  const char* const data = "/usr/share/unicode/UnicodeData.txt";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data << " (package unicode-data)";
  const std::filesystem::path tree =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  const std::string command = "'" + (tree / "scripts/unicode-tables").string() + "' | cmp - '" +
                              (tree / "src/text/unicode_tables.h").string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

TEST(WordFunctions, LowerCase) {
  EXPECT_EQ(Lower("ÁVILA Straße ЖУК İ\xff!"), "ávila straße жук i\xff!");
  EXPECT_EQ(Lower("\xc8\xba"), "\xe2\xb1\xa5") << "one byte longer";
  EXPECT_EQ(Apply("lower", "Ñandú"), "ñandú");
}

TEST(WordFunctions, AffixesAreCutBetweenCharacters) {
  EXPECT_EQ(Apply("prefix,1", "Ávila"), "Á");
  EXPECT_EQ(Apply("PREFIX,2", "Ávila"), "áv");
  EXPECT_EQ(Apply("suffix,2", "Perú"), "rú");
  EXPECT_EQ(Apply("SUFFIX,3", "ESPAÑA"), "aña");
  EXPECT_EQ(Apply("prefix,9", "año"), "año");
  EXPECT_EQ(Apply("suffix,9", "año"), "año");
  EXPECT_EQ(Apply("prefix,2", ""), "");
  EXPECT_EQ(Apply("suffix,2", ""), "");
  EXPECT_EQ(Apply("suffix,1", "e\xcc\x81"), "e\xcc\x81") << "with its accent";
  EXPECT_EQ(Apply("prefix,1", "e\xcc\x81t"), "e\xcc\x81");
  EXPECT_EQ(Apply("suffix,2", "a\x80\xff"), "\x80\xff") << "bytes that are not UTF-8";
  EXPECT_EQ(Apply("prefix,1", "東京"), "東");
}

TEST(WordFunctions, Shapes) {
  EXPECT_EQ(Apply("shape", "Ávila"), "Xxxxx");
  EXPECT_EQ(Apply("shape", "Barcelona-1992"), "Xxxxx-dddd");
  EXPECT_EQ(Apply("outline", "Barcelona-1992"), "Xx-d");
  EXPECT_EQ(Apply("outline", "¿Qué?"), "¿Xx?");
  EXPECT_EQ(Apply("outline", "e\xcc\x81t"), "x") << "a mark has no shape";
  EXPECT_EQ(Apply("outline", "東京2020"), "od");
  EXPECT_EQ(Apply("outline", "......"), ".");
  EXPECT_EQ(Apply("shape", "......"), "....");
  EXPECT_EQ(Apply("shape", ""), "");
}

TEST(WordFunctions, Case) {
  EXPECT_EQ(Apply("case", "Ávila"), "capital");
  EXPECT_EQ(Apply("case", "A"), "capital");
  EXPECT_EQ(Apply("case", "ÁVILA"), "upper");
  EXPECT_EQ(Apply("case", "ávila"), "lower");
  EXPECT_EQ(Apply("case", "iPhone"), "mixed");
  EXPECT_EQ(Apply("case", "McDonald"), "mixed");
  EXPECT_EQ(Apply("case", "12,5"), "none");
  EXPECT_EQ(Apply("case", "¿Qué"), "capital") << "the first letter, not the first character";
}

TEST(WordFunctions, Tests) {
  EXPECT_EQ(Apply("first,upper", "Ávila"), "true");
  EXPECT_EQ(Apply("first,upper", "ávila"), "false");
  EXPECT_EQ(Apply("any,digit", "a٣"), "true");
  EXPECT_EQ(Apply("all,digit", "1992"), "true");
  EXPECT_EQ(Apply("all,digit", "1992a"), "false");
  EXPECT_EQ(Apply("all,letter", "東京a"), "true");
  EXPECT_EQ(Apply("all,alnum", "中2"), "true");
  EXPECT_EQ(Apply("all,punct", "«»"), "true");
  EXPECT_EQ(Apply("all,upper", ""), "false");
  EXPECT_EQ(Apply("any,lower", "ÁB"), "false");
}

}  // namespace
}  // namespace sagitta::internal
