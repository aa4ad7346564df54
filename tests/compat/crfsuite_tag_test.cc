// sagitta-crfsuite tag and dump: byte for byte what CRFsuite prints for its own model.

#include "compat/golden.h"

namespace sagitta::compat_testing {
namespace {

class CrfsuiteTagTest : public GoldenTest {
 protected:
  std::string Tag(const std::string& options) const {
    return Printed("sagitta-crfsuite tag -m $G/crfsuite/model " + options + " $G/test.attr");
  }
};

TEST_F(CrfsuiteTagTest, LabelsScoresAndMarginals) {
  EXPECT_EQ(Tag(""), Golden("crfsuite/tag.txt"));
  EXPECT_EQ(Tag("-p -i"), Golden("crfsuite/tag-p-i.txt"));
  EXPECT_EQ(Tag("-pi"), Golden("crfsuite/tag-p-i.txt"));
  EXPECT_EQ(Tag("--probability --marginal-all"), Golden("crfsuite/tag-p-l.txt"));
}

TEST_F(CrfsuiteTagTest, AReferenceLabelThatTheModelDoesNotKnowIsPrintedAsItIs) {
  EXPECT_EQ(Tag("-r"), Replaced(Golden("crfsuite/tag-r.txt"), "(null)", "X"));
}

// The original does not count the rest of a sequence after an unknown label.
TEST_F(CrfsuiteTagTest, ReportCountsAnUnknownReferenceLabelAsAnError) {
  const std::string report = Tag("-q -t");
  EXPECT_EQ(Shape(report), Shape(Golden("crfsuite/tag-q-t.txt")));
  EXPECT_TRUE(Contains(report, "    B: (7, 8, 7) (0.8750, 1.0000, 0.9333)\n")) << report;
  EXPECT_TRUE(Contains(report, "Item accuracy: 22 / 24 (0.9167)\n"));
  EXPECT_TRUE(Contains(report, "Instance accuracy: 5 / 6 (0.8333)\n"));
}

TEST_F(CrfsuiteTagTest, ReportEqualsTheOriginalsWhereAllLabelsAreKnown) {
  // The first five sequences: the sixth has the X, after which the original counts nothing.
  const std::string report = Printed(
      "awk 'BEGIN { RS = \"\"; ORS = \"\\n\\n\" } NR < 6' $G/test.attr"
      " | sagitta-crfsuite tag -qt -m $G/crfsuite/model -");
  EXPECT_TRUE(Contains(report, "Instance accuracy: 5 / 5 (1.0000)\n")) << report;
  EXPECT_TRUE(Contains(report, "Macro-average precision, recall, F1: (1.000000, 1.000000, 1.0000"));
}

TEST_F(CrfsuiteTagTest, LabelsThatDoNotOccurHaveStars) {
  const std::string report =
      Printed("printf 'O\\tp=V\\n' | sagitta-crfsuite tag -q -t -m $G/crfsuite/model");
  EXPECT_TRUE(Contains(report, "    B: (0, 0, 0) (******, ******, ******)\n")) << report;
  EXPECT_TRUE(Contains(report, "F1: (0.333333, 0.333333, 0.333333)\n"));
}

TEST_F(CrfsuiteTagTest, ReadsStandardInputAndQuietPrintsNothing) {
  EXPECT_EQ(Printed("sagitta-crfsuite tag -m $G/crfsuite/model < $G/test.attr"),
            Golden("crfsuite/tag.txt"));
  EXPECT_EQ(Tag("-q"), "");
}

TEST_F(CrfsuiteTagTest, WrongUsageAndBadFiles) {
  ExpectRefused("sagitta-crfsuite tag $G/test.attr", "-m MODEL is missing");
  ExpectRefused("sagitta-crfsuite tag -Z", "-Z: no such option");
  ExpectRefused("sagitta-crfsuite tag --param x", "--param: has no meaning");
  ExpectRefused("sagitta-crfsuite", "expected one of learn, tag, dump");
  ExpectFailure("sagitta-crfsuite tag -m nowhere", 1, "nowhere");
  Write("garbage", "lCRFgarbage");
  ExpectFailure("sagitta-crfsuite tag -m garbage", 1, "garbage");
}

TEST_F(CrfsuiteTagTest, HelpIsPrinted) {
  EXPECT_TRUE(Contains(Printed("sagitta-crfsuite -h"), "learn|tag|dump"));
  EXPECT_TRUE(Contains(Printed("sagitta-crfsuite tag -h"), "--marginal-all"));
  EXPECT_TRUE(Contains(Printed("sagitta-crfsuite dump -h"), "MODEL"));
}

TEST_F(CrfsuiteTagTest, AClosedPipeIsNoFailure) {
  const auto outcome = Outcome(
      "text=$(cat $G/test.attr); for i in {1..2000}; do printf '%s\\n\\n' \"$text\"; done > "
      "long.attr\n"
      "set +o pipefail; { sagitta-crfsuite tag -m $G/crfsuite/model long.attr; echo $? >&2; } |"
      " head -n 1");
  EXPECT_EQ(outcome.err, "0\n");
}

TEST_F(CrfsuiteTagTest, DumpIsTheOriginals) {
  EXPECT_EQ(Printed("sagitta-crfsuite dump $G/crfsuite/model"), Golden("crfsuite/dump.txt"));
}

TEST_F(CrfsuiteTagTest, DumpTakesLcrfOnly) {
  ExpectFailure("G='" SAGITTA_SOURCE_DIR "/tests/golden'\nsagitta-crfsuite dump $G/wapiti/model", 1,
                "expected a CRFsuite model (lCRF)");
  ExpectRefused("sagitta-crfsuite dump", "expected one MODEL");
}

TEST_F(CrfsuiteTagTest, DumpReadsStandardInput) {
  EXPECT_EQ(Printed("sagitta-crfsuite dump - < $G/crfsuite/model"), Golden("crfsuite/dump.txt"));
}

}  // namespace
}  // namespace sagitta::compat_testing
