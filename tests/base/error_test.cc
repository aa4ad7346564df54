// Error: what a message shows of a hostile text.
#include "sagitta/error.h"

#include <gtest/gtest.h>

namespace sagitta {
namespace {

TEST(Error, NamesThePlace) {
  EXPECT_STREQ(Error(ErrorKind::kData, {"f", 3, 7}, "m").what(), "f:3:7: m");
  EXPECT_STREQ(Error(ErrorKind::kData, {"f", 0, 7}, "m").what(), "f: m");
  EXPECT_STREQ(Error(ErrorKind::kData, "m").what(), "m");
}

TEST(Error, LongMessagesAreCut) {
  const std::string message = "found '" + std::string(5000000, '7') + "', expected less";
  const std::string shown = Error(ErrorKind::kData, {"f", 1, 1}, message).what();
  EXPECT_LT(shown.size(), 1100u);
  EXPECT_TRUE(shown.starts_with("f:1:1: found '777"));
  EXPECT_TRUE(shown.ends_with("777', expected less"));
  EXPECT_NE(shown.find("7 [... 4999030 bytes left out ...] 7"), std::string::npos) << shown;
}

TEST(Error, CharactersAreNotCut) {
  for (std::size_t shift = 0; shift < 4; ++shift) {
    std::string message(shift, 'x');
    for (int k = 0; k < 1000; ++k) message += "\xe2\x82\xac";  // the Euro sign
    const std::string shown = Error(ErrorKind::kData, message).what();
    const std::size_t gap = shown.find(" [... ");
    EXPECT_EQ((gap - shift) % 3, 0u);
    EXPECT_EQ(shown.substr(gap - 3, 3), "\xe2\x82\xac");
    EXPECT_EQ(shown.substr(shown.find("...] ") + 5, 3), "\xe2\x82\xac");
  }
}

TEST(Error, ControlCharactersAreShown) {
  const std::string label("a\0b\x1b[2J", 7);
  EXPECT_STREQ(Error(ErrorKind::kData, "label '" + label + "'").what(), "label 'a\\x00b\\x1b[2J'");
  EXPECT_STREQ(Error(ErrorKind::kData, "two\nlines\tand \xc3\xa4").what(),
               "two\nlines\tand \xc3\xa4");
}

}  // namespace
}  // namespace sagitta
