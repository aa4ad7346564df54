// Reading text models piece by piece.
#include "interop/text_scanner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "interop/writing.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

const std::string kPath = "file";

double Real(std::string_view text) { return TextScanner(kPath, text).Real(); }

std::string RealComplaint(std::string_view text) {
  try {
    Real(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(TextScanner, Numbers) {
  TextScanner scanner(kPath, "12:0x \n 7");
  EXPECT_EQ(scanner.Number(), 12u);
  scanner.Expect(":");
  EXPECT_EQ(scanner.Number(), 0u);
  EXPECT_EQ(scanner.Take(1), "x");
  scanner.SkipSpace();
  EXPECT_EQ(scanner.Number(), 7u);
  EXPECT_TRUE(scanner.AtEnd());
  EXPECT_THROW(scanner.Number(), Error);
  EXPECT_THROW(TextScanner(kPath, "-1").Number(), Error);
  EXPECT_THROW(TextScanner(kPath, "18446744073709551616").Number(), Error);
}

TEST(TextScanner, Reals) {
  EXPECT_EQ(Real("1.5"), 1.5);
  EXPECT_EQ(Real("-2e3"), -2000.0);
  EXPECT_EQ(Real("0x1.8p+1"), 3.0);
  EXPECT_EQ(Real("-0X1p-1074"), -std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Real("0x1.fffffffffffffp+1023"), std::numeric_limits<double>::max());
  for (const char* bad :
       {"", "x", "-", "0x", "inf", "-nan", "1e999", "0x1p+2000", "--1", "-0x-1"}) {
    EXPECT_TRUE(RealComplaint(bad).starts_with("file:1:1: found ")) << bad;
  }
}

/// What writers print reads back as the same number, and hexadecimal as C prints it.
TEST(TextScanner, ReadsWhatIsWritten) {
  std::mt19937_64 rng(3);
  for (int round = 0; round < 2000; ++round) {
    const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(rng())),
                                    static_cast<int>(rng() % 400) - 200);
    std::string decimal, hexadecimal;
    AppendReal(decimal, value);
    AppendHexReal(hexadecimal, value);
    EXPECT_EQ(Real(decimal), value);
    EXPECT_EQ(Real(hexadecimal), value);
    char expected[40];
    std::snprintf(expected, sizeof expected, "%a", value);
    EXPECT_EQ(hexadecimal, expected);
  }
}

TEST(TextScanner, LinesAndPlaces) {
  TextScanner scanner(kPath, "one\r\n\ntwo\nlast");
  EXPECT_EQ(scanner.Line(), "one");
  scanner.EndLine();
  const std::size_t start = scanner.place();
  EXPECT_EQ(scanner.Line(), "two");
  scanner.Expect("la");
  try {
    scanner.EndLine();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "file:4:3: found 'st', expected the end of the line");
  }
  try {
    scanner.FailAt(start, "here");
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "file:3:1: here");
  }
  EXPECT_EQ(scanner.Line(), "st");
  EXPECT_THROW(scanner.EndLine(), Error);
  EXPECT_THROW(scanner.Take(1), Error);
  EXPECT_EQ(scanner.Take(0), "");
}

}  // namespace
}  // namespace sagitta::internal
