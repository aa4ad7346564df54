// Writing attribute text. The tests of the reader check that it reads back.
#include "base/escape.h"

#include <gtest/gtest.h>

#include <limits>

#include "sagitta/error.h"

namespace sagitta {
namespace {

std::string Label(std::string_view label) {
  std::string out;
  AppendLabel(out, label);
  return out;
}

std::string Attribute(std::string_view name, double value = 1.0) {
  std::string out;
  AppendAttribute(out, name, value);
  return out;
}

TEST(Escape, Escapes) {
  EXPECT_EQ(Label("B-NP"), "B-NP");
  EXPECT_EQ(Label("a:b\\c"), "a\\:b\\\\c");
  EXPECT_EQ(Attribute("w=x"), "\tw=x");
  EXPECT_EQ(Attribute("\\:"), "\t\\\\\\:");
  EXPECT_EQ(Attribute("with space"), "\twith space");
}

TEST(Escape, WritesValues) {
  EXPECT_EQ(Attribute("x", 0.5), "\tx:0.5");
  EXPECT_EQ(Attribute("x", -2), "\tx:-2");
  EXPECT_EQ(Attribute("x", 0), "\tx:0");
  EXPECT_EQ(Attribute("x", 0.1), "\tx:0.1");
  EXPECT_EQ(Attribute("x", 1e-310), "\tx:1e-310");
}

TEST(Escape, SavesWhatAReaderWouldLose) {
  EXPECT_EQ(Attribute(""), "\t:");
  EXPECT_EQ(Attribute("a\r"), "\ta\r:");
  EXPECT_EQ(Label("a\r"), "a\r:");
}

TEST(Escape, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(Label(""), Error);
  EXPECT_THROW(Label("@x"), Error);
  EXPECT_THROW(Label("a\tb"), Error);
  EXPECT_THROW(Attribute("a\nb"), Error);
  EXPECT_THROW(Attribute("a", std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(Attribute("a", std::numeric_limits<double>::quiet_NaN()), Error);
}

}  // namespace
}  // namespace sagitta
