// What is written survives: every output has the same writer, and signals leave nothing behind.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "cli/program.h"

namespace sagitta::cli_testing {
namespace {

namespace fs = std::filesystem;

class Outputs : public ProgramTest {
 protected:
  Outputs() {
    Output("sagitta synth chunk -n 30 --attributes -o train.txt");
    Output("sagitta train -q --passes 2 --log log train.txt -m model");
    commands_ = {{"tagged", "sagitta tag -m model train.txt -o tagged"},
                 {"page.html", "sagitta report model --out page.html"},
                 {"synth.txt", "sagitta synth chunk -n 5 -o synth.txt"},
                 {"new", "sagitta train -q --passes 1 train.txt -m new"},
                 {"copy", "sagitta convert --to sagitta model copy"},
                 {"test.txt", "sagitta-crf_test -m columns -o test.txt plain.txt"}};
    Output("sagitta synth chunk -n 5 -o plain.txt; sagitta synth chunk --template -o template");
    Output("sagitta train -q --passes 1 plain.txt -t template -m columns");
  }

  struct Writes {
    std::string file;
    std::string command;
  };
  std::vector<Writes> commands_;
};

TEST_F(Outputs, KeepPermissionsAndLinks) {
  for (const auto& [file, command] : commands_) {
    Output("mkdir -p there; echo old >there/real; chmod 604 there/real; ln -sf there/real " + file);
    Output(command);
    EXPECT_TRUE(fs::is_symlink(Path(file))) << command;
    EXPECT_EQ(static_cast<int>(fs::status(Path("there/real")).permissions()), 0604) << command;
    EXPECT_NE(Read("there/real"), "old\n") << command;
    Output("rm there/real; " + command);
    EXPECT_TRUE(fs::is_symlink(Path(file))) << command;
    EXPECT_TRUE(Exists("there/real")) << command;
  }
  for (const std::string& name : Files()) EXPECT_EQ(name.find(".tmp-"), std::string::npos) << name;
}

TEST_F(Outputs, SpareWriteProtectedFiles) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is write-protected for root";
  for (const auto& [file, command] : commands_) {
    Output("echo old >" + file + "; chmod 444 " + file);
    ExpectFailure(command, 1, "denied");
    EXPECT_EQ(Read(file), "old\n") << command;
  }
}

TEST_F(Outputs, ClosedDescriptorsGoNowhere) {
  EXPECT_EQ(Run("sagitta train --passes 2 train.txt -m quiet --log quiet.log 2>&-").status, 0);
  EXPECT_TRUE(Read("quiet.log").starts_with("{"));
  Output("sagitta dump quiet");
  EXPECT_EQ(Run("sagitta train --passes 2 train.txt -m quiet <&- >&- 2>&-").status, 0);
  Output("sagitta dump quiet");
  // What was asked for on a closed descriptor is not there: a failure, not silence.
  EXPECT_EQ(Run("sagitta tag -m model train.txt >&-").status, 1);
  EXPECT_EQ(Run("sagitta tag -m model - <&-").status, 1);
}

/// A training that takes long enough to be interrupted, with a checkpoint after every pass.
std::vector<std::string> LongTraining(const std::string& folder) {
  return {"train",
          "--passes",
          "100000",
          "--tolerance",
          "0",
          "--checkpoint",
          folder + "/checkpoint",
          folder + "/many.txt",
          "-m",
          folder + "/end"};
}

TEST_F(Outputs, TermEndsATrainingInOrder) {
  Output("sagitta synth chunk -n 300 --attributes -o many.txt");
  Child child(LongTraining(Path("")), Path("err"));
  ASSERT_TRUE(WaitForText(Path("err"), "pass"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  child.Signal(SIGTERM);
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_NE(Read("err").find("terminated: saving what there is"), std::string::npos);
  EXPECT_TRUE(Exists("end"));
  EXPECT_TRUE(Exists("checkpoint"));
}

TEST_F(Outputs, SecondSignalsLeaveNoTemporaryFiles) {
  Output("sagitta synth chunk -n 300 --attributes -o many.txt");
  for (int round = 0; round < 8; ++round) {
    Child child(LongTraining(Path("")), Path("err"));
    ASSERT_TRUE(WaitForText(Path("err"), "pass"));
    std::this_thread::sleep_for(std::chrono::milliseconds(5 * round));
    child.Signal(round % 2 == 0 ? SIGINT : SIGTERM);
    child.Signal(round % 2 == 0 ? SIGINT : SIGTERM);
    child.Wait();
    for (const std::string& name : Files()) EXPECT_EQ(name.find(".tmp-"), std::string::npos);
  }
}

TEST_F(Outputs, InterruptedTaggingLeavesNothing) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Child child({"tag", "-m", Path("model"), Path("pipe"), "-o", Path("answers")}, Path("err"));
    // The answer file is open by the time that somebody writes to the pipe.
    Output("(head -n 3 train.txt; sleep 1) >pipe 2>/dev/null & sleep 0.2");
    child.Signal(signal);
    EXPECT_NE(child.Wait(), 0);
    for (const std::string& name : Files()) EXPECT_EQ(name.find("answers"), std::string::npos);
  }
}

TEST_F(Outputs, AModelMayBeOverwrittenWhileItIsUsed) {
  Output("sagitta synth chunk -n 4000 --attributes -o many.txt");
  Output("sagitta train -q --passes 1 many.txt -m large");
  Output("sagitta tag -m large train.txt >once; cat once once >right");
  Output("cp large again; head -c $(stat -c %s large) /dev/urandom >junk; mkfifo feed");
  for (const std::string change : {"cat model >large", ": >large", "cat junk >large", "rm large"}) {
    Output("cat again >large");
    Output("(cat train.txt; sleep 0.2; " + change +
           "; cat train.txt) >feed & sagitta tag -m large feed >answers; s=$?; wait; exit $s");
    EXPECT_EQ(Read("answers"), Read("right")) << change;
  }
}

}  // namespace
}  // namespace sagitta::cli_testing
