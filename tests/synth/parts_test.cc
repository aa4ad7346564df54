// What the demonstration corpora are made of: stems, lexicon, grammar, font.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "synth/generator.h"
#include "synth/grammar.h"
#include "synth/lexicon.h"
#include "synth/random.h"

namespace sagitta {
namespace {

std::string Stem(std::uint32_t index) {
  std::string stem;
  AppendStem(index, stem);
  return stem;
}

TEST(Stems, AreAllDifferent) {
  std::set<std::string> seen;
  for (std::uint32_t index = 0; index < 300000; ++index) seen.insert(Stem(index));
  for (std::uint32_t index = kStems - 1000; index < kStems; ++index) seen.insert(Stem(index));
  EXPECT_EQ(seen.size(), 301000u);
}

TEST(Stems, AppendToWhatIsThere) {
  std::string text = "x";
  AppendStem(5, text);
  EXPECT_EQ(text, "x" + Stem(5));
}

TEST(Random, StaysInRange) {
  SynthRandom random(0, 1, 2);
  for (int i = 0; i < 10000; ++i) {
    EXPECT_LT(random.Below(7), 7u);
    const int between = random.Between(-3, 4);
    EXPECT_TRUE(between >= -3 && between <= 4);
    const std::uint32_t rank = random.Zipf(3, 10);
    EXPECT_TRUE(rank >= 7 && rank < 1023);
  }
}

TEST(Random, OctavesAreEquallyLikely) {
  SynthRandom random(0, 1, 2);
  int low = 0;
  for (int i = 0; i < 100000; ++i) low += random.Zipf(0, 10) < 31;  // five octaves of ten
  EXPECT_NEAR(low, 50000, 1000);
}

TEST(Random, SequencesAndSeedsAreUnrelated) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t task = 0; task < 4; ++task) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      for (std::uint64_t k = 0; k < 100; ++k) seen.insert(SynthRandom(task, seed, k).Next());
    }
  }
  EXPECT_EQ(seen.size(), 4000u);
}

TEST(Lexicon, SplitsTagAndClass) {
  const Lexicon& lexicon = Lexicon::Get();
  EXPECT_EQ(lexicon.Tag(*lexicon.Find("NN:role")), "NN");
  EXPECT_EQ(lexicon.Tag(*lexicon.Find(":")), ":");
  EXPECT_FALSE(lexicon.Find("Clause").has_value());
  EXPECT_EQ(lexicon.Tags().size(), 45u);
}

TEST(Lexicon, EveryTerminalHasWords) {
  const Lexicon& lexicon = Lexicon::Get();
  SynthRandom random(1, 1, 1);
  for (const std::string_view tag : lexicon.Tags()) {
    for (int i = 0; i < 200; ++i) {
      std::string word;
      lexicon.AppendWord(*lexicon.Find(tag), random, word);
      ASSERT_FALSE(word.empty()) << tag;
      ASSERT_EQ(word.find_first_of(" \t\n"), std::string::npos) << word;
    }
  }
}

TEST(Grammar, UsesOnlyWhatIsDefined) {
  std::set<std::string_view> left;
  for (const GrammarRule& rule : GrammarRules()) left.insert(rule.left);
  for (const GrammarRule& rule : GrammarRules()) {
    EXPECT_GT(rule.weight, 0u);
    for (std::string_view text = rule.right; !text.empty();) {
      const std::size_t end = std::min(text.find(' '), text.size());
      std::string_view symbol = text.substr(0, end);
      symbol = symbol.substr(0, symbol.find('?'));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (symbol == "]" || symbol == ">" || symbol[0] == '[' || symbol[0] == '<') continue;
      EXPECT_TRUE(left.contains(symbol) || Lexicon::Get().Find(symbol)) << symbol;
    }
  }
}

TEST(Grammar, SentencesEnd) {
  std::vector<SynthToken> sentence;
  for (std::uint64_t k = 0; k < 20000; ++k) {
    SynthRandom random(1, 77, k);
    Grammar::Get().Derive(random, sentence);
    ASSERT_FALSE(sentence.empty());
    ASSERT_LT(sentence.size(), 200u);
    EXPECT_EQ(Lexicon::Get().Tag(sentence.back().terminal), ".");
  }
}

TEST(Glyphs, LettersDiffer) {
  std::set<std::string> seen;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    std::string bits;
    for (int row = 0; row < kGlyphRows; ++row) {
      for (int column = 0; column < kGlyphColumns; ++column) {
        bits += GlyphLit(letter, row, column) ? '#' : '.';
      }
    }
    EXPECT_GT(std::count(bits.begin(), bits.end(), '#'), 6) << letter;
    seen.insert(bits);
  }
  EXPECT_EQ(seen.size(), 26u);
  EXPECT_FALSE(GlyphLit('a', -1, 0));
  EXPECT_FALSE(GlyphLit('a', 0, kGlyphColumns));
  EXPECT_FALSE(GlyphLit('a', kGlyphRows, 0));
}

}  // namespace
}  // namespace sagitta
