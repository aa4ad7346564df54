// WapitiRegex: examples, bad expressions, and a comparison with a matcher that tries everything.
#include "text/wapiti_regex.h"

#include <gtest/gtest.h>

#include <cctype>
#include <chrono>
#include <random>

namespace sagitta::internal {
namespace {

/// What is found, in quotes, or "-".
std::string Find(const std::string& pattern, const std::string& text) {
  WapitiRegex::Scratch scratch;
  const auto found = WapitiRegex(pattern).Search(text, scratch);
  return found ? "'" + std::string(*found) + "'" : "-";
}

TEST(WapitiRegex, TakesAsLittleAsItCanWithAStar) {
  EXPECT_EQ(Find("^\\u\\u*", "ABc"), "'A'");
  EXPECT_EQ(Find("^\\u\\u*$", "ABC"), "'ABC'");
  EXPECT_EQ(Find("\\d*", "12"), "''");
  EXPECT_EQ(Find("\\d\\d*\\D", "a12b3"), "'12b'");
  EXPECT_EQ(Find("a*b", "xaab"), "'aab'");
  EXPECT_EQ(Find(".*", ""), "''");
}

TEST(WapitiRegex, TakesWithAQuestionMark) {
  EXPECT_EQ(Find(".?.?$", "abc"), "'bc'");
  EXPECT_EQ(Find("^.?.?", "abc"), "'ab'");
  EXPECT_EQ(Find("^.?.?", "a"), "'a'");
  EXPECT_EQ(Find("a?b", "ab"), "'ab'");
  EXPECT_EQ(Find("a?ab", "ab"), "'ab'") << "with the length that it has";
}

TEST(WapitiRegex, KnowsAnchorsOnlyAtTheEnds) {
  EXPECT_EQ(Find("^$", ""), "''");
  EXPECT_EQ(Find("^$", "a"), "-");
  EXPECT_EQ(Find("$", "ab"), "''");
  EXPECT_EQ(Find("^", "ab"), "''");
  EXPECT_EQ(Find("", "ab"), "''");
  EXPECT_EQ(Find("$5", "a$5"), "'$5'");
  EXPECT_EQ(Find("5^", "5^"), "'5^'");
  EXPECT_EQ(Find("^^", "^"), "'^'");
  EXPECT_EQ(Find("$*a", "$$a"), "'$$a'");
  EXPECT_EQ(Find("a$$", "a$"), "'a$'");
}

TEST(WapitiRegex, HasTheClassesOfCsLocale) {
  const std::pair<char, int (*)(int)> classes[] = {{'a', isalpha}, {'d', isdigit}, {'l', islower},
                                                   {'p', ispunct}, {'s', isspace}, {'u', isupper},
                                                   {'w', isalnum}};
  for (const auto& [letter, expected] : classes) {
    for (int c = 1; c < 256; ++c) {
      const std::string text(1, static_cast<char>(c));
      EXPECT_EQ(Find({'\\', letter}, text) != "-", expected(c) != 0) << letter << c;
      EXPECT_EQ(Find({'\\', static_cast<char>(letter - 32)}, text) != "-", expected(c) == 0)
          << letter << c;
    }
  }
}

TEST(WapitiRegex, EscapesWhatIsNoClass) {
  EXPECT_EQ(Find("\\.\\*\\?\\\\\\\"\\$\\^", ".*?\\\"$^"), "'.*?\\\"$^'");
  EXPECT_EQ(Find("\\**$", "a**"), "'**'");
  EXPECT_EQ(Find("\\e", "e"), "'e'");
}

TEST(WapitiRegex, RefusesWhatMeansNothing) {
  const std::vector<std::pair<std::string, std::size_t>> bad = {
      {"*", 0}, {"^*", 1}, {"?", 0}, {"a**", 2}, {"a*?", 2}, {"a??", 2}, {"\\d?*", 3}, {"ab\\", 2}};
  for (const auto& [pattern, at] : bad) {
    try {
      WapitiRegex regex(pattern);
      ADD_FAILURE() << pattern;
    } catch (const WapitiRegex::Flaw& flaw) {
      EXPECT_EQ(flaw.at, at) << pattern << ": " << flaw.message;
    }
  }
}

// The naive matcher: tries the choices in their order and backtracks when they fail.

bool ByteMatches(const std::string& atom, char c) {
  if (atom == ".") return true;
  if (atom.size() == 1) return atom[0] == c;
  const int byte = static_cast<unsigned char>(c);
  switch (atom[1]) {
    case 'd':
      return isdigit(byte);
    case 'D':
      return !isdigit(byte);
    case 'u':
      return isupper(byte);
    default:
      return atom[1] == c;
  }
}

/// The end of the match that begins at `at`, or -1.
int Backtrack(const std::string& pattern, std::size_t from, const std::string& text,
              std::size_t at) {
  if (from == pattern.size()) return static_cast<int>(at);
  if (pattern.substr(from) == "$") return at == text.size() ? static_cast<int>(at) : -1;
  const std::size_t size = pattern[from] == '\\' ? 2 : 1;
  const std::string atom = pattern.substr(from, size);
  const bool here = at < text.size() && ByteMatches(atom, text[at]);
  const char repeat = from + size < pattern.size() ? pattern[from + size] : '\0';
  if (repeat == '*') {
    const int without = Backtrack(pattern, from + size + 1, text, at);
    if (without >= 0) return without;
    return here ? Backtrack(pattern, from, text, at + 1) : -1;
  }
  if (repeat == '?') {
    const int with = here ? Backtrack(pattern, from + size + 1, text, at + 1) : -1;
    return with >= 0 ? with : Backtrack(pattern, from + size + 1, text, at);
  }
  return here ? Backtrack(pattern, from + size, text, at + 1) : -1;
}

std::string FindNaively(const std::string& pattern, const std::string& text) {
  const bool anchored = pattern.starts_with('^');
  for (std::size_t at = 0; at <= (anchored ? 0 : text.size()); ++at) {
    const int end = Backtrack(pattern, anchored ? 1 : 0, text, at);
    if (end >= 0) return "'" + text.substr(at, static_cast<std::size_t>(end) - at) + "'";
  }
  return "-";
}

TEST(WapitiRegex, FindsWhatTryingEverythingFinds) {
  std::mt19937 random(5);
  const auto pick = [&](const std::vector<std::string>& choices) {
    return choices[random() % choices.size()];
  };
  int found = 0;
  for (int round = 0; round < 30000; ++round) {
    std::string pattern = pick({"", "", "^"});
    for (std::size_t atoms = random() % 6; atoms > 0; --atoms) {
      pattern += pick({"a", "b", ".", "\\d", "\\D", "\\u", "\\.", "$", "^"});
      pattern += pick({"", "", "*", "?"});
    }
    pattern += pick({"", "", "$"});
    if (pattern.starts_with("^*") || pattern.starts_with("^?")) continue;  // mean nothing
    std::string text;
    for (std::size_t size = random() % 9; size > 0; --size) {
      text += pick({"a", "a", "b", "1", "A", ".", "$", "^"});
    }
    const std::string expected = FindNaively(pattern, text);
    ASSERT_EQ(Find(pattern, text), expected) << pattern << " in " << text;
    found += expected.size() > 3;
  }
  EXPECT_GT(found, 1500) << "the patterns are too odd to tell anything";
}

TEST(WapitiRegex, IsNotSlowedByHostileExpressions) {
  std::string stars, options;
  for (int k = 0; k < 30; ++k) stars += ".*", options += "a?";
  const auto start = std::chrono::steady_clock::now();
  const std::string text(100000, 'a');
  EXPECT_EQ(Find(stars + "x", text), "-");
  EXPECT_EQ(Find("^" + stars + "x", text), "-");
  EXPECT_EQ(Find(options + std::string(30, 'a') + "$", std::string(30, 'a')),
            "'" + std::string(30, 'a') + "'");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace sagitta::internal
