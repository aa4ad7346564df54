// From training logs to curves.
#include "report/records.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/temp_file.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

std::string Pass(double pass, const std::string& more = "") {
  return R"({"record":"pass","pass":)" + std::to_string(pass) + R"(,"seconds":0.5)" + more + "}\n";
}

TEST(RunRecords, BecomeColumns) {
  const TempFile log(R"({"record":"start","settings":{"method":"sag"}})"
                     "\n" +
                     Pass(1) + Pass(2, R"(,"dev_score":0.25)") +
                     R"({"record":"lambda","lambda":0.1})"
                     "\n"
                     R"({"record":"end","stop_reason":"x"})");
  const Json run = RunJson(log.path());
  EXPECT_EQ(run["curve"].dump(),
            R"({"pass":[1.0,2.0],"seconds":[0.5,0.5],"dev_score":[null,0.25]})");
  EXPECT_EQ(run["start"]["settings"]["method"], "sag");
  EXPECT_EQ(run["path"].size(), 1u);
  EXPECT_EQ(run["end"]["stop_reason"], "x");
}

TEST(RunRecords, AResumedTrainingIsOneCurve) {
  const std::string start = "{\"record\":\"start\"}\n";
  const TempFile log(start + Pass(1) + Pass(2) + Pass(3) + start + Pass(2) + Pass(3) + Pass(4));
  EXPECT_EQ(RunJson(log.path())["curve"]["pass"].dump(), "[1.0,2.0,3.0,4.0]");
}

TEST(RunRecords, LongCurvesAreThinnedOut) {
  std::string text;
  for (int k = 1; k <= 4000; ++k) text += Pass(k);
  const TempFile log(text);
  const Json pass = RunJson(log.path())["curve"]["pass"];
  EXPECT_LE(pass.size(), kShownPasses);
  EXPECT_GT(pass.size(), kShownPasses / 2);
  EXPECT_EQ(pass.back(), 4000.0);
}

TEST(RunRecords, RefusesWhatIsNoLog) {
  for (const char* text : {"", "{\"record\":\"start\"}\n", "no json\n", "{\"record\":\"pass\"}\n",
                           "{\"record\":\"pass\",\"pass\":\"x\"}\n", "[]\n"}) {
    const TempFile log(text);
    EXPECT_THROW(RunJson(log.path()), Error) << text;
  }
}

}  // namespace
}  // namespace sagitta
