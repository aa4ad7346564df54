// From results.jsonl to the data of a page, and files that are not comparisons.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/temp_file.h"
#include "report/embedded.h"
#include "sagitta/error.h"
#include "sagitta/report.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kHeader[] =
    R"({"record":"header","format":1,"train":["a/train<1>.txt","b.txt"],"optimum":{"objective":1.2345678901234567}})"
    "\n";

class ComparisonPageTest : public testing::Test {
 protected:
  ComparisonPageTest() : directory_(TempPath()) { std::filesystem::create_directory(directory_); }
  ~ComparisonPageTest() override { std::filesystem::remove_all(directory_); }

  std::string Page(const std::string& results) const {
    std::ofstream(directory_ + "/results.jsonl") << results;
    return ComparisonPage(directory_);
  }
  void ExpectRefusal(const std::string& results, const std::string& message) const {
    try {
      Page(results);
      FAIL() << results;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }

  std::string directory_;
};

TEST_F(ComparisonPageTest, KeepsWhatIsShown) {
  const auto run = [](const std::string& mark) {
    return R"({"record":"run","name":"sg","mark":")" + mark +
           R"(","options":{"eta":"1"},"final_gap":0.123456789,"curve":{"pass":[1.0,2.0],"seconds":[0.5,1.0],"evaluations":[3,6],"gap":[0.25,null],"objective":[1,2]}})" +
           "\n";
  };
  const std::string page =
      Page(kHeader + run("best") + run("other") +
           R"({"record":"skipped","name":"x","reason":"y"})" + "\n" + R"({"record":"end"})" + "\n");
  EXPECT_NE(page.find("<title>Methods compared on train&lt;1&gt;.txt, b.txt</title>"),
            std::string::npos);
  const Json data = EmbeddedData(page);
  EXPECT_EQ(data["kind"], "compare");
  EXPECT_EQ(data["complete"], true);
  EXPECT_EQ(data["header"]["optimum"]["objective"], 1.2345678901234567);
  ASSERT_EQ(data["runs"].size(), 2u);
  EXPECT_EQ(data["runs"][0]["curve"].dump(),
            R"({"pass":[1.0,2.0],"seconds":[0.5,1.0],"gap":[0.25,null]})");
  EXPECT_EQ(data["runs"][0]["final_gap"], 0.1234568);
  EXPECT_FALSE(data["runs"][1].contains("curve"));
  EXPECT_FALSE(data["runs"][0].contains("options"));
  EXPECT_EQ(data["skipped"][0]["reason"], "y");
}

TEST_F(ComparisonPageTest, AStoppedComparisonIsNotComplete) {
  EXPECT_EQ(EmbeddedData(Page(kHeader))["complete"], false);
}

TEST_F(ComparisonPageTest, RefusesOtherFiles) {
  ExpectRefusal("", "no header record");
  ExpectRefusal("{}\n", "results.jsonl:1");
  ExpectRefusal("[1]\n", "results.jsonl:1");
  ExpectRefusal(std::string(kHeader) + "{\"record\":\"run\"", "results.jsonl:2");
  ExpectRefusal(std::string(kHeader) + R"({"record":"run","mark":1})", "results.jsonl:2");
  ExpectRefusal(std::string(kHeader) + R"({"record":"run","mark":"best","curve":[]})",
                "results.jsonl:2");
  ExpectRefusal(R"({"record":"header","format":2})", "found format 2, expected 1");
  EXPECT_THROW(ComparisonPage(directory_ + "/nowhere"), Error);
}

}  // namespace
}  // namespace sagitta
