// Suggestions and the values of options.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

#include "cli/values.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"

namespace sagitta::cli {
namespace {

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", "abc"), 0u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("trian", "train"), 1u);  // neighbours swapped
  EXPECT_EQ(EditDistance("lamda", "lambda"), 1u);
  EXPECT_EQ(EditDistance("abcd", "badc"), 2u);
}

TEST(Suggestion, NamesTheNearest) {
  EXPECT_EQ(Suggestion("--pases", {"--seed", "--passes", "--patience"}),
            ", did you mean '--passes'?");
  EXPECT_EQ(Suggestion("--objective", {"--seed", "--trace-objective"}),
            ", did you mean '--trace-objective'?");
}

TEST(Suggestion, KeepsQuietWhenNothingIsNear) {
  EXPECT_EQ(Suggestion("--colour", {"--seed", "--passes"}), "");
  EXPECT_EQ(Suggestion("x", {}), "");
  EXPECT_EQ(Suggestion("--", {"--trace-objective"}), "");
}

std::string Complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

TEST(Values, PositiveNumbers) {
  EXPECT_EQ(ParsePositive("--x", "0.5"), 0.5);
  EXPECT_EQ(ParsePositive("--x", "1e-300"), 1e-300);
  EXPECT_EQ(ParsePositive("--x", "0", true), 0);
  for (const char* text : {"", "0", "-1", "1x", " 1", "1 ", "nan", "inf", "1e999", "0x10", "1,5"}) {
    EXPECT_EQ(Complaint([&] { ParsePositive("--x", text); }),
              "--x: found '" + std::string(text) + "', expected a number above 0");
  }
}

TEST(Values, Counts) {
  EXPECT_EQ(ParseCount("--n", "18446744073709551615", 0), UINT64_MAX);
  EXPECT_EQ(ParseCount("--n", "7", 7, 7), 7u);
  EXPECT_EQ(Complaint([] { ParseCount("--n", "0", 1); }),
            "--n: found '0', expected a whole number, 1 or above");
  EXPECT_EQ(Complaint([] { ParseCount("--n", "11", 1, 10); }),
            "--n: found '11', expected a whole number, 1 to 10");
  for (const char* text : {"", "-1", "+1", "1.0", "1e3", "18446744073709551616"}) {
    EXPECT_NE(Complaint([&] { ParseCount("--n", text, 0); }), "") << text;
  }
}

TEST(Values, Choices) {
  EXPECT_EQ(ParseChoice("--f", "all", {"observed", "all"}), 1u);
  EXPECT_EQ(Complaint([] {
              ParseChoice("--f", "al", {"observed", "all"});
            }),
            "--f: found 'al', expected one of observed, all, did you mean 'all'?");
}

}  // namespace
}  // namespace sagitta::cli
