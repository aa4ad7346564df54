// Texts that are easy to misread: a token after a blank, tiny numbers, large weights.
#include <gtest/gtest.h>

#include "base/temp_file.h"
#include "sagitta/error.h"
#include "sagitta/sequence.h"
#include "text/ascii.h"

namespace sagitta {
namespace {

std::string Refusal(const std::string& text, const ReadOptions& options) {
  const TempFile file(text);
  try {
    SequenceReader reader(file.path(), options);
    for (Sequence sequence; reader.Next(sequence);) {
    }
  } catch (const Error& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return "";
}

ReadOptions Columns() {
  ReadOptions options;
  options.format = Format::kColumns;
  options.language = TemplateLanguage::kCrfpp;
  options.template_text = "U:%x[0,0]\n";
  return options;
}

TEST(HostileText, ATokenAfterABlankIsNotLost) {
  EXPECT_EQ(Refusal("a A\n b B\nc C\n", Columns()),
            ":2:1: found a token after a blank, expected it at the start of the line, or an empty "
            "line");
  EXPECT_NE(Refusal("\ta A\n", Columns()), "");
  EXPECT_EQ(Refusal("a A\n \t \nc C\n \n\n", Columns()), "");
}

TEST(HostileText, TinyNumbersAreZero) {
  using internal::ParseNumber;
  for (const char* const text : {"1e-400", "-1e-400", "0.001e-397", "1e-99999999999999999999"}) {
    EXPECT_EQ(ParseNumber(text), 0.0) << text;
  }
  EXPECT_EQ(ParseNumber("0." + std::string(500, '0') + "1"), 0.0);
  for (const char* const text :
       {"1e400", "-1e400", "1000e397", "1e9999999999", "1e-400x", "e-400"}) {
    EXPECT_EQ(ParseNumber(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseNumber("1" + std::string(500, '0')), std::nullopt);
}

TEST(HostileText, LargeWeightsAreRefused) {
  ReadOptions options;
  options.format = Format::kAttributes;
  EXPECT_EQ(Refusal("@weight:1e9\nA\tx\n", options), "");
  EXPECT_EQ(Refusal("@weight:1e30\nA\tx\n", options),
            ":1:9: found the weight 1e30, expected a number from 0 to 1e9");
}

TEST(HostileText, ALongNumberDoesNotMakeALongMessage) {
  ReadOptions options;
  options.format = Format::kAttributes;
  const std::string message = Refusal("A\tx:" + std::string(5000000, '9') + "x\n", options);
  EXPECT_LT(message.size(), 1200u);
  EXPECT_NE(message.find("bytes left out"), std::string::npos);
}

TEST(HostileText, OtherLinesOfConlluAreKept) {
  ReadOptions options;
  options.format = Format::kConllu;
  options.language = TemplateLanguage::kCrfpp;
  options.template_text = "U:%x[0,0]\n";
  options.columns = {"form", "upos"};
  const std::string rest = "\t_\t_\t_\t_\t_\t_\t_\t_\n";
  const TempFile file("# one\n1-2\tab" + rest + "1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n" + "2\tb\tb\tY" +
                      "\t_\t_\t_\t_\t_\t_\n# last\n\n# two\n1\tc\tc\tX\t_\t_\t_\t_\t_\t_\n");
  SequenceReader reader(file.path(), options);
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  const Sequence copy = sequence;
  ASSERT_EQ(copy.other_lines().size(), 3u);
  EXPECT_EQ(copy.other_lines()[0].line, "# one");
  EXPECT_EQ(copy.other_lines()[0].token, 0u);
  EXPECT_TRUE(copy.other_lines()[1].line.starts_with("1-2\tab\t_"));
  EXPECT_EQ(copy.other_lines()[2].line, "# last");
  EXPECT_EQ(copy.other_lines()[2].token, 2u);
  ASSERT_TRUE(reader.Next(sequence));
  ASSERT_EQ(sequence.other_lines().size(), 1u);
  EXPECT_EQ(sequence.other_lines()[0].line, "# two");
  EXPECT_FALSE(reader.Next(sequence));
}

}  // namespace
}  // namespace sagitta
