// Observations as Wapiti reads them without patterns.
#include <gtest/gtest.h>

#include "text/show.h"

namespace sagitta {
namespace {

ReadOptions Observations(bool labelled = true) {
  ReadOptions options;
  options.format = Format::kObservations;
  options.labelled = labelled;
  return options;
}

TEST(ObservationReader, TellsTokensFromEdges) {
  EXPECT_EQ(ShowText("u:a b:x *c X\nu:a b:x\t*c *c  Y\nb Z\n", Observations()),
            "[1] X{}(u:a|*c) Y{b:x|*c|*c}(u:a|*c|*c) Z{b}()\n");
  EXPECT_EQ(ShowText("\n \n  X \n\t\nu Y", Observations()), "[3] X{}()\n[5] Y{}(u)\n");
}

TEST(ObservationReader, ReportsErrorsWithTheirPlace) {
  EXPECT_EQ(ShowText("u X\nu Word X\n", Observations()),
            "FILE:2:3: found 'Word', expected an observation that begins with u, b or *");
  EXPECT_EQ(ShowText("U X\n", Observations()),
            "FILE:1:1: found 'U', expected an observation that begins with u, b or *");
}

TEST(ObservationReader, ReadsUnlabelledText) {
  EXPECT_EQ(ShowText("u:a b:x\nu:b b:y\n", Observations(false)), "[1] {}(u:a) {b:y}(u:b)\n");
  EXPECT_EQ(ShowText("u:a X\n\nu:b b:y\n", Observations(false)), "[1] X{}(u:a)\n[3] b:y{}(u:b)\n")
      << "the first line decides";
  EXPECT_EQ(ShowText("u:a b:x\nu:b X\n", Observations(false)),
            "FILE:2:5: found 'X', expected an observation that begins with u, b or *");
}

TEST(ObservationReader, KeepsInputLines) {
  const TempFile file(" u:a  X \r\nb Y");
  SequenceReader reader(file.path(), Observations());
  Sequence sequence;
  ASSERT_TRUE(reader.Next(sequence));
  EXPECT_TRUE(
      std::ranges::equal(sequence.lines(), std::vector<std::string_view>{" u:a  X ", "b Y"}));
  EXPECT_FALSE(reader.Next(sequence));
}

}  // namespace
}  // namespace sagitta
