// Which attribute is shown as the word of a token.
#include "sagitta/token_word.h"

#include <gtest/gtest.h>

#include "base/temp_file.h"

namespace sagitta {
namespace {

/// Sequences whose tokens have an item of each kind: {0} in a name is the number of the token.
std::vector<Sequence> Sample(const std::vector<std::string>& items) {
  std::vector<Sequence> sample(3);
  int number = 0;
  for (Sequence& sequence : sample) {
    for (int t = 0; t < 4; ++t, ++number) {
      sequence.AddToken("O");
      for (std::string item : items) {
        if (const auto at = item.find("{0}"); at != std::string::npos)
          item.replace(at, 3, std::to_string(number));
        sequence.AddItem(item);
      }
    }
  }
  return sample;
}

std::string Found(const std::vector<std::string>& items) {
  TokenWord word({}, "");
  word.Learn(Sample(items));
  return word.attribute();
}

TEST(TokenWord, AUsualNameIsPreferred) {
  EXPECT_EQ(Found({"bias", "id={0}", "w[0]=x{0}"}), "w[0]");
  EXPECT_EQ(Found({"x=1", "word:a{0}"}), "word");
  EXPECT_EQ(Found({"u:words={0}/{0}", "u:word={0}", "u:next=x{0}"}), "u:word");
}

TEST(TokenWord, OtherwiseTheMostDifferentValues) {
  EXPECT_EQ(Found({"bias=1", "shape=X", "mot=x{0}"}), "mot");
  EXPECT_EQ(Found({"bias=1", "shape=X"}), "");       // constants are not words
  EXPECT_EQ(Found({"bias", "p1_2"}), "");            // no values at all
  EXPECT_EQ(Found({"a|b={0}", "mot=x{0}"}), "mot");  // combinations are not words
  EXPECT_EQ(Found({"s={0}", "s=x{0}"}), "");         // two of a kind
}

TEST(TokenWord, AttributesThatSomeTokensLackAreNotWords) {
  std::vector<Sequence> sample = Sample({"form={0}"});
  sample[0].AddToken("O");
  TokenWord word({}, "");
  word.Learn(sample);
  EXPECT_EQ(word.attribute(), "");
}

TEST(TokenWord, IsTheValue) {
  Sequence sequence;
  sequence.Add("O", {{"bias"}, {"w[0]=a=b"}, {"w[0]x=c"}});
  sequence.Add("O", {{"w[0]:dog"}});
  sequence.Add("O", {{"bias"}});
  const TokenWord word({}, "w[0]");
  EXPECT_EQ(word.Of(sequence, 0), "a=b");
  EXPECT_EQ(word.Of(sequence, 1), "dog");
  EXPECT_EQ(word.Of(sequence, 2), "");
  EXPECT_EQ(TokenWord({}, "").Of(sequence, 0), "");
}

TEST(TokenWord, OfColumnsIsTheFirstOne) {
  ReadOptions columns;
  columns.template_text = "U00:%x[0,0]";
  const TempFile file("the  DT B-NP\n1\tdog NOUN\n");
  Sequence sequence;
  ASSERT_TRUE(SequenceReader(file.path(), columns).Next(sequence));
  EXPECT_EQ(TokenWord(columns, "").Of(sequence, 0), "the");
  columns.format = Format::kConllu;
  EXPECT_EQ(TokenWord(columns, "").Of(sequence, 1), "dog");
}

TEST(TokenWord, OfColumnsInJsonLinesIsTheFirstOne) {
  ReadOptions columns;
  columns.template_text = "U00:%x[0,0]";
  columns.format = Format::kJson;
  const TempFile file(
      "{\"tokens\": [[\"\\u00c1vila\", \"NP\"], [ \"a b\"], \"c d\"], \"labels\": [1, 2, 3]}\n");
  Sequence sequence;
  ASSERT_TRUE(SequenceReader(file.path(), columns).Next(sequence));
  EXPECT_EQ(TokenWord(columns).Of(sequence, 0), "Ávila");
  EXPECT_EQ(TokenWord(columns).Of(sequence, 1), "a b");
  EXPECT_EQ(TokenWord(columns).Of(sequence, 2), "c d");
}

}  // namespace
}  // namespace sagitta
