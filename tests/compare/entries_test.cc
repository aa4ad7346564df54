// Lists of methods.
#include "compare/entries.h"

#include <gtest/gtest.h>

#include <set>

#include "sagitta/error.h"
#include "sagitta/methods.h"

namespace sagitta {
namespace {

TEST(Entries, AllIsEveryMethodOnce) {
  const auto entries = ParseEntries({"sag", "all", "sag"});
  EXPECT_EQ(entries[0].name, "sag");
  std::set<std::string> names;
  for (const CompareEntry& entry : entries) names.insert(entry.name);
  EXPECT_EQ(names.size(), entries.size());
  for (const MethodInfo& method : Methods()) {
    EXPECT_EQ(names.contains(method.name), method.name != "auto") << method.name;
  }
}

TEST(Entries, MethodsMayHaveOptionsAndComeAgain) {
  const auto entries = ParseEntries({"oeg", "oeg:start=10", "oeg:start=10:permutation=off"});
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[2].name, "oeg:start=10:permutation=off");
  EXPECT_EQ(entries[2].method, "oeg");
  EXPECT_EQ(entries[2].options,
            (std::map<std::string, std::string>{{"start", "10"}, {"permutation", "off"}}));
}

TEST(Entries, StepSizesAreTunedUnlessGiven) {
  for (const CompareEntry& entry : ParseEntries({"all"})) {
    const std::string& name = entry.name;
    EXPECT_EQ(entry.tuned, name == "sg" || name == "sg-nus" || name == "asg" || name == "pegasos" ||
                               name == "adagrad" || name == "smd")
        << name;
  }
  EXPECT_FALSE(ParseEntries({"sg:eta=0.5"})[0].tuned);
  EXPECT_TRUE(ParseEntries({"sg:schedule=sqrt"})[0].tuned);
}

TEST(Entries, RefusesWhatIsNot) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      ParseEntries({text});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("sga").find("unknown method 'sga', did you mean 'sag'?"), std::string::npos);
  EXPECT_NE(message("sag:history=3").find("has no option 'history'"), std::string::npos);
  EXPECT_NE(message("oeg:start").find("found 'start' in 'oeg:start', expected"), std::string::npos);
  EXPECT_NE(message("oeg:").find("found '' in 'oeg:'"), std::string::npos);
  EXPECT_NE(message("oeg:=3").find("found '=3'"), std::string::npos);
  EXPECT_THROW(ParseEntries({}), Error);
}

}  // namespace
}  // namespace sagitta
