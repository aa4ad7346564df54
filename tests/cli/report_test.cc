// sagitta report: what it needs, what it writes, and what it says without a browser.
#include "cli/base64.h"
#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

using ReportProgram = ProgramTest;

TEST_F(ReportProgram, WritesOnePage) {
  MakeModel("--log run.jsonl");
  EXPECT_EQ(Output("sagitta report model --log run.jsonl --test test.txt --out page.html"), "");
  const std::string page = Read("page.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("\"examples\""), std::string::npos);
  EXPECT_EQ(Output("sagitta report model --log run.jsonl --test test.txt --out -"), page);
}

TEST_F(ReportProgram, TakesSeveralModelsAndLogs) {
  MakeModel("--log run.jsonl");
  Output("cp model other; cp run.jsonl second.jsonl");
  const std::string page =
      Output("sagitta report model other --log run.jsonl --log second.jsonl --out -");
  EXPECT_NE(page.find("\"file\":\"other\""), std::string::npos);
  EXPECT_NE(page.find("\"file\":\"second.jsonl\""), std::string::npos);
}

TEST_F(ReportProgram, SaysWhatIsMissing) {
  MakeModel();
  ExpectFailure("sagitta report model", 2, "--out FILE.html");
  ExpectFailure("sagitta report --out page.html", 2, "give a model or a training log");
  ExpectFailure("sagitta report nothing --out page.html", 1, "nothing");
  ExpectFailure("sagitta report train.txt --out page.html", 1, "train.txt");
  ExpectFailure("sagitta report model --log train.txt --out page.html", 1, "train.txt:1");
  ExpectFailure("sagitta report model --out nowhere/page.html", 1, "nowhere/page.html");
  EXPECT_FALSE(Exists("page.html"));
}

TEST_F(ReportProgram, PicturesNeedChromium) {
  MakeModel();
  ExpectFailure("PATH= sagitta report model --out page.html --png", 1, "--png requires Chromium");
  ExpectFailure("sagitta report model --out - --png", 2, "not standard output");
  // One that does nothing is noticed, and nothing of it is left behind.
  Output("mkdir bin tmp; printf '#!/bin/sh\\nexit 0\\n' > bin/chromium; chmod +x bin/chromium");
  ExpectFailure(
      "PATH=\"$PWD/bin:$PATH\" TMPDIR=\"$PWD/tmp\" sagitta report model --out page.html --png", 1,
      "Chromium ended unexpectedly");
  EXPECT_EQ(Output("ls tmp"), "");
  EXPECT_TRUE(Exists("page.html"));
}

// Of a Chromium that hangs nothing is left behind either, in whatever way the program ends.
TEST_F(ReportProgram, InterruptedPicturesLeaveNothing) {
  MakeModel();
  Output("mkdir bin tmp; printf '#!/bin/sh\nsleep 60\n' > bin/chromium; chmod +x bin/chromium");
  for (const std::string signal : {"INT", "TERM", "KILL"}) {
    Run("PATH=\"$PWD/bin:$PATH\" TMPDIR=\"$PWD/tmp\" timeout -s " + signal +
        " 0.5 sagitta report model --out page.html --png");
    EXPECT_EQ(
        Output("for i in $(seq 100); do ls tmp | grep -q . || break; sleep 0.1; done; ls tmp"), "")
        << signal;
  }
}

TEST(Base64, Decodes) {
  EXPECT_EQ(cli::FromBase64(""), "");
  EXPECT_EQ(cli::FromBase64("Zg=="), "f");
  EXPECT_EQ(cli::FromBase64("Zm8="), "fo");
  EXPECT_EQ(cli::FromBase64("Zm9v"), "foo");
  EXPECT_EQ(cli::FromBase64("iVBO\nRw0KGgo="), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(cli::FromBase64("//79"), "\xff\xfe\xfd");
}

}  // namespace
}  // namespace sagitta::cli_testing
