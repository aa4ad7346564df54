// Command lines as the other tools read them.
#include "compat/shared/arguments.h"

#include <gtest/gtest.h>

#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

struct Parsed {
  std::string model;
  std::vector<std::string> settings;
  std::uint32_t count = 0;
  bool quiet = false;
  bool test = false;
  std::vector<std::string> files;
};

Parsed Parse(const std::vector<std::string>& words, bool files_end_options = true) {
  Parsed parsed;
  Arguments arguments(files_end_options);
  arguments.Text('m', "model", parsed.model);
  arguments.Value('p', "set", [&](const std::string& option, const std::string& text) {
    parsed.settings.push_back(option + " " + text);
  });
  arguments.Value('1', "", ToCount(parsed.count, 0));
  arguments.Flag('q', "quiet", parsed.quiet);
  arguments.Flag('t', "", parsed.test);
  arguments.RefuseValue(0, "state", "there is no state");
  arguments.RefuseFlag('s', "sparse", "nothing is sparse");
  parsed.files = arguments.Parse(words);
  return parsed;
}

std::string Refusal(const std::vector<std::string>& words) {
  try {
    Parse(words);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

TEST(Arguments, ValuesGluedNextOrAfterAnEqualsSign) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-m", "x"}, {"-mx"}, {"--model", "x"}, {"--model=x"}}) {
    EXPECT_EQ(Parse(words).model, "x");
  }
  EXPECT_EQ(Parse({"--model=a=b"}).model, "a=b");
  EXPECT_EQ(Parse({"-m", "-x"}).model, "-x");
  EXPECT_EQ(Parse({"-1", "7"}).count, 7u);
}

TEST(Arguments, FlagsInOneWordAndTheLastMayHaveAValue) {
  const Parsed parsed = Parse({"-qtm", "x", "--quiet"});
  EXPECT_TRUE(parsed.quiet);
  EXPECT_TRUE(parsed.test);
  EXPECT_EQ(parsed.model, "x");
}

TEST(Arguments, SettersGetTheOptionAsItWasTyped) {
  EXPECT_EQ(Parse({"-p", "a=1", "--set=b=2"}).settings,
            (std::vector<std::string>{"-p a=1", "--set b=2"}));
}

TEST(Arguments, FilesEndOptionsOrNot) {
  EXPECT_EQ(Parse({"-q", "a", "-t", "b"}).files, (std::vector<std::string>{"a", "-t", "b"}));
  const Parsed mixed = Parse({"a", "-t", "b"}, false);
  EXPECT_EQ(mixed.files, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(mixed.test);
  EXPECT_EQ(Parse({"-", "-q"}).files, (std::vector<std::string>{"-", "-q"}));
}

TEST(Arguments, RefusesByName) {
  EXPECT_EQ(Refusal({"-Z"}), "-Z: no such option");
  EXPECT_EQ(Refusal({"--zzz=1"}), "--zzz: no such option");
  EXPECT_EQ(Refusal({"--"}), "--: no such option");
  EXPECT_EQ(Refusal({"-m"}), "-m: expected a value after it");
  EXPECT_EQ(Refusal({"--quiet=1"}), "--quiet: takes no value");
  EXPECT_EQ(Refusal({"--state", "x"}), "--state: there is no state");
  EXPECT_EQ(Refusal({"-qs"}), "-s: nothing is sparse");
  EXPECT_EQ(Refusal({"-1", "x"}), "-1: found 'x', expected a whole number, 0 to 4294967295");
}

}  // namespace
}  // namespace sagitta::compat
