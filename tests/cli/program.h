// Runs the program in a folder of its own and collects what it says.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace sagitta::cli_testing {

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

/// A test with a temporary folder. Commands are lines of shell, run in that folder, in which
/// `sagitta` is the program; its sister programs are in the PATH.
class ProgramTest : public testing::Test {
 protected:
  ProgramTest();
  ~ProgramTest() override;

  Outcome Run(const std::string& command, const std::string& input = "") const;
  /// Runs it and expects success.
  std::string Output(const std::string& command, const std::string& input = "") const;
  /// Runs it and expects this status, this text somewhere on standard error, and no output.
  void ExpectFailure(const std::string& command, int status, const std::string& message,
                     const std::string& input = "") const;

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  void Write(const std::string& name, const std::string& text) const;
  std::string Read(const std::string& name) const;
  bool Exists(const std::string& name) const;
  /// Names of all files in the folder, sorted, but for those that hold a command's output.
  std::vector<std::string> Files() const;

  /// A corpus, its template and a model trained on it: train.txt, test.txt, template, model.
  void MakeModel(const std::string& options = "") const;

 private:
  std::string folder_;
};

std::vector<std::string> Lines(const std::string& text);

/// The program as a child that signals can be sent to. Its output goes to files.
class Child {
 public:
  Child(const std::vector<std::string>& arguments, const std::string& error_file);
  ~Child();
  void Signal(int number) const;
  /// Waits for the end: the exit status, or -signal.
  int Wait();

 private:
  pid_t process_;
};

/// Waits up to a minute for a file to contain a text.
bool WaitForText(const std::string& path, const std::string& text);

}  // namespace sagitta::cli_testing
